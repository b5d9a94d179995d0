import Shared
import TestSupport
import Testing

/// What a save names, and what only a decision may settle (docs/merge.md, "What a save names").
struct ReplacementTests {
    private let serious = Judgement.failed(.serious, .app)
    private let mine = Sample.person(1)

    private func names(
        _ judgement: Judgement?, shown changes: [Change]
    ) -> Set<EditID> {
        let shown = Record.after(changes).siblings(of: Sample.judgement)
        let answers = Set(
            permutations(shown).map {
                Set(Replacement.ofJudgement(judgement, shown: $0, by: mine))
            })
        #expect(answers.count == 1, "the order of the siblings matters")
        return answers.first ?? []
    }

    @Test func `a first judgement names nothing`() {
        #expect(names(.passed, shown: []).isEmpty)
    }

    @Test func `a retest names the other's judgement that the form showed`() {
        let theirs = Change.judged(2, 1, .passed)
        #expect(names(serious, shown: [theirs]) == [theirs.edit])
    }

    @Test func `a retest names all supporters of the one value shown`() {
        let shown = [Change.judged(2, 1, .passed), .judged(3, 1, .passed), .judged(1, 1, .passed)]
        #expect(names(serious, shown: shown) == Set(shown.map(\.edit)))
    }

    @Test func `an endorsement names only one's own, so both supporters stay`() {
        let theirs = Change.judged(2, 1, .passed)
        #expect(names(.passed, shown: [theirs]).isEmpty)
        let own = Change.judged(1, 1, .passed)
        #expect(names(.passed, shown: [theirs, own]) == [own.edit])
    }

    @Test func `in a conflict a save names only one's own`() {
        let own = Change.judged(1, 1, .passed)
        let theirs = Change.judged(2, 1, serious)
        #expect(names(.cantTell, shown: [own, theirs]) == [own.edit])
        #expect(names(serious, shown: [own, theirs]) == [own.edit])
    }

    @Test func `own is by person, not by laptop`() {
        let elsewhere = Change.judged(5, 1, .passed, author: 1)
        let theirs = Change.judged(2, 1, serious)
        #expect(names(.cantTell, shown: [elsewhere, theirs]) == [elsewhere.edit])
    }

    @Test func `taking a judgement back names only one's own`() {
        let own = Change.judged(1, 1, .passed)
        #expect(names(nil, shown: [own, .judged(2, 1, .passed)]) == [own.edit])
    }

    // MARK: Closure

    @Test func `what an unconfirmed edit had replaced is named too`() {
        let theirs = Change.judged(2, 1, .passed)
        let first = Change.judged(1, 1, serious, replaces: [theirs.edit])
        let second = Change.judged(1, 2, .cantTell, replaces: [first.edit])
        let closed = Replacement.closed(
            [second.edit], field: Sample.judgement, over: [first, second])
        #expect(Set(closed) == [second.edit, first.edit, theirs.edit])
        #expect(closed == closed.sorted())
    }

    @Test func `what a confirmed edit had replaced is not named again`() {
        let theirs = Change.judged(2, 1, .passed)
        let first = Change.judged(1, 1, serious, replaces: [theirs.edit])
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
        let theirs = Change.judged(2, 1, .passed)
        let refused = Change.judged(1, 1, serious, replaces: [theirs.edit])
        let names = Replacement.closed(
            [refused.edit], field: Sample.judgement, over: [refused])
        let next = Change.judged(1, 2, .cantTell, replaces: names)
        let record = Record.after([theirs, next])
        #expect(record.siblings(of: Sample.judgement).map(\.edit) == [next.edit])
    }

    // MARK: Only a decision settles

    private func settles(_ change: Change, after changes: [Change]) -> Bool {
        Replacement.settlesConflict(change, in: .after(changes))
    }

    @Test func `naming somebody else's side of a conflict one saw settles it`() {
        let own = Change.judged(1, 1, .passed)
        let theirs = Change.judged(2, 1, serious)
        let sees = VersionVector([own.dot, theirs.dot])
        let bold = Change.judged(1, 2, .passed, replaces: [own.edit, theirs.edit], sees: sees)
        #expect(settles(bold, after: [own, theirs]))
        let modest = Change.judged(1, 2, .cantTell, replaces: [own.edit], sees: sees)
        #expect(!settles(modest, after: [own, theirs]))
    }

    @Test func `naming both sides of a conflict settles it, seen or not`() {
        let one = Change.judged(2, 1, .passed)
        let two = Change.judged(3, 1, serious)
        #expect(
            settles(.judged(1, 1, .passed, replaces: [one.edit, two.edit]), after: [one, two]))
    }

    @Test func `a judgement settles a conflict, whatever act its change claims to be`() {
        let one = Change.judged(2, 1, .passed)
        let two = Change.judged(3, 1, serious)
        let write = Write(
            field: Sample.judgement, value: .judgement(.passed), replaces: [one.edit, two.edit])
        for act in Act.allCases where act != .decision {
            #expect(settles(.sample(1, 1, [write], act: act), after: [one, two]))
        }
    }

    @Test func `a retest of what was one value is honest, whatever came meanwhile`() {
        let theirs = Change.judged(2, 1, .passed)
        let meanwhile = Change.judged(3, 1, .cantTell)
        let retest = Change.judged(
            1, 1, serious, replaces: [theirs.edit], sees: VersionVector([theirs.dot]))
        #expect(!settles(retest, after: [theirs, meanwhile]))
    }

    @Test func `names that are no longer live do not count`() {
        let theirs = Change.judged(2, 1, .passed)
        let sees = VersionVector([theirs.dot])
        let retest = Change.judged(1, 1, serious, replaces: [theirs.edit], sees: sees)
        let corrected = Change.judged(
            1, 2, .cantTell, replaces: [theirs.edit, retest.edit],
            sees: VersionVector([theirs.dot, retest.dot]))
        #expect(!settles(corrected, after: [theirs, retest]))
    }

    @Test func `a decision may name whatever it likes`() {
        let one = Change.judged(2, 1, .passed)
        let two = Change.judged(3, 1, serious)
        let decision = Change.decided(9, 1, serious, settled: [one.edit, two.edit])
        #expect(!settles(decision, after: [one, two]))
    }

    @Test func `other registers know no conflict`() {
        let texts = [2, 3].map { replica in
            Change.sample(
                replica, 1,
                [
                    Write(
                        field: Sample.note, value: .text(Text(normalizing: "by \(replica)")),
                        replaces: [])
                ])
        }
        let merged = Write(
            field: Sample.note, value: .text(Text(normalizing: "merged by hand")),
            replaces: texts.map(\.edit))
        #expect(!settles(.sample(1, 1, [merged]), after: texts))
    }

    @Test func `two siblings with one edit id are one write`() {
        let first = Change.judged(1, 1, .passed)
        let again = Change(
            key: first.key, dot: Dot(replica: Sample.replica(5), n: 1),
            body: ChangeBody(
                author: first.body.author, act: .edit, writes: first.body.writes,
                sees: VersionVector(), wallTime: 0,
                origin: ChangeOrigin(dot: first.dot, hash: first.hash)))
        let record = Record.after([first, again])
        #expect(record.siblings(of: Sample.judgement).count == 1)
        let next = Change.judged(2, 1, serious, replaces: [first.edit])
        #expect(record.applying(next).siblings(of: Sample.judgement).map(\.edit) == [next.edit])
    }
}
