import Shared
import TestSupport
import Testing

/// What a save names, and what it knew (docs/merge.md, "What a save names").
struct ReplacementTests {
    private let serious = Judgement.failed(.serious, .app)
    private let mine = Sample.person(1)

    private func names(shown changes: [Change], act: Act = .edit) -> Set<EditID> {
        names(Sample.judgement, shown: changes, act: act)
    }

    private func names(
        _ field: FieldID, shown changes: [Change], act: Act = .edit
    ) -> Set<EditID> {
        let shown = Record.after(changes).siblings(of: field)
        return Set(Replacement.named(of: shown, field: field, by: mine, act: act))
    }

    @Test func `a first judgement names nothing`() {
        #expect(names(shown: []).isEmpty)
    }

    @Test func `a judgement names one's own and never another's`() {
        let own = Change.judged(1, 1, .passed)
        let theirs = Change.judged(2, 1, serious)
        #expect(names(shown: [theirs]).isEmpty)
        #expect(names(shown: [own, theirs, .judged(3, 1, .passed)]) == [own.edit])
    }

    @Test func `own is by person, not by laptop`() {
        let elsewhere = Change.judged(5, 1, .passed, author: 1)
        let theirs = Change.judged(2, 1, serious)
        #expect(names(shown: [elsewhere, theirs]) == [elsewhere.edit])
    }

    @Test func `an adopted judgement is its author's own, not the adopter's`() {
        let hers = Change.judged(2, 1, serious, author: 1)
            .issuedAgain(at: Dot(replica: Sample.replica(9), n: 1), adoptedBy: Sample.person(9))
        let shown = Record.after([hers]).siblings(of: Sample.judgement)
        func named(_ person: Int) -> [EditID] {
            Replacement.named(
                of: shown, field: Sample.judgement, by: Sample.person(person), act: .edit)
        }
        #expect(named(1) == [hers.edit])
        #expect(named(9).isEmpty)
    }

    @Test func `a note names all versions that the form showed`() {
        let notes = [Change.noted(1, 1, "one"), .noted(2, 1, "two")]
        #expect(names(Sample.note, shown: notes) == Set(notes.map(\.edit)))
    }

