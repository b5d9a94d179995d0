import Foundation
import TestSupport
import Testing

/// Findings that share one long text, which compresses better than any honest-looking bomb.
@Suite(.serialized)
struct SharedTextTests {
    /// A guideline as it is pasted, 16 kB of it.
    private static let text = String(
        String(
            repeating: "4.1.2: the role of each control can be determined by software. ", count: 300
        ).prefix(16_000))

    @Test func `a team of three whose findings all share one pasted text syncs`() throws {
        let team = try Team()
        let third = Program.accord(home: team.folder.url.appending(path: "lee"))
        try third.succeed("init", "--name", "Lee Okafor")
        try third.succeed("join", team.server.address, team.server.invite("Lee Okafor"))
        try team.lead.succeed("audit", "people", "add", "Lee Okafor", "--role", "tester")
        try team.lead.succeed("sync")
        try third.succeed("sync")
        let everybody = [team.lead, team.tester, third]
        for program in everybody {
            try program.succeed(
                "record", "--from", "-", "--format", "ndjson", input: Self.rows())
        }
        for program in everybody + everybody { try program.succeed("sync") }
        for program in everybody {
            #expect(try Team.queue(of: program) == 0)
            #expect(try program.succeed("log", "--not-accepted").out.contains("void") == false)
            #expect(try program.succeed("verify").status == 0)
            let exported = try program.succeed("export", "ndjson").out
            #expect(exported.split(separator: "\n").count == 12)
            #expect(exported.contains(Self.text))
        }
    }

    /// One verdict with the text on each of twelve findings.
    private static func rows() -> String {
        ["collapsed", "expanded", "selected", "disabled"].flatMap { state in
            ["label-in-name", "one-stop", "keyboard-order"].map { criterion in
                """
                {"screen":"Accounts","label":"Account options",\
                "environment":"\(Team.environment)","state":"\(state)",\
                "criterion":"\(criterion)","outcome":"passed","note":"\(text)"}
                """
            }
        }.joined(separator: "\n") + "\n"
    }
}
