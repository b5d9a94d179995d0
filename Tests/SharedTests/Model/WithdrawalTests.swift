import Shared
import TestSupport
import Testing

/// `Withdrawals.swift`: what is taken back, by whom, edit by edit (docs/merge.md, "Withdrawals").
struct WithdrawalTests {
    private let component = RecordKey.component(Sample.audit, ComponentID(high: 0xC0, low: 1))
    private let whole = FieldID(.withdrawn)
    private let hers = Change.judged(1, 1, .passed)
    private let his = Change.judged(2, 1, .failed(.serious, .app))

    private func finding(_ changes: [Change], under component: [Change] = []) throws -> Finding {
        let withdrawals = Record.after(component, key: self.component).withdrawals
        let findings = Record.after(changes).findings(
            policy: .one(.standard), control: "menu", environment: "", withdrawals: withdrawals)
        return try #require(findings.first)
    }

    @Test func `a tester withdraws a finding that is hers alone`() throws {
        let finding = try finding([hers, .withdrawn(1, 2, covers: [hers.edit])])
        #expect(finding.withdrawal == .withdrawn(reason: "wrong screen"))
        #expect(!finding.isConflict)
    }

    @Test func `over a colleague's verdict a tester's withdrawal is a proposal`() throws {
        let finding = try finding([hers, his, .withdrawn(1, 2, covers: [hers.edit, his.edit])])
        #expect(finding.withdrawal == .contested(reason: "wrong screen"))
        #expect(finding.judgements.map(\.edit) == [his.edit], "hers is taken back, his is not")
        #expect(finding.effective == .single(.failed(.serious, .app), by: Sample.person(2)))
        #expect(finding.isConflict)
    }

    @Test func `a lead's withdrawal takes back everything that it lists, decisions too`() throws {
        let decision = Change.decided(9, 1, .passed, settled: [hers.edit, his.edit])
        let covers = [hers, his, decision].map(\.edit)
        let all = [hers, his, decision]
        let taken = Change.withdrawn(9, 2, covers: covers, act: .decision)
        #expect(try finding(all + [taken]).withdrawal == .withdrawn(reason: "wrong screen"))
        // Written as an edit it covers only what is the lead's own.
        let edit = Change.withdrawn(9, 2, covers: covers)
        let contested = try finding(all + [edit])
        #expect(contested.withdrawal == .contested(reason: "wrong screen"))
        #expect(contested.judgements.count == 2)
    }

