import Foundation
import Reading
import Shared
import Testing

@testable import Client

/// A lead signs a round on her own laptop; what she signed can be held against it later.
struct SigningTests {
    private static let statement = "Audited against WCAG 2.2 AA."

    private func catalogue(_ desk: Desk) throws -> AuditCatalogue {
        desk.client.catalogues.catalogue(of: try desk.view(), besides: desk.catalogue)
    }

    /// Judges everything that is asked in the current round, but for one finding.
    private func judgeAll(on desk: Desk, as judgement: Judgement = .passed) throws {
        let view = try desk.view()
        let drafts = try view.untested(desk.catalogue).map { untested in
            RecordDraft(
                key: .state(desk.audit, untested.place.id),
                edits: untested.criteria.map {
                    FieldEdit(FieldID(criterion: $0.id, .judgement), .judgement(judgement))
                })
        }
        try desk.client.save(drafts, in: desk.audit)
    }

    /// A laptop on which the first round can be signed.
    private func ready() throws -> Desk {
        let desk = try Desk()
        try judgeAll(on: desk)
        return desk
    }

    private func preview(_ desk: Desk) throws -> SigningPreview {
        try desk.client.decisions.signing(of: desk.audit, catalogue(desk))
    }

    private func sign(
        _ desk: Desk, _ statement: String = statement, without reasons: [String: String] = [:],
        asOf code: String? = nil, name: EditID? = nil
    ) throws {
        _ = try desk.client.decisions.sign(
            statement, without: reasons, asOf: code, name: name, of: desk.audit, catalogue(desk))
    }

    private func states(_ desk: Desk) throws -> [SignedRound.State] {
        try SignedRound.all(in: desk.view()).map(\.state)
    }

    private func refusal(_ body: () throws -> Void) -> String { trouble(body)?.message ?? "done" }

    @Test func `a round of which everything is judged is signed as it is shown`() throws {
        let desk = try ready()
        let shown = try preview(desk)
        #expect(shown.blocks == [])
        #expect(shown.exceptions == [])
        try sign(desk, asOf: shown.code)
        let signed = try #require(try SignedRound.all(in: desk.view()).first)
        #expect(signed.state == .unchanged)
        #expect(signed.signOff.result == shown.result.hash)
        #expect(signed.signOff.counts.passed == UInt64(shown.result.counts[.passed]))
        #expect(signed.signOff.statement.string == Self.statement)
        #expect(signed.signOff.builds.string == "ios 8.4.0")
        #expect(signed.signOff.round == 1)
        #expect(signed.signOff.pull == nil)
        #expect(signed.signature.author == (try desk.client.whoami().person))
    }

    @Test func `what is open refuses the signature, and nothing is written`() throws {
        let desk = try Desk()
        #expect(refusal { try sign(desk) }.contains("left to judge"))
        try judgeAll(on: desk)
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        #expect(refusal { try sign(desk) }.contains("for a decision"))
        #expect(try states(desk) == [])
        for role in [Role.tester, .reader] {
            let other = try Desk(role: role)
            #expect(refusal { try sign(other) }.contains("only a lead"))
        }
    }

    @Test func `what cannot be mended is named with a reason each`() throws {
        let desk = try ready()
        try desk.record(.cantTell)
        #expect(try preview(desk).exceptions == [.cantTell(1)])
        #expect(refusal { try sign(desk) }.contains("say why you sign without cantTell"))
        for (reasons, words) in [
            (["cantTell": " \t"], "say why"), (["evidence": "Lost."], "leave it out"),
            (["cantTell": String(repeating: "é", count: 8_500)], "17000 bytes"),
        ] {
            #expect(refusal { try sign(desk, without: reasons) }.contains(words))
        }
        #expect(try states(desk) == [])
        try sign(desk, without: ["cantTell": "No device of that kind."])
        let exceptions = try #require(try SignedRound.all(in: desk.view()).first).signOff.exceptions
        #expect(exceptions.map(\.kind.string) == ["cantTell"])
        #expect(exceptions.map(\.reason.string) == ["No device of that kind."])
    }

    @Test func `a statement says something, and has an end`() throws {
        let desk = try ready()
        #expect(refusal { try sign(desk, "  \n") }.contains("write the statement"))
        let long = String(repeating: "x", count: 17_000)
        #expect(refusal { try sign(desk, long) }.contains("17000 bytes"))
        #expect(try states(desk) == [])
    }

    @Test func `what was written since the page was shown refuses what it shows`() throws {
        let desk = try ready()
        let code = try preview(desk).code
        try desk.record(.failed, severity: .minor)
        #expect(refusal { try sign(desk, asOf: code) }.contains("has changed since"))
        #expect(refusal { try sign(desk, asOf: "7") }.contains("has changed since"))
        #expect(try states(desk) == [])
        try sign(desk, asOf: try preview(desk).code)
        #expect(try states(desk) == [.unchanged])
    }

    @Test func `a form that is sent twice signs once`() throws {
        let desk = try ready()
        let code = try preview(desk).code
        let name = desk.client.recording.commentName
        try sign(desk, asOf: code, name: name)
        try sign(desk, asOf: code, name: name)
        #expect(try states(desk) == [.unchanged])
    }

