import Shared
import TestSupport
import Testing

/// Decisions and what challenges them (docs/merge.md, "Decisions").
struct DecisionTests {
    private let serious = Judgement.failed(.serious, .app)
    private let passed = Change.judged(1, 1, .passed)
    private let failed = Change.judged(2, 1, .failed(.serious, .app))

    private func holding(_ changes: [Change]) -> Effective {
        let record = Record.after(changes)
        let answers = permutations(record.siblings(of: Sample.judgement)).flatMap { judgements in
            permutations(record.siblings(of: Sample.decision)).map { decisions in
                effective(
                    judgements: judgements, decisions: decisions, policy: .one(.standard),
                    subject: PolicySubject(control: "", state: "", environment: "", criterion: ""))
            }
        }
        #expect(Set(answers).count == 1, "the order of the siblings matters")
        return answers[0]
    }

    /// Lead 9 decides on what both testers said.
    private func decision(
        _ replica: Int = 9, _ judgement: Judgement? = nil, replaces: [EditID] = []
    ) -> Change {
        .decided(
            replica, 1, judgement ?? serious, settled: [passed.edit, failed.edit],
            replaces: replaces)
    }

    @Test func `a decision that names every live judgement decides`() {
        let decided = holding([passed, failed, decision()])
        #expect(decided.basis == "decided")
        #expect(decided.judgement == serious)
        #expect(!decided.isConflict)
    }

    @Test func `a decision removes no judgement`() {
        let record = Record.after([passed, failed, decision()])
        #expect(record.siblings(of: Sample.judgement).map(\.edit) == [passed.edit, failed.edit])
    }

    @Test func `a decision may differ from every judgement it settles`() {
        #expect(holding([passed, failed, decision(9, .cantTell)]).judgement == .cantTell)
    }

    @Test func `an edit that had not seen the decision challenges it late`() {
        let late = Change.judged(3, 1, .cantTell)
        let challenged = holding([passed, failed, decision(), late])
        guard case .challenged(let decision, let challenges) = challenged else {
            Issue.record("The decision is not challenged: \(challenged).")
            return
        }
        #expect(decision.judgement == serious)
        #expect(challenges == [.late(late.edit)])
        #expect(challenged.judgement == serious, "A challenged decision stays in effect.")
        #expect(challenged.isConflict)
    }

    @Test func `an edit that had seen the decision challenges it knowingly`() {
        let decision = decision()
        let informed = Change.judged(
            2, 2, .passed, replaces: [failed.edit], sees: VersionVector([decision.dot]))
        let late = Change.judged(3, 1, .cantTell)
        let challenged = holding([passed, failed, decision, informed, late])
        guard case .challenged(_, let challenges) = challenged else {
            Issue.record("The decision is not challenged: \(challenged).")
            return
        }
        #expect(Set(challenges) == [.informed(informed.edit), .late(late.edit)])
    }

    @Test func `a challenge is answered by a decision that names it too`() {
        let first = decision()
        let late = Change.judged(3, 1, .cantTell)
        let second = Change.decided(
            9, 2, serious, settled: [passed.edit, failed.edit, late.edit], replaces: [first.edit])
        #expect(holding([passed, failed, first, late, second]).basis == "decided")
    }

    @Test func `a lifted decision leaves the judgements as they were`() {
        let decision = decision()
        let lift = Change.sample(
            9, 2, [Write(field: Sample.decision, value: nil, replaces: [decision.edit])],
            act: .decision)
        #expect(
            holding([passed, failed, decision, lift]) == .undecided(.noRule))
    }

    @Test func `two decisions of one judgement agree`() {
        let both = holding([passed, failed, decision(8), decision(9)])
        #expect(both.basis == "decided")
        #expect(both.judgement == serious)
    }

    @Test func `two decisions that agree settle together what each settles`() {
        let one = Change.decided(8, 1, serious, settled: [passed.edit])
        let two = Change.decided(9, 1, serious, settled: [failed.edit])
        #expect(holding([passed, failed, one, two]).basis == "decided")
        #expect(holding([passed, failed, one]).basis == "challenged")
    }

    @Test func `two decisions that differ are undecided`() {
        #expect(
            holding([passed, failed, decision(8), decision(9, .passed)])
                == .undecided(.decisionsDiffer))
    }

    @Test func `a decision outlives the judgements it settled`() {
        let retested = Change.judged(1, 2, nil, replaces: [passed.edit])
        let other = Change.judged(2, 2, nil, replaces: [failed.edit])
        #expect(holding([passed, failed, decision(), retested, other]).basis == "decided")
    }

    @Test func `a tester's edit that names a decision does not remove it`() {
        let decision = decision()
        let bold = Change.judged(1, 2, .passed, replaces: [passed.edit, decision.edit])
        let record = Record.after([passed, failed, decision, bold])
        #expect(record.siblings(of: Sample.decision).map(\.edit) == [decision.edit])
    }

    @Test func `a decision that arrives again changes nothing`() {
        let decision = decision()
        let late = Change.judged(3, 1, .cantTell)
        let once = Record.after([passed, failed, decision, late])
        #expect(once.applying(decision) == once)
    }
}
