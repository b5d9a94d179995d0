import Shared
import TestSupport
import Testing

/// Each known mistake in the rules is noticed by the same checks that the right rules pass.
struct PlantedFaultTests {
    /// Where the oracle law holds to the letter; a fault is planted in one of these worlds.
    private static let exact: Set<World.Feature> = [.tabs, .refusals, .decisions, .copies]
    private static let carried: Set<World.Feature> = [.tabs, .bundles]

    /// Whether some seed shows the fault, and the same seeds show nothing without it.
    private func isCaught(
        _ fault: Fault, in features: Set<World.Feature>, seeds: UInt64 = 400
    ) -> Bool {
        for seed in Seeds.first(seeds) {
            var bad = World(seed: seed, features: features, fault: fault)
            bad.run()
            guard !bad.violations.isEmpty else { continue }
            var good = World(seed: seed, features: features)
            good.run()
            #expect(good.violations.isEmpty, "\(Seeds.replay(seed))")
            return true
        }
        return false
    }

    @Test func `a vector that tells what a save replaces loses work`() {
        #expect(isCaught(.vectorInsteadOfNames, in: [.tabs]))
    }

    @Test func `what was seen must not enter the context`() {
        #expect(isCaught(.seesIntoContext, in: Self.carried))
    }

    @Test func `a laptop that joins optimistically diverges`() {
        #expect(isCaught(.optimisticJoin, in: [.tabs, .refusals]))
    }

    @Test func `single registers under a whole context lose work`() {
        #expect(isCaught(.fieldDeltas, in: [.tabs]))
    }

    @Test func `a pruned context brings replaced work back`() {
        #expect(isCaught(.prunedContexts, in: [.tabs]))
    }

    @Test func `live writes out of order are noticed`() {
        #expect(isCaught(.unsortedSiblings, in: []))
    }

    @Test func `an acknowledgement without a hash calls lost work safe`() {
        #expect(isCaught(.ackWithoutHash, in: Self.exact))
    }

    @Test func `a re-issue under the old numbers tells wrongly what was seen`() {
        #expect(isCaught(.reissueWithOriginalSees, in: Self.exact))
    }

    @Test func `a repeat answered without its recorded outcome hides a refusal`() {
        #expect(isCaught(.repeatWithoutOutcome, in: [.refusals]))
    }

    @Test func `a decision among the judgements can be undone by a tester`() {
        #expect(isCaught(.decisionAmongJudgements, in: [.decisions]))
    }

    @Test func `an acknowledgement folded into a pulled record is lost by the next pull`() {
        #expect(isCaught(.ackFoldedIntoBase, in: []))
    }

    @Test func `own work left out up to a resume point hides another's`() {
        #expect(isCaught(.echoByResumePoint, in: []))
    }

    @Test func `an index of known edits with refused ones loses an adopted edit`() {
        #expect(isCaught(.editIndexOverRefused, in: [.refusals, .adoptions]))
    }

    @Test func `counting dead names as sides of a conflict refuses honest work`() {
        #expect(isCaught(.settlesOverDeadNames, in: [.tabs]))
    }

    @Test func `a carried chain pushed after the own one brings replaced work back`() {
        #expect(isCaught(.foreignAfterOwn, in: Self.carried))
    }

    @Test func `names that are not closed bring back what a refused edit had replaced`() {
        #expect(isCaught(.namesWithoutClosure, in: [.refusals]))
    }

    @Test func `a carried chain laid over the own changes shows replaced work`() {
        #expect(isCaught(.overlayOutOfOrder, in: Self.carried))
    }
}
