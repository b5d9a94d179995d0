import Client
import Foundation
import Reading
import Shared
import Testing

/// The audit once more, on a later build.
struct BeginningRoundTests {
    private func begin(_ builds: [String: String], on desk: Desk) throws -> UInt32 {
        try desk.client.decisions.beginRound(of: builds, in: desk.view())
    }

    private func refusal(_ body: () throws -> UInt32) -> String {
        do { return "begun: \(try body())" } catch { return ReportedError(error).message }
    }

    @Test func `everything is untested again, and what was found stays in its round`() throws {
        let desk = try Desk()
        try desk.record(.failed)
        let before = try desk.view().untested(desk.catalogue).map { $0.criteria.count }.reduce(0, +)
        #expect(try begin(["ios": "8.5.0"], on: desk) == 2)
        let view = try desk.view()
        #expect(view.plan.builds["ios"] == "8.5.0")
        #expect(AuditRounds(view.plan).all.map(\.builds) == ["ios 8.4.0", "ios 8.5.0"])
        let after = try view.untested(desk.catalogue).map { $0.criteria.count }.reduce(0, +)
        #expect(after == before + 1)
        let comparison = try RoundComparison(of: 2, against: 1, in: view)
        #expect(comparison.lines.map(\.change) == [.notRetested])
        let first = try view.untested(desk.catalogue).failedFirst(in: view)
        #expect(first.first?.name == Desk.open)
    }

    @Test func `what cannot be a round is refused, and nothing is begun`() throws {
        let desk = try Desk()
        for (builds, words) in [
            ([:], "name one, such as"), (["ios": " \t"], "name one, such as"),
            (["web": "1"], "platform"), (["ios": "8.4.0"], "of that build already"),
            (["ios": String(repeating: "8", count: 20_000)], "20"),
        ] {
            let told = refusal { try begin(builds, on: desk) }
            #expect(told.contains(words), "\(builds.keys): \(told.prefix(200))")
        }
        #expect(try desk.view().plan.currentRound == 1)
        #expect(try desk.view().plan.builds == ["ios": "8.4.0"])
        for role in [Role.tester, .reader] {
            let other = try Desk(role: role)
            #expect(refusal { try begin(["ios": "9"], on: other) }.contains("lead"))
        }
    }

    @Test func `no round comes after the last number there is`() throws {
        let desk = try Desk()
        let last = FieldEdit(
            FieldID(.round, "\(UInt32.max)"),
            .round(number: .max, build: Text(normalizing: "8.5.0")))
        try desk.client.savePlan([last], of: desk.view())
        #expect(refusal { try begin(["ios": "9"], on: desk) }.contains("no round comes after"))
        #expect(try AuditRounds(desk.view().plan).pair(of: nil, against: nil) == (.max, 1))
    }

    @Test func `two rounds are compared, the later with an earlier one`() throws {
        let desk = try Desk()
        func pair(_ round: String?, _ other: String?) -> String {
            do {
                let pair = try AuditRounds(desk.view().plan).pair(of: round, against: other)
                return "\(pair.later) \(pair.earlier)"
            } catch { return ReportedError(error).message }
        }
        #expect(pair(nil, nil).contains("one round yet"))
        _ = try begin(["ios": "8.5.0"], on: desk)
        _ = try begin(["android": "8.6.0"], on: desk)
        #expect(pair(nil, nil) == "3 2")
        #expect(pair("2", nil) == "2 1")
        #expect(pair(nil, "1") == "3 1")
        #expect(pair("1", nil).contains("no round comes before round 1"))
        #expect(pair("2", "3").contains("3 is none"))
        #expect(pair("4", nil).contains("4"))
        #expect(try AuditRounds(desk.view().plan).all.last?.builds == "android 8.6.0, ios 8.5.0")
    }
}
