import Foundation
import TestSupport
import Testing

/// Files that are none, and names that say nothing: refused at once.
@Suite(.serialized, .timeLimit(.usual))
struct OddInputTests {
    private let team: Team
    private var folder: URL { team.folder.url }

    init() throws {
        team = try Team()
        for program in [team.tester, team.lead] {
            try program.succeed(Team.verdict("passed"))
            try program.succeed("sync")
        }
    }

    @Test func `what is no file is refused as evidence at once`() throws {
        let pipe = folder.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        try Data("a picture".utf8).write(to: folder.appending(path: "shot.txt"))
        for (path, words) in [
            (pipe, "is a pipe"), ("/dev/zero", "is a device"), (folder.path, "is a folder"),
        ] {
            let output = try attach(folder.appending(path: "shot.txt").path, path)
            #expect(output.status == 66, "\(output.errors)")
            #expect(output.errors.contains("\(path) cannot be attached"), "\(output.errors)")
            #expect(output.errors.contains(words), "\(output.errors)")
            #expect(output.errors.contains("Nothing was saved"), "\(output.errors)")
        }
        #expect(try attach(folder.appending(path: "none").path).status == 66)
        #expect(try Team.queue(of: team.tester) == 0)
    }

    @Test func `a file, a component, a person and an audit have a name that says something`() throws
    {
        let file = folder.appending(path: "shot.txt")
        try Data("a picture".utf8).write(to: file)
        let id = String(repeating: "ab", count: 16)
        for name in ["", "  "] {
            for words in [
                ["component", "add", "--screen", "S", "--control", "menu", "--label", name],
                ["component", "add", "--screen", name, "--control", "menu", "--label", "L"],
                ["audit", "people", "add", id, "--name", name, "--role", "tester"],
                ["audit", "new", name, "--environment", Team.environment],
                ["attach", Team.state, "--criterion", "state-open", file.path, "--name", name],
            ] {
                let output = try team.lead.run(words)
                #expect(output.status == 65, "\(words): \(output.errors)")
                #expect(output.errors.contains("must say something"), "\(output.errors)")
            }
        }
        #expect(try Team.queue(of: team.lead) == 0)
        let invite = try Program.server.run(
            "invite", "--data", team.server.data.path, "--name", " ")
        #expect(invite.status == 65, "\(invite.errors)")
    }

    // MARK: Steps

    private func attach(_ files: String...) throws -> Program.Output {
        try team.tester.run(["attach", Team.state, "--criterion", "state-open"] + files)
    }
}
