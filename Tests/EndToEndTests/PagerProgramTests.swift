import Foundation
import TestSupport
import Testing

/// A text that is longer than the window, on real terminals: alone, and in a shell with its jobs.
@Suite(.serialized)
struct PagerProgramTests {
    private let folder: TemporaryFolder
    private let maya: Program

    init() throws {
        folder = try TemporaryFolder()
        maya = Program.accord(home: folder.url.appending(path: "maya"), ["TERM": "xterm"])
    }

    private func paged(by pager: String) throws -> PseudoTerminal {
        let program = Program.accord(
            home: folder.url.appending(path: "maya"), ["ACCORD_PAGER": pager, "TERM": "xterm"])
        return try PseudoTerminal(program, "catalogue", "show", "screen")
    }

    @Test func `a text that is longer than the window goes through the pager`() throws {
        let marker = folder.url.appending(path: "paged.txt")
        #expect(try paged(by: "cat > \(marker.path)").end() == 0)
        #expect(try String(contentsOf: marker, encoding: .utf8).contains("orientation"))
    }

    @Test(arguments: ["/nonexistent", "false", "sh -c 'exit 3'", "less -X 'unclosed"])
    func `a pager that fails hides nothing`(pager: String) throws {
        let terminal = try paged(by: pager)
        try terminal.wait(for: "orientation")
        #expect(terminal.end() == 0)
    }

    @Test func `who leaves a pager early has not failed`() throws {
        let terminal = try paged(by: "head -n 2")
        #expect(terminal.end() == 0)
    }

    /// An interactive shell that shows its jobs, and a terminal as it is before any of them.
    private struct Shell {
        let terminal: PseudoTerminal
        let before: [UInt8]

        init(_ accord: Program) throws {
            let shell = Program(
                executable: URL(filePath: "/bin/bash"),
                environment: accord.environment.merging(["PS1": "READY> "]) { $1 })
            terminal = try PseudoTerminal(
                shell, "--norc", "--noprofile", "--noediting", "-i")
            try terminal.wait(for: "READY> ")
            try terminal.type("unset LESS PAGER ACCORD_PAGER\n")
            try terminal.wait(for: "READY> ")
            before = terminal.modes
        }

        /// Types a command that shows a long text, and waits until less waits for a key.
        ///
        /// - Returns: The number of less.
        @discardableResult
        func show(_ accord: Program, _ settings: String = "") throws -> pid_t {
            try terminal.type("\(settings) \(accord.executable.path) catalogue show screen\n")
            try terminal.wait(for: ":\u{1B}[K")
            return try less(is: "S")
        }

        /// Waits until less in the foreground is asleep for a key, or is stopped: `S` or `T`.
        func less(is state: String) throws -> pid_t {
            while true {
                for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
                    // As proc(5) has it: number, name, state, parent, group, session, terminal.
                    let text = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8)
                    let parts = (text ?? "").split(separator: " ")
                    guard parts.count > 5, parts[1] == "(less)", parts[2] == state,
                        pid_t(parts[5]) == terminal.first
                    else { continue }
                    return try #require(pid_t(parts[0]))
                }
                sched_yield()
            }
        }

        var isInForeground: Bool { terminal.foreground == terminal.first }

        /// The shell has the terminal again, as it was, and does what is typed.
        func isBack() throws {
            try terminal.wait(for: "READY> ")
            #expect(isInForeground)
            #expect(terminal.modes == before)
            try terminal.type("echo after$((40+2))\n")
            try terminal.wait(for: "after42")
            try terminal.type("exit\n")
            _ = terminal.end()
        }
    }

    @Test(arguments: ["q", "\u{03}", "   q"])
    func `less in a shell shows pages, and a key gives the terminal back as it was`(
        keys: String
    ) throws {
        let shell = try Shell(maya)
        try shell.show(maya)
        #expect(!shell.isInForeground)
        #expect(shell.terminal.modes != shell.before)
        try shell.terminal.type(keys)
        try shell.isBack()
    }

    @Test func `a pager of one’s own takes Ctrl-C as it likes`() throws {
        let shell = try Shell(maya)
        try shell.show(maya, "LESS= ACCORD_PAGER='cat | less'")
        try shell.terminal.type("\u{03}")
        try shell.terminal.type(" ")
        try shell.terminal.wait(for: ":\u{1B}[K")
        #expect(!shell.isInForeground)
        try shell.terminal.type("q")
        try shell.isBack()
    }

    @Test func `Ctrl-Z puts both aside, and fg goes on`() throws {
        let shell = try Shell(maya)
        try shell.show(maya)
        try shell.terminal.type("\u{1A}")
        try shell.terminal.wait(for: "Stopped")
        // The shell is told of the first that stops; a person types when all have.
        _ = try shell.less(is: "T")
        #expect(shell.isInForeground)
        try shell.terminal.type("fg\n")
        try shell.terminal.wait(for: ":\u{1B}[K")
        try shell.terminal.type("q")
        try shell.isBack()
    }

    @Test func `a pager that is killed leaves the terminal as it was`() throws {
        let shell = try Shell(maya)
        kill(try shell.show(maya), SIGKILL)
        try shell.isBack()
    }

    @Test func `ended from elsewhere, it takes its pager along`() throws {
        let shell = try Shell(maya)
        try shell.show(maya)
        kill(shell.terminal.foreground, SIGTERM)
        try shell.isBack()
    }
}
