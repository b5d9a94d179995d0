import Foundation
import TestSupport
import Testing

/// What others do with one's work, and what waits in the plan, is told by the commands.
@Suite(.serialized)
struct UnseenTests {
    private let team: Team

    init() throws {
        team = try Team()
        try team.tester.succeed(Team.verdict("failed"))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
    }

    private func news(_ program: Program) throws -> [[String: Any]] {
        let status = try program.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        return try #require(audits.first?["news"] as? [[String: Any]])
    }

    @Test
    func `whose work a lead withdraws hears of it at her next sync, and until she has seen it`()
        throws
    {
        try team.lead.succeed("withdraw", Team.component, "--reason", "Removed in 8.4.1.")
        try team.lead.succeed("sync")
        let said = try team.tester.succeed("sync").out
        let sentence = "Tomas Berg withdrew 1 of your findings: \(Team.component)."
        #expect(said.contains("\(sentence) Reason: Removed in 8.4.1."))
        #expect(try !team.tester.succeed("sync").out.contains("withdrew"), "once by a sync")
        #expect(try team.tester.succeed("status").out.contains(sentence))
        #expect(try news(team.tester).map { $0["kind"] as? String } == ["withdrawn"])
        #expect(try news(team.lead).isEmpty)
        try team.tester.succeed("status", "--seen")
        #expect(try news(team.tester).isEmpty)
        #expect(try !team.tester.succeed("status").out.contains("withdrew"))
    }

    @Test func `who withdrew hears that a lead turned it down`() throws {
        try team.tester.succeed(
            "withdraw", Team.state, "--criterion", "state-open", "--reason", "Twice.")
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        try team.lead.succeed("withdraw", Team.state, "--criterion", "state-open", "--undo")
        try team.lead.succeed("sync")
        let report = try team.tester.succeed("sync", "--json").json()
        let audits = try #require(report["audits"] as? [[String: Any]])
        let news = try #require(audits.first?["news"] as? [[String: Any]])
        #expect(news.map { $0["kind"] as? String } == ["lifted"])
    }

    @Test func `two leads who disagree on the plan are asked to choose`() throws {
        try team.lead.succeed("audit", "people", "role", "Maya Lindqvist", "--role", "lead")
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        try team.lead.succeed("audit", "announcements", "lenient")
        try team.tester.succeed("audit", "announcements", "strict")
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(try team.lead.succeed("status").out.contains("to choose in the plan"))
        let conflicts = try team.lead.succeed("conflicts").out
        #expect(conflicts.contains("the announcements: strict (Maya Lindqvist)"))
        #expect(conflicts.contains("1 part of the plan"))
        #expect(
            try team.lead.succeed("list", "--waiting").out.contains("to choose: the announcements"))
        #expect(try team.lead.succeed("audit", "choose").out.contains("2. lenient"))
        try team.lead.succeed("audit", "choose", "announcements", "lenient")
        #expect(try team.lead.succeed("conflicts").out.contains("No conflict."))
        try team.lead.succeed("sync")
        try team.tester.succeed("sync")
        #expect(try team.tester.succeed("audit", "choose").out.contains("waits for a choice"))
    }

    @Test func `a team that has sent everything has no queue listed`() throws {
        let status = try team.lead.succeed("status", "--json").json()
        let audits = try #require(status["audits"] as? [[String: Any]])
        #expect((audits.first?["queues"] as? [Any])?.isEmpty == true)
        let list = try Program.server.succeed(
            "device", "list", "--data", team.server.data.path, "--json")
        #expect(list.out.contains(#""unsent":0"#))
    }

    @Test func `a control that came in twice points to itself`() throws {
        try team.tester.succeed(
            "component", "add", "--screen", "Accounts", "--control", "menu", "--label", "Options")
        let said = try team.tester.succeed(
            "component", "see", "Accounts/Options", Team.component
        ).out
        #expect(said.contains("point to each other. No finding was moved."))
        try team.tester.succeed("sync")
        try team.lead.succeed("sync")
        #expect(
            try team.lead.succeed("show", Team.state).out.contains(
                "the same control as Accounts/Options"))
        #expect(
            try team.lead.succeed("component", "list").out.contains(
                "Accounts/Options is the same control as \(Team.component)"))
        let csv = try team.lead.succeed("export", "csv").out
        #expect(csv.contains("Accounts/Options"))
        try team.tester.succeed("component", "see", "Accounts/Options", "--clear")
        #expect(try !team.tester.succeed("show", Team.state).out.contains("same control"))
        let itself = try team.tester.run("component", "see", Team.component, Team.component)
        #expect(itself.status == 65)
    }

    @Test func `what was never rejected is not sent again`() throws {
        let none = try team.tester.succeed("log", "--send-again", "all").out
        #expect(none.contains("has rejected nothing"))
        #expect(try team.tester.run("log", "--send-again", "1").status == 66)
    }
}
