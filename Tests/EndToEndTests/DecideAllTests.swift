import Foundation
import TestSupport
import Testing

/// Many conflicts decided with one command: shown first, then done, and nothing by mistake.
@Suite(.serialized)
struct DecideAllTests {
    private let team: Team
    private static let states = [
        ("collapsed", "state-open"), ("disabled", "state-disabled"), ("expanded", "state-open"),
    ]

    /// Tomas says that three states pass, Maya that they fail, neither knowing of the other.
    init() throws {
        team = try Team()
        for (state, criterion) in Self.states {
            try team.lead.succeed(Team.verdict("passed", criterion: criterion, state: state))
            try team.tester.succeed(
                Team.verdict(
                    "failed", criterion: criterion, state: state, "--severity", "serious"))
        }
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
    }

    private func bases() throws -> [String] {
        let json = try team.lead.succeed("list", "--json").out
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        return rows.compactMap { ($0["effective"] as? [String: Any])?["basis"] as? String }
    }

    @Test func `a preview decides nothing, and what differs from it is left out and named`() throws
    {
        let all = ["decide", "--all", "--holds", "gravest"]
        let preview = try team.lead.run(all + ["--preview", "--json"])
        #expect(preview.status == 0)
        let mark = try #require(try preview.json()["code"] as? String)
        #expect(try bases() == ["undecided", "undecided", "undecided"])
        try team.tester.succeed(
            Team.verdict(
                "failed", criterion: "state-disabled", state: "disabled", "--severity", "minor"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        let done = try team.lead.run(
            all + ["--reason", "We fix by the graver one.", "--previewed", mark])
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.out.contains("Decided 2 findings on 2 component states."))
        #expect(done.out.contains(":disabled: it has changed since you saw it"))
        #expect(try bases().sorted() == ["decided", "decided", "undecided"])
        let left = try team.lead.succeed("conflicts").out
        #expect(left.contains("1 component state with something to decide"))
    }

    @Test func `a condition leaves the others alone`() throws {
        try team.lead.succeed(
            "decide", "--all", "--state", "expanded", "--holds", "Maya Lindqvist", "--reason",
            "She has the better device.")
        #expect(try bases().sorted() == ["decided", "undecided", "undecided"])
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        let news = try team.tester.succeed("status").out
        #expect(news.contains("Tomas Berg decided as you judged"))
    }

    @Test(arguments: [
        [["--holds", "gravest"], ["64", "Give the reason"]],
        [["--reason", "x"], ["64", "Say whose verdict holds"]],
        [["--holds", "Zebra", "--reason", "x"], ["Zebra"]],
        [["--holds", "gravest", "--reason", "x", "--control", "zebra"], ["zebra"]],
        [
            ["--holds", "gravest", "--reason", "x", "--previewed", "zebra"],
            ["no code of a preview"],
        ],
        [["--holds", "gravest", "--reason", "x", "--outcome", "passed"], ["64", "--holds says"]],
        [["--holds", "gravest", "--reason", "x", Team.state], ["64", "not both"]],
    ])
    func `what is wrong is said, and nothing is decided`(given: [[String]]) throws {
        let refused = try team.lead.run(["decide", "--all"] + given[0])
        #expect(refused.status != 0)
        for words in given[1] where words == "64" { #expect(refused.status == 64) }
        for words in given[1] where words != "64" {
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        #expect(try bases() == ["undecided", "undecided", "undecided"])
    }

    @Test func `a tester decides nothing`() throws {
        let refused = try team.tester.run(
            "decide", "--all", "--holds", "gravest", "--reason", "x")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("only a lead of the audit may decide"))
    }
}
