import Foundation
import TestSupport
import Testing

/// `accord sync --watch`: what anybody does is everywhere within a second.
@Suite(.serialized, .timeLimit(.usual))
struct LiveTests {
    @Test func `another's work arrives within a second of being sent`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        let fastest = try Self.fastest { outcome in
            try team.lead.succeed(Team.verdict(outcome))
            try team.lead.succeed("sync")
            let sent = ContinuousClock.now
            #expect(try watch.line()["received"] as? Int == 1)
            return ContinuousClock.now - sent
        }
        #expect(fastest < Patience.second)
        #expect(try team.tester.succeed("list", "--json").out.contains("state-open"))
        #expect(watch.stop() == 0)
    }

    @Test func `own work of another program goes out within a second`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        let fastest = try Self.fastest { outcome in
            try team.tester.succeed(Team.verdict(outcome))
            let recorded = ContinuousClock.now
            #expect(try watch.line()["sent"] as? Int == 1)
            return ContinuousClock.now - recorded
        }
        #expect(fastest < Patience.second)
        #expect(try Team.queue(of: team.tester) == 0)
        #expect(watch.stop() == 0)
    }

    @Test func `a sync beside a watcher gets its turn, and the watcher goes on after it`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        // Its first line shows that it has the home.
        try team.lead.succeed(Team.verdict("failed"))
        try team.lead.succeed("sync")
        #expect(try watch.line()["received"] as? Int == 1)
        for _ in 0..<2 {
            let begun = ContinuousClock.now
            let sync = try team.tester.succeed("sync")
            #expect(ContinuousClock.now - begun < Patience.soon)
            #expect(sync.out.contains("up to date"), "\(sync.out)")
        }
        try team.tester.succeed(Team.verdict("passed", criterion: "confined"))
        #expect(try watch.line()["sent"] as? Int == 1)
        #expect(watch.stop() == 0)
    }

    @Test func `a watcher that cannot reach the server lets a sync in as well`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        team.server.kill()
        while try watch.line()["trouble"] is NSNull {}
        #expect(try team.tester.run("sync").status == 69)
        try team.server.start()
        try team.tester.succeed("sync")
        #expect(watch.stop() == 0)
    }

    @Test func `a watcher that was killed keeps nobody out`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        try team.lead.succeed(Team.verdict("failed"))
        try team.lead.succeed("sync")
        _ = try watch.line()
        watch.kill()
        let sync = try team.tester.succeed("sync")
        #expect(sync.errors.isEmpty, "\(sync.errors)")
    }

    /// The best of three times: other tests may hold up the machine for one of them.
    private static func fastest(
        _ measure: (_ outcome: String) throws -> Duration
    ) throws -> Duration {
        let times = try ["failed", "passed", "cantTell"].map(measure)
        return try #require(times.min())
    }

    @Test func `a server that was away is found again without being asked`() throws {
        let team = try Team()
        let watch = try WatchedLaptop(team.tester)
        team.server.kill()
        let first = try watch.line()
        #expect(first["trouble"] is String)
        #expect(first["retrySeconds"] is Int)
        var audit = try Self.audit(team.tester)
        // While another attempt is under way nobody knows yet when the next one comes.
        while audit["nextAttempt"] is NSNull {
            #expect(try watch.line()["trouble"] is String)
            audit = try Self.audit(team.tester)
        }
        #expect(audit["lastTrouble"] is String)
        #expect(audit["nextAttempt"] is String)
        try team.tester.succeed(Team.verdict("passed"))
        try team.server.start()
        var line = try watch.line()
        while line["trouble"] is String { line = try watch.line() }
        #expect(line["sent"] as? Int == 1)
        #expect(watch.stop() == 0)
        #expect(try Self.audit(team.tester)["lastTrouble"] is NSNull)
    }

    /// What the laptop says of its one audit.
    private static func audit(_ program: Program) throws -> [String: Any] {
        let status = try program.succeed("status", "--json").json()
        return try #require((status["audits"] as? [[String: Any]])?.first)
    }
}

/// A laptop whose `sync --watch` runs beside its other commands; killed when the value goes.
private final class WatchedLaptop {
    private let process: Process
    private let out = Pipe()
    private var unread = Data()

    init(_ program: Program) throws {
        process = program.process(["sync", "--watch", "--json"])
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { kill() }

    /// Ends it as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// The next line that it prints.
    func line() throws -> [String: Any] {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = unread[..<end]
                unread = Data(unread[(end + 1)...])
                return try #require(
                    try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            }
            let piece = out.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "it ended before it told anything")
            unread += piece
        }
    }

    /// Interrupts it as a person would, and waits for its end.
    func stop() -> Int32 {
        process.interrupt()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
