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
            restored.reissue(first)
            var outcomes: [[WireChangeOutcome]] = []
            for original in [originalFirst, !originalFirst] {
                let answer =
                    original
                    ? try await team.server.push(&team.tester, to: team.audit)
                    : try await team.server.push(&restored, to: team.audit)
                outcomes.append(answer.outcomes.map(\.outcome))
            }
            #expect(outcomes == [[], [.again]])
            let record = try await team.record(1)
            #expect(record.siblings(of: .judgement).map(\.edit) == [first.edit])
            #expect(record.changes.map(\.change.dot.n) == [1, 1], "it lives under both numbers")
        }
    }

    @Test func `a re-issue of somebody else's change is not taken`() async throws {
        var team = try await TestServer().team()
        let first = team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        team.other.reissue(first)
        let problem = await team.refusal(of: team.other.request(), by: team.other)
        #expect(problem?.code == .notAllowed)
    }

    @Test func `nobody can claim the edit of a colleague for words of her own`() async throws {
        var team = try await TestServer().team()
        let hers = team.tester.judge(team.state(), .failed(.critical, .app))
        try await team.server.push(&team.tester, to: team.audit)
        // Her number, and other words in the forger's own name: the id follows from these bytes.
        let forged = Change(
            key: hers.key, dot: hers.dot,
            body: ChangeBody(
                author: team.other.person, act: .edit,
                writes: [
                    Write(field: .judgement, value: .judgement(.passed), replaces: [hers.edit])
                ],
                sees: VersionVector([hers.dot]), wallTime: 0))
        let wrapper = team.other.reissue(forged)
        #expect(wrapper.edit != hers.edit)
        try await team.server.push(&team.other, to: team.audit)
        let record = try await team.record(1)
        #expect(
            Set(record.siblings(of: .judgement).map(\.value))
                == Set([.judgement(.failed(.critical, .app)), .judgement(.passed)]))
    }

    @Test func `only what was applied counts as known`() async throws {
        var team = try await TestServer().team()
        var promoted = try await team.server.device("Maya", person: 2, replica: 12)
        let refused = team.tester.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        try await team.server.push(&team.tester, to: team.audit)
        promoted.reissue(refused)
        let answer = try await team.server.push(&promoted, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
    }

    @Test func `a lead adopts what was quarantined, under its author's name`() async throws {
        var team = try await TestServer().team()
        let refused = team.reader.judge(team.state(), .passed)
        try await team.server.push(&team.reader, to: team.audit)
        team.lead.reissue(refused, adoptedBy: team.lead.person)
        let answer = try await team.server.push(&team.lead, to: team.audit)
        #expect(answer.outcomes.isEmpty)
        let records = try await team.server.pull(team.audit, by: team.other).records
        let record = try Record(try #require(records.last))
        #expect(record.siblings(of: .judgement).map(\.author) == [team.reader.person])
        #expect(record.siblings(of: .judgement).map(\.edit) == [refused.edit])
    }
}
