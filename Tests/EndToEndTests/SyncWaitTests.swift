import Foundation
import Shared
import Synchronization
import TestSupport
import Testing

/// A sync that waits before it tries again says so, why, and for how long.
@Suite(.serialized, .timeLimit(.usual))
struct SyncWaitTests {
    private let team: Team

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
    }

    @Test func `a server without room is told within a second, and when it is tried again`() throws
    {
        let moment = Moment()
        let server = Self.server(refusing: Problem(.storageFull, retryAfter: 60), moment)
        try pointTester(at: server.url)
        let process = team.tester.process(["sync"])
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        defer { process.terminate() }
        var told = Data()
        while !told.contains(UInt8(ascii: "\n")) {
            let piece = errors.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "it ended before it told anything")
            told += piece
        }
        let first = try #require(moment.first)
        #expect(ContinuousClock.now - first < Patience.second)
        let line = String(decoding: told, as: UTF8.self)
        #expect(line.contains("has no room"), "\(line)")
        #expect(line.contains("safe on this laptop") && line.contains("kept here"), "\(line)")
        #expect(line.firstMatch(of: /Trying again by itself in 6\d s/) != nil, "\(line)")
    }

    @Test func `a reason is told once in a run, and what scripts read stays as it is`() throws {
        let server = Self.server(refusing: Problem(.overloaded, retryAfter: 3), Moment())
        try pointTester(at: server.url)
        let output = try team.tester.run("sync", "--json")
        #expect(output.status == 75)
        #expect(output.errors.split(separator: "Trying again by itself").count == 2)
        let audits = try #require(output.json()["audits"] as? [[String: Any]])
        #expect(audits.first?["complete"] as? Bool == false)
        #expect(try Team.queue(of: team.tester) == 1)
    }

    @Test func `a server that says nothing is told after two seconds, once`() throws {
        let server = ScriptedServer { _ in .raw("", then: .stall) }
        try pointTester(at: server.url)
        let home = team.folder.url.appending(path: "maya")
        let output = try Program.accord(home: home, ["ACCORD_STALL_SECONDS_MAX": "3"]).run("sync")
        #expect(output.status == 69)
        #expect(output.errors.hasPrefix("Still waiting for the server"), "\(output.errors)")
        #expect(output.errors.split(separator: "Still waiting").count == 1, "\(output.errors)")
    }

    @Test func `a pause that nobody would notice is not told`() throws {
        let server = Self.server(refusing: Problem(.bug), Moment())
        try pointTester(at: server.url)
        let output = try team.tester.run("sync")
        #expect(!output.errors.contains("Trying again by itself"), "\(output.errors)")
    }

    // MARK: Steps

    /// When something happened first.
    private final class Moment: Sendable {
        private let instant = Mutex<ContinuousClock.Instant?>(nil)
        var first: ContinuousClock.Instant? { instant.withLock(\.self) }
        func note() { instant.withLock { $0 = $0 ?? .now } }
    }

    private static func server(refusing problem: Problem, _ moment: Moment) -> ScriptedServer {
        ScriptedServer { _ in
            moment.note()
            return .status(
                problem.status,
                headers: [("Content-Type", Problem.mediaType), ("Accord-Protocol", "1")],
                body: problem.json)
        }
    }

    /// Lets the tester's laptop believe that the server lives elsewhere.
    private func pointTester(at address: String) throws {
        let file = team.folder.url.appending(path: ".maya.accord-identity/identity.json")
        let identity = try String(contentsOf: file, encoding: .utf8)
        let escaped = team.server.address.replacing("/", with: "\\/")
        try identity.replacing(escaped, with: address.replacing("/", with: "\\/"))
            .replacing(team.server.address, with: address)
            .write(to: file, atomically: true, encoding: .utf8)
    }
}
