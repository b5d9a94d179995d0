import Shared
import TestSupport
import Testing

/// How two writes on one finding relate (docs/merge.md, "Versions").
struct SiblingOrderTests {
    private func siblings(_ changes: Change...) -> [Sibling] {
        let record = Record.after(changes)
        return record.siblings(of: Sample.judgement) + record.siblings(of: Sample.decision)
    }

    @Test func `two that had not seen each other are concurrent`() {
        let found = siblings(.judged(1, 1, .passed), .judged(2, 1, .cantTell))
        #expect(found[0].order(to: found[1]) == .concurrent)
        #expect(found[1].order(to: found[0]) == .concurrent)
    }

    @Test func `one that the other's writer had seen is before it`() {
        let first = Change.judged(1, 1, .passed)
        let found = siblings(first, .judged(2, 1, .cantTell, sees: VersionVector([first.dot])))
        #expect(found[0].order(to: found[1]) == .before)
        #expect(found[1].order(to: found[0]) == .after)
    }

    @Test func `one that the other names as known is before it, whatever the vector says`() {
        let first = Change.judged(1, 1, .passed)
        let knowing = Change.sample(
            2, 1,
            [
                Write(
                    field: Sample.judgement, value: .judgement(.cantTell), replaces: [],
                    knew: [first.edit])
            ])
        let found = siblings(first, knowing, .decided(3, 1, .passed, settled: [first.edit]))
        #expect(found[0].order(to: found[1]) == .before)
        #expect(found[0].order(to: found[2]) == .before)
        #expect(found[1].order(to: found[2]) == .concurrent)
        #expect(found.map(\.known) == [[], [first.edit], [first.edit]])
    }

    @Test func `what else a writer had seen says nothing about the two`() {
        let much = VersionVector([Dot(replica: Sample.replica(3), n: 9)])
        let found = siblings(.judged(1, 1, .passed), .judged(2, 1, .cantTell, sees: much))
        #expect(found[0].order(to: found[1]) == .concurrent)
    }

    @Test func `two windows of one laptop that had not seen each other are concurrent`() {
        let found = siblings(.judged(1, 1, .passed), .judged(1, 2, .cantTell))
        #expect(found[0].order(to: found[1]) == .concurrent)
    }

    @Test func `a write is equal to itself, and so are two that claim to have seen each other`() {
        let dots = (1...2).map { Dot(replica: Sample.replica($0), n: 1) }
        let found = siblings(
            .judged(1, 1, .passed, sees: VersionVector([dots[1]])),
            .judged(2, 1, .cantTell, sees: VersionVector([dots[0]])))
        #expect(found[0].order(to: found[0]) == .equal)
        #expect(found[0].order(to: found[1]) == .equal)
    }

    @Test func `a judgement and a decision relate as two judgements do`() {
        let judged = Change.judged(1, 1, .passed)
        let decided = Change.decided(
            3, 1, .passed, settled: [judged.edit], sees: VersionVector([judged.dot]))
        for (sees, order) in [
            (VersionVector(), VersionOrder.concurrent),
            (VersionVector([decided.dot]), .after),
        ] {
            let found = siblings(judged, decided, .judged(2, 1, .cantTell, sees: sees))
            #expect(found.count == 3)
            #expect(found[1].order(to: found[2]) == order)
            #expect(found[0].order(to: found[2]) == .before)
        }
    }

    @Test func `in every honest history each two writes have one relation, seen from both sides`() {
        for seed in Seeds.first(200) {
            for record in ReachableStates(seed: seed).records {
                for (_, found) in record.registers() {
                    let isHonest = found.allSatisfy { one in
                        found.allSatisfy { two in
                            one.order(to: two) == two.order(to: one).reversed
                                && (one.order(to: two) == .equal) == (one.dot == two.dot)
                        }
                    }
                    #expect(isHonest, "\(Seeds.replay(seed))")
                }
            }
        }
    }
}