    @Test func `late work is noticed, and whether it changes the result`() throws {
        let desk = try ready()
        try sign(desk)
        try desk.hear(from: desk.maya, .passed)
        let same = try #require(try SignedRound.all(in: desk.view()).first)
        #expect(same.state == .writtenSince)
        #expect(same.written.map(\.person) == [desk.maya])
        #expect(same.written.map(\.records) == [1])
        let words = same.words(in: try desk.view().plan)
        #expect(words.contains("1 component state by Maya Lindqvist"))
        try desk.hear(from: desk.lee, .failed(.critical, .app))
        let changed = try #require(try SignedRound.all(in: desk.view()).first)
        #expect(changed.state == .resultChanged)
        #expect(Set(changed.written.map(\.person)) == [desk.maya, desk.lee])
    }

    @Test func `a withdrawal of a component that waits for a lead is told as written since`() throws
    {
        let desk = try ready()
        try sign(desk)
        try desk.withdraw(by: desk.maya, in: try desk.component(), act: .edit, covers: [])
        #expect(try states(desk) == [.writtenSince])
    }

    @Test func `two signatures stand beside each other, and neither is work since the other`()
        throws
    {
        let desk = try ready()
        try sign(desk)
        let view = try desk.view()
        let first = try #require(view.plan.signOffs.first?.value.signOff)
        let other = SignOff(
            round: 1, statement: Text(normalizing: "Signed apart."), exceptions: [],
            result: first.result, counts: first.counts, builds: first.builds,
            catalogue: first.catalogue, policy: first.policy, known: [], pull: nil)
        try desk.hear(
            from: desk.lee, in: try desk.plan(),
            [
                Write(
                    field: .signOff(EditID(high: 7, low: 7)), value: .signOff(other), replaces: [])
            ], act: .plan)
        let now = try desk.view()
        #expect(now.contested.isEmpty)
        let signed = try SignedRound.all(in: now)
        #expect(signed.count == 2)
        let own = signed.first { $0.signOff.statement.string == Self.statement }
        #expect(own?.state == .unchanged)
        // It knew of nothing: everything was written since.
        #expect(signed.first { $0.signature.author == desk.lee }?.state == .writtenSince)
    }

    @Test func `the next round changes nothing of what was signed`() throws {
        let desk = try ready()
        try sign(desk)
        _ = try desk.client.decisions.beginRound(of: ["ios": "8.5.0"], in: desk.view())
        try judgeAll(on: desk, as: .failed(.serious, .app))
        #expect(try states(desk) == [.unchanged])
        try sign(desk)
        #expect(try states(desk) == [.unchanged, .unchanged])
        #expect(try SignedRound.all(in: desk.view()).map(\.signOff.round) == [2, 1])
    }

    @Test func `a policy by which something else holds changes the result`() throws {
        let desk = try ready()
        try desk.client.savePlan(
            [
                FieldEdit(
                    FieldID(.policy), .policy(Policy(rules: [PolicyRule(method: "most-severe")])))
            ],
            of: try desk.view())
        try desk.hear(from: desk.maya, .failed(.minor, .app))
        try sign(desk, without: ["contact": "Offline."])
        try desk.client.savePlan(
            [FieldEdit(FieldID(.policy), .policy(.standard))], of: try desk.view())
        #expect(try states(desk) == [.resultChanged])
    }

    @Test func `a server that was not heard of for an hour has to be named`() throws {
        let desk = try ready()
        // The fixture's pull was in 2023, by this laptop's clock.
        _ = try desk.client.store.pull.created(
            desk.audit, cursor: [1], epoch: EpochID(high: 0, low: 1))
        let asked = try preview(desk).exceptions
        #expect(asked.map(\.key) == ["contact"])
        try sign(desk, without: ["contact": "On a train."])
        #expect(try states(desk) == [.unchanged])
    }

    @Test func `a colleague's signature is news, and to leads what was written since`() throws {
        let desk = try ready()
        try sign(desk)
        func news() throws -> [WorkEvent] { try desk.client.queries.news(desk.audit) }
        #expect(try news().isEmpty)
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        let since = try #require(try news().first { $0.kind == .signedSince })
        let words = since.words(in: try desk.view())
        #expect(words.contains("signed round 1. Result changed. Written since: 1 component state"))
        // It is told once for what is there, however often anything comes.
        try desk.hear(from: desk.maya, on: Desk.grey, .passed)
        #expect(try news().count { $0.kind == .signedSince } == 1)
        let own = try #require(try desk.view().plan.signOffs.first?.value)
        let write = Write(field: .signOff(EditID(high: 7, low: 7)), value: own, replaces: [])
        try desk.hear(from: desk.lee, in: try desk.plan(), [write], act: .plan)
        let signed = try #require(try news().first { $0.kind == .signed })
        #expect(signed.person == desk.lee)
        #expect(signed.words(in: try desk.view()).hasPrefix("Lee Okafor signed round 1: “Audited"))
    }

    @Test func `a report has who signed what, and what became of it`() throws {
        let desk = try ready()
        try sign(desk)
        let page = { String(decoding: try desk.exported("html").bytes, as: UTF8.self) }
        #expect(try page().contains("Unchanged."))
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        #expect(try page().contains("Result changed."))
    }
}
