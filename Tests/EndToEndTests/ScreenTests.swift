import Foundation
import TestSupport
import Testing

/// Recording on one screen of a real terminal, a key a verdict.
@Suite(.serialized)
struct ScreenTests {
    private let folder: TemporaryFolder
    private let maya: Program

    init() throws {
        folder = try TemporaryFolder()
        maya = Program.accord(home: folder.url.appending(path: "maya"))
        try maya.succeed("init", "--name", "Maya Lindqvist")
        try maya.succeed("audit", "new", "Larkfield Mobile", "--environment", Team.environment)
        try maya.succeed(
            "component", "add", "--screen", "Accounts", "--control", "menu", "--label",
            "Account options")
    }

    private func open(_ state: String = "expanded") throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            maya, "record", "--component", Team.component, "--environment", Team.environment,
            "--state", state)
        try terminal.wait(for: "? keys")
        return terminal
    }

    private func rows() throws -> [[String: Any]] {
        let list = try maya.succeed("export", "ndjson").out
        return try list.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `each key is a verdict that is durable when the screen says so`() throws {
        let terminal = try open()
        for (keys, says) in [("p", "Passed"), ("jf", "Failed"), ("1", "Severity critical")] {
            try terminal.type(keys)
            try terminal.wait(for: "\(says). Saved on this laptop")
            // Another program sees it at once.
            #expect(try !rows().isEmpty)
        }
        try terminal.type("nSpoken twice\r")
        try terminal.wait(for: "Note. Saved on this laptop")
        try terminal.type("q")
        #expect(terminal.end() == 0)
        let rows = try rows()
        #expect(rows.compactMap { $0["outcome"] as? String } == ["passed", "failed"])
        #expect(rows.last?["severity"] as? String == "critical")
        #expect(rows.last?["note"] as? String == "Spoken twice")
    }

    @Test func `a verdict over one that she gave elsewhere is asked about, the next key answers`()
        throws
    {
        let left = try maya.succeed("list", "--untested", "--state", "expanded", "--json").out
        let rows = try JSONSerialization.jsonObject(with: Data(left.utf8)) as? [[String: Any]]
        let criterion = try #require(rows?.first?["criterion"] as? String)
        let terminal = try open()
        try maya.succeed(
            "record", "--component", Team.component, "--environment", Team.environment, "--state",
            "expanded", "--criterion", criterion, "--outcome", "passed")
        try terminal.type("f")
        try terminal.wait(for: "Not saved: You said passed at")
        #expect(try self.rows().compactMap { $0["outcome"] as? String } == ["passed"])
        try terminal.type("f")
        try terminal.wait(for: "Failed. Saved on this laptop")
        try terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(try self.rows().compactMap { $0["outcome"] as? String } == ["failed"])
    }

    @Test func `what is pasted is text and never keys`() throws {
        let terminal = try open()
        let paste = "\u{1B}[200~first\rfailed\u{1B}[201~"
        try terminal.type(paste)
        try terminal.wait(for: "Text goes into a field")
        #expect(try rows().isEmpty)
        try terminal.type("n\(paste)\r")
        try terminal.wait(for: "Note. Saved on this laptop")
        try terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(try rows().compactMap { $0["note"] as? String } == ["first\nfailed"])
    }

    @Test func `undo is a new change and all remaining asks first`() throws {
        let terminal = try open("disabled")
        try terminal.type("a")
        try terminal.wait(for: "single verdict differs")
        try terminal.type("A")
        try terminal.wait(for: "y / n")
        try terminal.type("n")
        try terminal.wait(for: "Nothing was changed.")
        #expect(try rows().isEmpty)
        try terminal.type("Ay")
        try terminal.wait(for: "marked as passed. Saved on this laptop")
        let all = try rows().count
        #expect(all > 2)
        try terminal.type("z")
        try terminal.wait(for: "Undone. Saved on this laptop")
        try terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(try rows().isEmpty)
    }

    @Test func `without a terminal the options are asked for`() throws {
        let output = try maya.run("record")
        #expect(output.status == 64)
        #expect(output.errors.contains("Give --component"))
    }

    @Test func `a state that the control has not is named and opens no screen`() throws {
        let terminal = try PseudoTerminal(
            maya, "record", "--component", Team.component, "--environment", Team.environment,
            "--state", "flying")
        try terminal.wait(for: "“flying” is no state")
        #expect(terminal.end() == 66)
    }
}