    @Test func `a withdrawal names one's own, and a lead's names everybody's`() {
        let shown = [1, 2].map { Change.withdrawn($0, 1, covers: []) }
        #expect(names(Sample.withdrawn, shown: shown) == [shown[0].edit])
        #expect(
            names(Sample.withdrawn, shown: shown, act: .decision) == Set(shown.map(\.edit)))
    }

    // MARK: Apply holds everybody to it

    @Test func `a judgement that names another's takes nothing from her`() {
        let theirs = Change.judged(2, 1, serious)
        let bold = Change.judged(1, 1, .passed, replaces: [theirs.edit])
        for order in permutations([theirs, bold]) {
            let shown = Record.after(order).siblings(of: Sample.judgement)
            #expect(Set(shown.map(\.edit)) == [theirs.edit, bold.edit])
        }
        let removal = Change.judged(1, 1, nil, replaces: [theirs.edit])
        #expect(
            Record.after([theirs, removal]).siblings(of: Sample.judgement).map(\.edit)
                == [theirs.edit])
    }

    @Test func `who adopted a judgement cannot take it back`() {
        let hers = Change.judged(2, 1, serious)
        let adopted = hers.issuedAgain(
            at: Dot(replica: Sample.replica(9), n: 1), adoptedBy: Sample.person(9))
        let back = Change.judged(9, 2, nil, replaces: [hers.edit])
        #expect(
            Record.after([adopted, back]).siblings(of: Sample.judgement).map(\.edit)
                == [hers.edit])
    }

    @Test func `a tester cannot lift another's withdrawal, and a lead's decision can`() {
        let theirs = Change.withdrawn(2, 1, covers: [])
        func lifted(_ act: Act) -> Record {
            let write = Write(field: Sample.withdrawn, value: nil, replaces: [theirs.edit])
            return .after([theirs, .sample(1, 1, [write], act: act)])
        }
        #expect(lifted(.edit).siblings(of: Sample.withdrawn).map(\.edit) == [theirs.edit])
        #expect(lifted(.decision).siblings(of: Sample.withdrawn).isEmpty)
    }

    // MARK: What she knew

    @Test func `a judgement knew the others' judgements and every decision of its form`() {
        let own = Change.judged(1, 1, .passed)
        let theirs = Change.judged(2, 1, serious)
        let decision = Change.decided(9, 1, serious, settled: [own.edit, theirs.edit])
        let form = Record.after([own, theirs, decision])
        let knew = Replacement.known(
            judgements: form.siblings(of: Sample.judgement),
            decisions: form.siblings(of: Sample.decision), by: mine)
        #expect(Set(knew) == [theirs.edit, decision.edit])
    }

    @Test func `to have known a judgement takes nothing from it`() {
        let theirs = Change.judged(2, 1, serious)
        let second = Change.judged(1, 1, .passed, knew: [theirs.edit])
        let shown = Record.after([theirs, second]).siblings(of: Sample.judgement)
        #expect(shown.count == 2)
        #expect(shown.first { $0.edit == second.edit }?.knew == [theirs.edit])
    }

    // MARK: Closure

    @Test func `what an unconfirmed edit had replaced is named too`() {
        let older = Change.judged(5, 1, .passed, author: 1)
        let first = Change.judged(1, 1, serious, replaces: [older.edit])
        let second = Change.judged(1, 2, .cantTell, replaces: [first.edit])
        let closed = Replacement.closed(
            [second.edit], field: Sample.judgement, over: [first, second])
        #expect(Set(closed) == [second.edit, first.edit, older.edit])
        #expect(closed == closed.sorted())
    }

    @Test func `what a confirmed edit had replaced is not named again`() {
        let older = Change.judged(5, 1, .passed, author: 1)
        let first = Change.judged(1, 1, serious, replaces: [older.edit])
        let closed = Replacement.closed([first.edit], field: Sample.judgement, over: [])
        #expect(closed == [first.edit])
    }

    @Test func `closure stays within one register`() {
        let write = Write(field: Sample.note, value: nil, replaces: [Sample.edit(7)])
        let change = Change.sample(1, 1, [write])
        let closed = Replacement.closed([change.edit], field: Sample.judgement, over: [change])
        #expect(closed == [change.edit])
    }

    @Test func `a refused edit does not bring back what it had replaced`() {
        let older = Change.judged(5, 1, .passed, author: 1)
        let refused = Change.judged(1, 1, serious, replaces: [older.edit])
        let names = Replacement.closed(
            [refused.edit], field: Sample.judgement, over: [refused])
        let next = Change.judged(1, 2, .cantTell, replaces: names)
        let record = Record.after([older, next])
        #expect(record.siblings(of: Sample.judgement).map(\.edit) == [next.edit])
    }

    @Test func `two dots with one edit id are one write, and go together`() {
        let first = Change.judged(1, 1, .passed)
        let again = first.issuedAgain(at: Dot(replica: Sample.replica(5), n: 1))
        var record = Record.after([first])
        record.applyAgain(again)
        #expect(record.changes.count == 2)
        #expect(record.siblings(of: Sample.judgement).map(\.dot) == [first.dot])
        let next = Change.judged(1, 2, serious, replaces: [first.edit])
        #expect(record.applying(next).siblings(of: Sample.judgement).map(\.edit) == [next.edit])
        #expect(record.applying(next).changes.map(\.change.edit) == [next.edit])
    }

    @Test func `again where the edit is replaced brings nothing back`() {
        let first = Change.judged(1, 1, .passed)
        let next = Change.judged(1, 2, serious, replaces: [first.edit])
        var record = Record.after([first, next])
        let again = first.issuedAgain(at: Dot(replica: Sample.replica(5), n: 1))
        record.applyAgain(again)
        #expect(record.siblings(of: Sample.judgement).map(\.edit) == [next.edit])
        #expect(record.context.covers(again.dot))
    }
}
