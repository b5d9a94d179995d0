import Foundation
import TestSupport
import Testing

/// Two people who disagree in sight of each other: both verdicts stay, whichever way they came.
@Suite(.serialized)
struct DisagreementTests {
    private let team: Team

    init() throws {
        team = try Team()
        try team.lead.succeed(Team.verdict("passed"))
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
    }

    /// The outcomes that stand on the criterion, ascending.
    private func standing(_ program: Program) throws -> [String] {
        let list = try program.succeed("conflicts", "list", "--json").out
        let items = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]]
        let findings = items?.flatMap { $0["findings"] as? [[String: Any]] ?? [] } ?? []
        return findings.flatMap { $0["judgements"] as? [[String: Any]] ?? [] }
            .compactMap { $0["outcome"] as? String }.sorted()
    }

    private func bothSidesStand() throws {
        #expect(try standing(team.tester) == ["failed", "passed"])
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(try standing(team.lead) == ["failed", "passed"])
    }

    @Test func `a command says so at once`() throws {
        let said = try team.tester.succeed(Team.verdict("failed")).out
        #expect(
            said.contains("Tomas Berg said passed. You disagree: both stay, and a lead is asked."))
        try bothSidesStand()
        let agreed = try team.tester.succeed(Team.verdict("passed")).out
        #expect(agreed.contains("You and Tomas Berg agree."))
        #expect(try team.tester.succeed("conflicts").out.contains("No conflict."))
    }

    @Test func `a file says how often, before and after`() throws {
        let rows = ["state-open", "confined"].map {
            #"{"screen":"Accounts","control":"menu","label":"Account options","#
                + #""environment":"\#(Team.environment)","state":"expanded","criterion":"\#($0)","#
                + #""outcome":"failed"}"#
        }.joined(separator: "\n")
        let rehearsal = try team.tester.succeed(
            "record", "--from", "-", "--dry-run", input: rows)
        #expect(rehearsal.out.contains("would disagree with 1 of a colleague's"))
        #expect(try standing(team.tester).isEmpty)
        let json = try team.tester.succeed(
            "record", "--from", "-", "--dry-run", "--json", input: rows
        ).json()
        #expect(json["disagreements"] as? Int == 1)
        let saved = try team.tester.succeed("record", "--from", "-", input: rows)
        #expect(saved.out.contains("disagrees with 1 of a colleague's"))
        try bothSidesStand()
    }

    @Test func `a withdrawal over a colleague's words stays contested until a lead decides`()
        throws
    {
        try team.tester.succeed(Team.verdict("failed"))
        let said = try team.tester.succeed(
            "withdraw", Team.state, "--criterion", "state-open", "--reason", "Twice.")
        #expect(
            said.out.contains(
                "1 verdict of others is not covered by this and stays; a lead decides."))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        let conflicts = try team.lead.succeed("conflicts").out
        #expect(conflicts.contains("withdrawn by Maya Lindqvist: Twice."))
        #expect(conflicts.contains("stays: 1 verdict of Tomas Berg"))
        #expect(try team.lead.succeed("status").out.contains("withdrawal to decide: state-open on"))
        #expect(try team.lead.succeed("list", "--waiting").out.contains("withdrawal to decide"))
        try team.lead.succeed(
            "withdraw", Team.state, "--criterion", "state-open", "--reason", "Twice indeed.")
        #expect(try team.lead.succeed("conflicts").out.contains("No conflict."))
        try team.lead.succeed("withdraw", Team.state, "--criterion", "state-open", "--undo")
        #expect(try standing(team.lead) == ["failed", "passed"])
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        #expect(try standing(team.tester) == ["failed", "passed"])
    }

    @Test func `whoever records on what is withdrawn is told first`() throws {
        try team.lead.succeed("withdraw", Team.component, "--reason", "Removed in 8.4.1.")
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        #expect(try team.tester.succeed("list", "--untested").out.contains("Nothing is left"))
        let said = try team.tester.succeed(Team.verdict("failed")).out
        #expect(
            said.hasPrefix(
                "This component was withdrawn by Tomas Berg: Removed in 8.4.1. What you record "
                    + "stands beside that, and a lead is asked."))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("conflicts").out.contains("1 withdrawn component"))
        let other = try team.tester.run("withdraw", Team.component, "--undo")
        #expect(other.status == 65)
        #expect(other.errors.contains("only they or a lead can take that back"))
        try team.lead.succeed("withdraw", Team.component, "--undo")
        let left = try team.lead.succeed("conflicts").out
        #expect(!left.contains("withdrawn component"))
        // Tomas had said passed before: what was withdrawn speaks again.
        #expect(left.contains("Maya Lindqvist: failed"))
    }
}
