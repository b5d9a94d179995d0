import Shared
import Testing

@testable import Server

/// What was written once is applied once, under whatever dot it comes.
struct ReissueTests {
    @Test func `the order in which an original and its re-issue arrive does not matter`()
        async throws
    {
        for originalFirst in [true, false] {
            var team = try await TestServer().team()
            var restored = try await team.server.device("Maya", person: 2, replica: 12)
            let first = team.tester.judge(team.state(), .passed)
            restored.record(
                first.key, first.body.writes,
                origin: ChangeOrigin(dot: first.dot, hash: first.hash))
            var outcomes: [[WireChangeOutcome]] = []
            for original in [originalFirst, !originalFirst] {
                let answer =
                    original
                    ? try await team.server.push(&team.tester, to: team.audit)
                    : try await team.server.push(&restored, to: team.audit)
                outcomes.append(answer.outcomes.map(\.outcome))
            }
            #expect(outcomes == [[], [.again]])
        }
    }

    @Test func `a re-issue of somebody else's change is rejected`() async throws {
        var team = try await TestServer().team()
        let first = team.tester.judge(team.state(), .passed)
        team.other.record(
            first.key, first.body.writes, origin: ChangeOrigin(dot: first.dot, hash: first.hash))
        let answer = try await team.server.push(&team.other, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.rejected])
        #expect(answer.outcomes.first?.reason.hasPrefix("bad-origin: ") == true)
    }

    @Test func `only what was applied counts as known`() async throws {
        var team = try await TestServer().team()
        var promoted = try await team.server.device("Maya", person: 2, replica: 12)
        let refused = team.tester.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        try await team.server.push(&team.tester, to: team.audit)
        promoted.record(
            refused.key, refused.body.writes, act: .plan,
            origin: ChangeOrigin(dot: refused.dot, hash: refused.hash))
        let answer = try await team.server.push(&promoted, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
    }

    @Test func `a lead adopts what was quarantined, under its author's name`() async throws {
        var team = try await TestServer().team()
        let refused = team.reader.judge(team.state(), .passed)
        try await team.server.push(&team.reader, to: team.audit)
        team.lead.record(
            refused.key, refused.body.writes, act: .adoption, author: team.reader.person,
            by: team.lead.person, origin: ChangeOrigin(dot: refused.dot, hash: refused.hash))
        let answer = try await team.server.push(&team.lead, to: team.audit)
        #expect(answer.outcomes.isEmpty)
        let records = try await team.server.pull(team.audit, by: team.other).records
        let record = try Record(try #require(records.last))
        #expect(record.siblings(of: .judgement).map(\.author) == [team.reader.person])
        #expect(record.siblings(of: .judgement).map(\.edit) == [refused.edit])
    }
}
