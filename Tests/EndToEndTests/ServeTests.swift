import Foundation
import TestSupport
import Testing

/// `accord serve` beside a server: what is saved goes out while pages are open.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ServeTests {
    @Test func `what is recorded while it runs is on the server without a sync`() throws {
        let team = try Team()
        let workbench = try RunningWorkbench(team.tester)
        try team.tester.succeed(Team.verdict("failed"))
        repeat { try team.lead.succeed("sync") } while try !Self.has(team.lead, "state-open")
        // The laptop knows it too, a moment after the server.
        while try Team.queue(of: team.tester) > 0 {}
        #expect(workbench.stop() == 0)
    }

    @Test func `with --no-sync it sends nothing by itself`() throws {
        let team = try Team()
        let workbench = try RunningWorkbench(team.tester, "--no-sync")
        try team.tester.succeed(Team.verdict("failed"))
        #expect(try Team.queue(of: team.tester) == 1)
        // The lock is free, as nobody syncs.
        try team.tester.succeed("sync")
        #expect(try Team.queue(of: team.tester) == 0)
        #expect(workbench.stop() == 0)
    }

    @Test func `a sync beside it waits for its turn, and both go on`() throws {
        let team = try Team()
        let workbench = try RunningWorkbench(team.tester)
        try team.tester.succeed(Team.verdict("failed"))
        // It has the lock from when its first run has sent this.
        while try Team.queue(of: team.tester) > 0 {}
        let sync = try team.tester.succeed("sync")
        #expect(sync.errors.contains("waiting for it, at most a minute."))
        try team.tester.succeed(Team.verdict("passed"))
        while try Team.queue(of: team.tester) > 0 {}
        #expect(workbench.stop() == 0)
    }

    private static func has(_ program: Program, _ criterion: String) throws -> Bool {
        try program.succeed("list", "--json").out.contains(criterion)
    }
}

/// A workbench that runs beside other commands; killed when the value goes.
private final class RunningWorkbench {
    private let process: Process

    init(_ program: Program, _ arguments: String...) throws {
        process = program.process(["serve"] + arguments)
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
        try #require(line.hasPrefix("Workbench: http://127.0.0.1:"))
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Ends it as a person would, and waits for its end.
    func stop() -> Int32 {
        process.interrupt()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
