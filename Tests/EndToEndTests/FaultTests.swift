import Foundation
import Synchronization
import TestSupport
import Testing

/// The built programs over lines that cut, delay, swallow and repeat (docs/testing.md, "Faults").
@Suite(.serialized, .timeLimit(.long))
struct FaultTests {
    /// How much faster the profiles run than true; `make soak` runs them true.
    ///
    /// Slower where the programs are: a line that is cut while a server still works has its bytes
    /// sent anew, and that would measure the machine.
    private static let pace =
        ProcessInfo.processInfo.environment["ACCORD_PACE"].flatMap(Int.init)
        ?? max(1, 8 / Patience.factor)

    @Test func `5,000 findings over the rim of a cell take 1.15 times their bytes`() throws {
        let ideal = try Self.bytes(over: .clear, seed: 0).count
        for seed in Seeds.first(1) {
            let traffic = try Self.bytes(over: .lteEdge.faster(by: Self.pace), seed: seed)
            let ratio = Double(traffic.count) / Double(ideal)
            print("tally: LTE edge, 5,000 findings: \(traffic.cuts) cuts, \(ratio) of the bytes")
            #expect(ratio <= 1.15, "\(traffic) for \(ideal) bytes. \(Seeds.replay(seed))")
        }
    }

    /// What a sync of 5,000 findings takes on the wire.
    private static func bytes(over profile: LineProfile, seed: UInt64) throws -> LineTraffic {
        let team = try Team()
        let line = try team.faultyLine(seed: seed)
        let laptop = try team.laptop("Lee Park", over: line)
        let rows = DriverRows(name: "Lee", count: 5_000)
        try laptop.program.succeed(
            "record", "--from", "-", "--format", "ndjson", input: rows.ndjson)
        line.behave(profile)
        try laptop.syncThrough()
        let traffic = line.traffic
        line.behave()
        try team.expectAgreement(with: laptop)
        return traffic
    }

    @Test(arguments: LineProfile.all)
    func `a sync over every line comes to its end`(_ profile: LineProfile) throws {
        let team = try Team()
        let line = try team.faultyLine(seed: 1)
        let laptop = try team.laptop("Lee Park", over: line)
        let mine = DriverRows(name: "Lee", count: 600)
        let theirs = DriverRows(name: "Maya", count: 600)
        for (program, rows) in [(laptop.program, mine), (team.tester, theirs)] {
            try program.succeed("record", "--from", "-", "--format", "ndjson", input: rows.ndjson)
        }
        try team.tester.succeed("sync")
        line.behave(profile.faster(by: Self.pace))
        let syncs = try laptop.syncThrough()
        let traffic = line.traffic
        print(
            "tally: \(profile.name): \(syncs) syncs, \(traffic.cuts) cuts, \(traffic.count) bytes")
        line.behave()
        try team.expectAgreement(with: laptop)
    }

    // MARK: One fault at one request

    @Test func `a push whose answer is lost is sent again and counted once`() throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(40)
        // The server has it, the laptop does not know: the first three times.
        site.line.behave(fault: Self.first(3, "POST") { _ in .swallowAnswer })
        try site.laptop.syncThrough()
        #expect(site.line.traffic.cuts == 3)
        try site.expectOnce(since: before)
    }

    @Test func `a push that arrives twice is counted once`() throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(40)
        site.line.behave(fault: Self.first(100, "POST") { _ in .replay })
        try site.laptop.syncThrough()
        try site.expectOnce(since: before)
    }

    @Test func `a first batch that never completes is neither lost nor kept in half`() throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(200)
        // At a byte of its own each time, from within the head to within the body, which gets
        // smaller with each cut.
        site.line.behave(
            fault: Self.first(8, "POST") { .cutRequest(after: 40 + 100 * ($0 - 1)) })
        try site.laptop.syncThrough()
        #expect(site.line.traffic.cuts == 8)
        try site.expectOnce(since: before)
    }

    @Test func `an answer cut anywhere leaves no half of a pull`() throws {
        let site = try Site()
        let theirs = DriverRows(name: "Maya", count: 200)
        try site.team.tester.succeed(
            "record", "--from", "-", "--format", "ndjson", input: theirs.ndjson)
        try site.team.tester.succeed("sync")
        site.line.behave(
            fault: Self.first(8, "GET") { .cutAnswer(after: 10 + 900 * ($0 - 1)) })
        try site.laptop.syncThrough()
        #expect(site.line.traffic.cuts == 8)
        site.line.behave()
        try site.team.expectAgreement(with: site.laptop)
    }

    @Test func `a captive portal in the midst of a sync changes nothing`() throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(40)
        site.line.behave(fault: { $0.number == 2 ? .answer(.captivePortal) : .none })
        let output = try site.laptop.program.run("sync")
        #expect(output.status == 76)
        #expect(output.errors.contains("not an Accord server"))
        try site.laptop.syncThrough(atMost: 1)
        try site.expectOnce(since: before)
    }

    @Test(arguments: [ScriptedAnswer.overloaded(seconds: 1), .rateLimited(seconds: 1)])
    func `an overloaded server is asked again when it said`(_ answer: ScriptedAnswer) throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(40)
        site.line.behave(fault: Self.first(2, "POST") { _ in .answer(answer) })
        let begun = ContinuousClock.now
        try site.laptop.syncThrough(atMost: 1)
        #expect(ContinuousClock.now - begun >= .seconds(2))
        try site.expectOnce(since: before)
    }

    @Test func `work saved without a network goes out by itself with the next sync`() throws {
        let site = try Site()
        let before = try site.sequence()
        try site.record(40)
        site.team.server.kill()
        #expect(try site.laptop.program.run("sync").status == 69)
        #expect(try Team.queue(of: site.laptop.program) > 0)
        try site.team.server.start()
        try site.laptop.syncThrough(atMost: 1)
        try site.expectOnce(since: before)
    }

    /// A fault of the first so many requests of a method; it is told which of them it is.
    private static func first(
        _ count: Int, _ method: String, fault: @escaping @Sendable (Int) -> LineFault
    ) -> @Sendable (LineExchange) -> LineFault {
        let seen = Mutex(0)
        return { exchange in
            guard exchange.requestLine.hasPrefix(method) else { return .none }
            let number = seen.withLock { seen in
                seen += 1
                return seen
            }
            return number <= count ? fault(number) : .none
        }
    }
}

/// A team with one laptop behind a line that behaves until it is told otherwise.
private struct Site {
    let team: Team
    let line: FaultProxy
    let laptop: DriverLaptop

    init() throws {
        team = try Team()
        line = try team.faultyLine()
        laptop = try team.laptop("Lee Park", over: line)
    }

    func record(_ count: Int) throws {
        let rows = DriverRows(name: "Lee", count: count)
        try laptop.program.succeed(
            "record", "--from", "-", "--format", "ndjson", input: rows.ndjson)
    }

    /// How many changes of the audit are in the server's database.
    func sequence() throws -> Int {
        let status = try laptop.program.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        let audit = try #require(audits.first?["audit"] as? String)
        let shown = try Program.server.succeed(
            "audit", "show", audit, "--data", team.server.data.path, "--json")
        return try #require(shown.json()["sequence"] as? Int)
    }

    /// Demands that the server took each change of the laptop, and none of them twice.
    func expectOnce(since before: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        line.behave()
        let log = try laptop.program.succeed("log", "--json").out
        let changes = try #require(
            try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [[String: Any]])
        #expect(try sequence() == before + changes.count, sourceLocation: sourceLocation)
        try team.expectAgreement(with: laptop, sourceLocation: sourceLocation)
    }
}
