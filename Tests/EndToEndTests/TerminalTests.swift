import Foundation
import TestSupport
import Testing

/// What the commands say to a person on a terminal, and to a script that reads their errors.
@Suite(.serialized)
struct TerminalTests {
    private let team: Team

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("passed"))
    }

    @Test func `a command that there is not is told with those that are near`() throws {
        let output = try team.tester.run("statsu")
        #expect(output.status == 64)
        #expect(output.errors.contains("no command “statsu”"))
        #expect(output.errors.contains("status"))
        let below = try team.tester.run("bundle", "exprot")
        #expect(below.status == 64)
        #expect(below.errors.contains("export"))
    }

    @Test func `recording nothing names the options, a file and the pages, also on a terminal`()
        throws
    {
        for arguments in [["record"], ["record", "--component", Team.component]] {
            let output = try team.tester.run(arguments)
            #expect(output.status == 64)
            #expect(output.out.isEmpty)
            for way in ["Give --component", "--from FILE", "accord serve"] {
                #expect(output.errors.contains(way))
            }
        }
        let terminal = try PseudoTerminal(team.tester, "record")
        try terminal.wait(for: "accord serve")
        #expect(terminal.end() == 64)
    }

    @Test func `help lists commands by what they are for`() throws {
        let help = try team.tester.succeed("--help").out
        for group in ["RECORD", "LOOK", "TEAM", "DATA", "REPAIR"] {
            #expect(help.contains("\(group) SUBCOMMANDS:"))
        }
    }

    @Test func `an error is an object for whoever asked for objects`() throws {
        let output = try team.tester.run("show", "Nowhere@ios:open", "--json")
        let all = try JSONSerialization.jsonObject(with: Data(output.errors.utf8))
        let error = try #require((all as? [String: Any])?["error"] as? [String: Any])
        #expect(output.out.isEmpty)
        #expect(error["code"] as? Int32 == output.status)
        #expect(error["kind"] as? String == "notFound")
        let usage = try team.tester.run("show", "--json")
        #expect(usage.status == 64)
        #expect(usage.errors.hasPrefix("{\"error\":"))
    }

    @Test func `findings stand below their component state, no more than asked for`() throws {
        try team.tester.succeed(Team.verdict("passed", criterion: "label-in-name"))
        let list = try team.tester.succeed("list", "--limit", "1").out
        #expect(list.contains("1 of 2 findings"))
        let lines = try team.tester.succeed("list").out.split(separator: "\n")
        #expect(lines.count { $0.contains("@") } == 1)
        #expect(lines.count { $0.hasPrefix("  ") && $0.contains("passed") } == 2)
        let rows = try team.tester.succeed("list", "--json", "--limit", "1").out
        #expect(rows.components(separatedBy: "\"criterion\"").count == 2)
        #expect(try team.tester.run("list", "--limit", "0").status == 64)
    }

    @Test func `a state that there is not is told with near ones, and no name is no save`() throws {
        let place = "\(Team.component)@\(Team.environment)"
        for command in [
            ["show"], ["conflicts", "show"], ["explain", "--criterion", "state-open"],
        ] {
            let output = try team.tester.run(command + ["\(place):colapsed"])
            #expect(output.status == 66, "\(command)")
            #expect(output.errors.contains("collapsed"))
        }
        for name in ["nope", "\(place)"] {
            let output = try team.tester.run("show", name)
            #expect(output.status == 65)
            #expect(!output.errors.contains("Nothing was saved"))
        }
        #expect(try team.tester.run("assign", "\(place):colapsed", "Lee Okafor").status == 66)
    }

    @Test func `who has not joined is invited first, and that is said`() throws {
        let output = try team.lead.run("audit", "people", "add", "Ines Duarte", "--role", "tester")
        #expect(output.status == 66)
        #expect(output.errors.contains("accord invite 'Ines Duarte' --role tester"))
    }

    @Test func `a saved filter of what is open lists what is left to test`() throws {
        try team.tester.succeed("filter", "add", "left", "--show", "open")
        let left = try team.tester.succeed("list", "--saved", "left").out
        #expect(left == (try team.tester.succeed("list", "--untested").out))
        #expect(left.contains("to test"))
        let failed = try team.tester.succeed("list", "--saved", "left", "--outcome", "passed").out
        #expect(failed.contains("1 finding"))
    }

    @Test func `an export says how far it is, and takes it away`() throws {
        let file = team.folder.url.appending(path: "findings.ndjson").path
        let terminal = try PseudoTerminal(team.tester, "export", "ndjson", "--output", file)
        try terminal.wait(for: "\r\u{1B}[KWrote 1 finding\r\u{1B}[KWrote 1 finding to")
        #expect(terminal.end() == 0)
        let quiet = try PseudoTerminal(
            team.tester, "export", "ndjson", "--json", "--output", file)
        try quiet.wait(for: "{\"cursor\"")
        #expect(quiet.end() == 0)
        #expect(try team.tester.run("export", "csv", "--output", file).errors.isEmpty)
    }

    @Test func `the newest change is told first`() throws {
        try team.tester.succeed(Team.verdict("failed"))
        let log = try team.tester.succeed("log", "--limit", "1").out
        #expect(log.contains("failed"))
    }

    @Test func `http where encryption is expected is told as that`() async throws {
        let encrypted = ScriptedServer { _ in .raw("", then: .close) }
        let wrong = try team.tester.run(
            "join", "http://127.0.0.1:\(encrypted.port)", "ABCD-EFGH-JKLM")
        #expect(wrong.status == 69)
        #expect(wrong.errors.contains("https://"))
        let plain = team.server.address.replacing("http://", with: "https://")
        let other = try team.tester.run("join", plain, "ABCD-EFGH-JKLM")
        #expect(other.status == 76)
        #expect(other.errors.contains("http://"))
    }
}