    @Test func `what nobody listed stays, counts, and contests the withdrawal`() throws {
        let late = Change.judged(3, 1, .cantTell)
        let taken = Change.withdrawn(9, 1, covers: [hers.edit], act: .decision)
        let finding = try finding([hers, taken, late])
        #expect(finding.withdrawal == .contested(reason: "wrong screen"))
        #expect(finding.effective == .single(.cantTell, by: Sample.person(3)))
        let note = Change.noted(3, 2, "focus is lost")
        #expect(
            try self.finding([hers, taken, note]).withdrawal
                == .contested(reason: "wrong screen"), "a note contests like a verdict")
    }

    @Test func `what a vector covers is not withdrawn by that`() throws {
        let write = Write(
            field: Sample.withdrawn,
            value: .withdrawal(Withdrawal(reason: Text(normalizing: "gone"), covers: [])),
            replaces: [])
        let taken = Change.sample(
            9, 1, [write], act: .decision, sees: VersionVector([hers.dot, his.dot]))
        let finding = try finding([hers, his, taken])
        #expect(finding.withdrawal == .contested(reason: "gone"))
        #expect(finding.judgements.count == 2)
    }

    @Test func `withdrawals of several authors cover together`() throws {
        let finding = try finding([
            hers, his, .withdrawn(1, 2, covers: [hers.edit, his.edit]),
            .withdrawn(2, 2, covers: [hers.edit, his.edit]),
        ])
        #expect(finding.withdrawal == .withdrawn(reason: "wrong screen"))
    }

    @Test func `a component's withdrawal is read by its states`() throws {
        let taken = Change.withdrawn(
            9, 1, covers: [hers.edit, his.edit], act: .decision, field: whole, key: component)
        let finding = try finding([hers, his], under: [taken])
        #expect(finding.withdrawal == .withdrawn(reason: "wrong screen"))
        let late = try self.finding([hers, his, .judged(3, 1, .passed)], under: [taken])
        #expect(late.withdrawal == .contested(reason: "wrong screen"))
        #expect(late.judgements.map(\.author) == [Sample.person(3)])
        let record = Record.after([hers, his])
        let withdrawals = Record.after([taken], key: component).withdrawals
        #expect(record.withdrawal(under: withdrawals) == .withdrawn(reason: "wrong screen"))
        #expect(record.withdrawal() == .none)
    }

    @Test func `a long withdrawal in several changes covers together`() throws {
        let parts = [hers, his].enumerated().map { index, change in
            Change.withdrawn(
                9, UInt64(index + 1), covers: [change.edit], act: .decision, field: whole,
                key: component)
        }
        #expect(
            try finding([hers, his], under: parts).withdrawal
                == .withdrawn(reason: "wrong screen"))
        #expect(
            try finding([hers, his], under: [parts[0]]).withdrawal
                == .contested(reason: "wrong screen"), "a half of it contests, and hides nothing")
    }

    @Test func `what takes back nothing is contested, unless a lead wrote it`() throws {
        let proposal = Change.withdrawn(2, 1, covers: [])
        #expect(try finding([proposal]).withdrawal == .contested(reason: "wrong screen"))
        let lead = Change.withdrawn(9, 1, covers: [], act: .decision)
        #expect(try finding([lead]).withdrawal == .withdrawn(reason: "wrong screen"))
        #expect(try finding([proposal, lead]).withdrawal.isDone)
        // The state as a whole: nothing was recorded, or another took her own back already.
        let whole = Change.withdrawn(2, 2, covers: [], field: self.whole)
        #expect(Record.after([whole]).withdrawal() == .contested(reason: "wrong screen"))
        let taken = Change.withdrawn(1, 2, covers: [hers.edit])
        #expect(!Record.after([hers, taken, whole]).withdrawal().isDone)
        let own = Change.withdrawn(1, 3, covers: [hers.edit], field: self.whole)
        #expect(Record.after([hers, taken, own]).withdrawal().isDone)
        let byLead = Change.withdrawn(9, 2, covers: [], act: .decision, field: self.whole)
        #expect(Record.after([hers, taken, byLead]).withdrawal().isDone)
    }

    @Test func `nothing of a component is taken out under a proposal for one of its states`() throws
    {
        // The component's author withdraws it; a state in it of which nothing lives stays its part.
        let around = Change.withdrawn(
            1, 9, covers: [hers.edit], field: whole, key: component)
        let withdrawals = Record.after([around], key: component).withdrawals
        #expect(Record(key: Sample.state).withdrawal(under: withdrawals).isDone)
        #expect(Record.after([hers]).withdrawal(under: withdrawals).isDone)
        let proposal = Record.after([.withdrawn(2, 2, covers: [], field: whole)])
        #expect(proposal.withdrawal(under: withdrawals) == .contested(reason: "wrong screen"))
        #expect(
            !proposal.registers().haveWords(beside: withdrawals),
            "so the component is not contested by it")
    }

    @Test func `an edit that saw her own withdrawal removes it in the same change`() throws {
        let taken = Change.withdrawn(1, 2, covers: [hers.edit])
        let back = Change.sample(
            1, 3,
            [
                Write(
                    field: Sample.judgement, value: .judgement(.cantTell), replaces: [hers.edit]),
                Write(field: Sample.withdrawn, value: nil, replaces: [taken.edit]),
            ])
        #expect(try finding([hers, taken, back]).withdrawal == .none)
    }

    @Test func `a withdrawal that is lifted leaves everything as it was`() throws {
        let taken = Change.withdrawn(1, 2, covers: [hers.edit, his.edit])
        let lift = Change.sample(
            9, 1, [Write(field: Sample.withdrawn, value: nil, replaces: [taken.edit])],
            act: .decision)
        let finding = try finding([hers, his, taken, lift])
        #expect(finding.withdrawal == .none)
        #expect(finding.judgements.count == 2)
    }
}

extension Finding.Withdrawal {
    fileprivate var isDone: Bool { if case .withdrawn = self { true } else { false } }
}
