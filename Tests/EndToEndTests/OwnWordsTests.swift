import Foundation
import TestSupport
import Testing

/// What libraries and the system say reaches nobody as it is.
@Suite(.serialized, .timeLimit(.usual))
struct OwnWordsTests {
    private let team: Team
    private var folder: URL { team.folder.url }

    init() throws { team = try Team() }

    @Test func `a text that is too long is named by its row and its column`() throws {
        let header = "screen,control,label,environment,state,criterion,outcome,note,device\n"
        let start = "Accounts,menu,Account options,\(Team.environment),expanded,"
        let rows =
            header + start + "state-open,failed,fine,\n" + start
            + "confined,failed,\(String(repeating: "x", count: 2_000_000)),\n" + start
            + "trigger-name,failed,,\(String(repeating: "y", count: 600))\n"
        let output = try team.tester.run("record", "--from", "-", "--format", "csv", input: rows)
        #expect(output.status == 65)
        for words in ["line 3, column note", "2000000 bytes", "line 4, column device"] {
            #expect(output.errors.contains(words), "\(output.errors.prefix(400))")
        }
        #expect(try Team.queue(of: team.tester) == 0)
    }

    @Test func `a place that cannot be used is told without a library's words`() throws {
        let program = Program.accord(home: nil, ["HOME": "/dev/null", "XDG_CONFIG_HOME": ""])
        for words in [["init", "--name", "Maya"], ["status"], ["sync"], ["doctor"]] {
            let output = try program.run(words)
            #expect(output.status != 0)
            expectOwnWords(output)
            let text = output.out + output.errors
            #expect(text.contains("is a file and no folder"), "\(words): \(text)")
            #expect(!text.contains("accord init --name"), "\(words): \(text)")
        }
        let identity = try team.tester.run("status", "--identity", "/dev/null/here")
        #expect(identity.status == 74)
        expectOwnWords(identity)
        let settings = try team.tester.run("status", "--settings", folder.path)
        #expect(settings.status == 78)
        expectOwnWords(settings)
    }

    @Test func `a server that cannot start says why without a library's words`() throws {
        let text = folder.appending(path: "notes.txt")
        try Data("not PEM".utf8).write(to: text)
        for arguments in [
            ["--tls-certificate", text.path, "--tls-key", text.path],
            ["--tls-certificate", folder.path, "--tls-key", text.path],
            ["--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.key"],
            ["--settings", folder.path], ["--listen", "no.such.host.invalid:0"],
            ["--listen", "192.0.2.1:0"], ["--data", "/dev/null/here"],
        ] {
            let data = folder.appending(path: "other").path
            let place = arguments.contains("--data") ? [] : ["--data", data]
            let output = try Program.server.run(["serve"] + place + arguments)
            #expect([74, 78].contains(output.status), "\(arguments): \(output.errors)")
            #expect(output.errors.hasPrefix("accord-server: "), "\(output.errors)")
            expectOwnWords(output)
        }
    }

    // MARK: Steps

    private func expectOwnWords(
        _ output: Program.Output, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let words = [
            "Error", "NSCocoa", "NSPOSIX", "Domain", "UserInfo", "errno", "NIO", "BoringSSL",
            "SQLite error", "unable to open", "Optional(",
        ]
        for word in words {
            #expect(
                !(output.out + output.errors).contains(word), "\(output.out)\(output.errors)",
                sourceLocation: sourceLocation)
        }
    }
}
