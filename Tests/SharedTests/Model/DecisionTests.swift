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

    @Test func `a verdict that did not know the decision challenges it late`() {
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

    @Test func `a verdict that knew the decision challenges it knowingly`() {
        let decision = decision()
        let informed = Change.judged(
            2, 2, .passed, replaces: [failed.edit], knew: [decision.edit])
        let late = Change.judged(3, 1, .cantTell)
        let challenged = holding([passed, failed, decision, informed, late])
        guard case .challenged(_, let challenges) = challenged else {
            Issue.record("The decision is not challenged: \(challenged).")
            return
        }
        #expect(Set(challenges) == [.informed(informed.edit), .late(late.edit)])
    }

    @Test func `what was seen by vector makes no challenge informed`() {
        let decision = decision()
        let late = Change.judged(3, 1, .cantTell, sees: VersionVector([decision.dot]))
        guard case .challenged(_, let challenges) = holding([passed, failed, decision, late])
        else {
            Issue.record("The decision is not challenged.")
            return
        }
        #expect(challenges == [.late(late.edit)])
    }

    @Test func `who agrees with a decision does not challenge it`() {
        let agreeing = Change.judged(3, 1, .failed(.serious, .app))
        #expect(holding([passed, failed, decision(), agreeing]).basis == "decided")
    }

    @Test func `to know one of two decisions that stand is to know`() {
        let one = decision(8)
        let two = decision(9)
        let informed = Change.judged(3, 1, .cantTell, knew: [two.edit])
        guard case .challenged(_, let challenges) = holding([passed, failed, one, two, informed])
        else {
            Issue.record("The decision is not challenged.")
            return
        }
        #expect(challenges == [.informed(informed.edit)])
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
        let one = Change.decided(8, 1, .cantTell, settled: [passed.edit])
        let two = Change.decided(9, 1, .cantTell, settled: [failed.edit])
        #expect(holding([passed, failed, one, two]).basis == "decided")
        #expect(holding([passed, failed, one]).basis == "challenged")
    }

    @Test func `two decisions that differ are undecided`() {
        #expect(
            holding([passed, failed, decision(8), decision(9, .passed)])
                == .undecided(.decisionsDiffer))
    }

    @Test func `a decision outlives what it settled, and says that it rests on nothing`() {
        let retested = Change.judged(1, 2, nil, replaces: [passed.edit])
        let other = Change.judged(2, 2, nil, replaces: [failed.edit])
        let alone = holding([passed, failed, decision(), retested, other])
        #expect(alone.judgement == serious, "It stays in effect.")
        guard case .challenged(_, let challenges) = alone else {
            Issue.record("Nobody is told that the ground is gone: \(alone).")
            return
        }
        #expect(challenges == [.groundless])
        // Who agrees with it now gives it ground, and so does one of those that it settled.
        let agreeing = Change.judged(3, 1, .failed(.serious, .app))
        let grounded = [passed, failed, decision(), retested, other, agreeing]
        #expect(holding(grounded).basis == "decided")
        #expect(holding([passed, failed, decision(), retested]).basis == "decided")
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
