import Foundation
import TestSupport
import Testing

/// `accord serve` beside a server: what is saved goes out while pages are open.
@Suite(.serialized, .timeLimit(.usual))
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

    @Test func `on a terminal it opens the browser, and Enter prints another address`() throws {
        let folder = try TemporaryFolder()
        let opened = folder.url.appending(path: "opened")
        let opener = folder.url.appending(path: "xdg-open")
        try Data("#!/bin/sh\nprintf %s \"$1\" > \(opened.path)\n".utf8).write(to: opener)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: opener.path)
        let maya = Program.accord(
            home: folder.url.appending(path: "maya"),
            ["DISPLAY": ":0", "PATH": "\(folder.url.path):/usr/bin:/bin"])
        try maya.succeed("init", "--name", "Maya Lindqvist")
        let terminal = try PseudoTerminal(maya, "serve", "--port", "0")
        try terminal.wait(for: "Enter: an address for another browser.")
        var address = ""
        while !address.contains("/enter?token=") {
            address = (try? String(contentsOf: opened, encoding: .utf8)) ?? ""
        }
        try terminal.type("\n")
        try terminal.wait(for: "Workbench: \(address.prefix { $0 != "=" })=")
        try terminal.type("\u{03}")
        #expect(terminal.end() == 0)
    }

    @Test func `a port that was asked for is taken or refused, the usual one may be another`()
        throws
    {
        let folder = try TemporaryFolder()
        let maya = Program.accord(home: folder.url.appending(path: "maya"))
        try maya.succeed("init", "--name", "Maya Lindqvist")
        // Whoever has it, from here on it is taken.
        let usual = try RunningWorkbench(maya)
        let other = try RunningWorkbench(maya)
        #expect(other.port != "7423")
        let refused = try maya.run("serve", "--port", other.port)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("Port \(other.port) is in use"))
        #expect(!refused.errors.contains("Nothing was saved"))
        #expect(usual.stop() == 0 && other.stop() == 0)
        let free = try RunningWorkbench(maya, "--port", other.port)
        #expect(free.port == other.port)
        #expect(free.stop() == 0)
    }

    private static func has(_ program: Program, _ criterion: String) throws -> Bool {
        try program.succeed("list", "--json").out.contains(criterion)
    }
}
