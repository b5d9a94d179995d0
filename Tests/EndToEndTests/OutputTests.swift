import Foundation
import TestSupport
import Testing

/// What was asked for and cannot be written: the command says so, and has failed.
@Suite(.serialized)
struct OutputTests {
    private let team: Team
    private let full: FileHandle

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
        full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    }

    @Test func `on a full disk a command fails with a sentence`() throws {
        for words in [
            ["list"], ["list", "--json"], ["show", Team.state], ["log"], ["status", "--json"],
            ["export", "csv"], ["catalogue"], ["--version"], ["--help"], ["list", "--help"],
            ["--generate-completion-script", "bash"], ["serve", "--no-open", "--port", "0"],
        ] {
            try expectFailure(of: team.tester, words)
        }
    }

    @Test func `what was to be saved is saved all the same`() throws {
        try expectFailure(of: team.tester, Team.verdict("failed"))
        #expect(try team.tester.succeed("list").out.contains("failed"))
    }

    @Test func `an output that is closed is no file of the home`() throws {
        let shell = Program(
            executable: URL(filePath: "/bin/sh"), environment: team.tester.environment)
        let words = Team.verdict("failed").map { "'\($0)'" }.joined(separator: " ")
        let output = try shell.run("-c", "\(team.tester.executable.path) \(words) <&- >&-")
        #expect(output.status == 74)
        #expect(output.errors.contains("Bad file descriptor"), "\(output.errors)")
        #expect(try team.tester.succeed("list").out.contains("failed"))
    }

    @Test func `so does a command of the server`() throws {
        let data = ["--data", team.server.data.path]
        for words in [["audit", "list"], ["invite", "--name", "Ines"], ["init"]] {
            try expectFailure(of: .server, words + data)
        }
        for words in [["--help"], ["--version"], ["invite", "--help"]] {
            try expectFailure(of: .server, words)
        }
    }

    @Test func `whoever reads no further is told nothing`() throws {
        let shell = Program(
            executable: URL(filePath: "/bin/sh"), environment: team.tester.environment)
        for words in ["catalogue show screen", "catalogue --json", "export ndjson", "--help"] {
            for signal in ["", "trap '' PIPE; "] {
                let command = "\(team.tester.executable.path) \(words) | true"
                let output = try shell.run("-c", signal + command)
                #expect(output.errors.isEmpty, "\(signal)\(words): \(output.errors)")
            }
        }
    }

    private func expectFailure(
        of program: Program, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let output = try program.run(words, into: full)
        #expect(
            output.status == 74 && output.errors.contains("The output could not be used"),
            "\(words): \(output.status) \(output.errors)", sourceLocation: sourceLocation)
        #expect(output.errors.contains("Everything saved before is safe"), "\(words)")
    }
}
