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

    @Test func `a carried chain pushed after the own one brings replaced work back`() {
        #expect(isCaught(.foreignAfterOwn, in: Self.carried))
    }

    @Test func `names that are not closed bring back what a refused edit had replaced`() {
        #expect(isCaught(.namesWithoutClosure, in: [.refusals]))
    }

    @Test func `a carried chain laid over the own changes shows replaced work`() {
        #expect(isCaught(.overlayOutOfOrder, in: Self.carried))
    }

    // MARK: The second edition

    @Test func `a judgement that takes away what it names loses another's`() {
        #expect(isCaught(.judgementTakenAway, in: [.tabs, .liars]))
    }

    @Test func `again that a laptop folds too early takes her own verdict from her page`() {
        #expect(isCaught(.againUnseen, in: [.tabs, .copies]))
    }

    /// Whether a history of so many changes shows the fault.
    private func isCaught(
        _ fault: Fault, inHistoriesOf count: Int, _ alphabet: ReissueHistory.Alphabet,
        settingAside: Bool = false
    ) -> Bool {
        var walk = ReissueWalk(rules: Rules(fault: fault))
        walk.walkAll(of: count, alphabet, settingAside: settingAside)
        return walk.violation != nil
    }

    @Test func `a judgement that takes away another's is found by three changes`() {
        #expect(isCaught(.judgementTakenAway, inHistoriesOf: 3, .plain))
    }

    @Test func `what nothing shows to be hers takes her own work away, where it may`() {
        #expect(isCaught(.unplacedTakesAway, inHistoriesOf: 3, .plain))
    }

    @Test func `an adopter who takes a verdict back kills its owner's`() {
        #expect(isCaught(.takenBackByAdopter, inHistoriesOf: 3, .plain))
    }

    @Test func `again without its dot loses what both records hold`() {
        #expect(isCaught(.againWithoutDot, inHistoriesOf: 4, .plain))
    }

    @Test func `a join that looks at names depends on the order`() {
        #expect(isCaught(.joinReadsNames, inHistoriesOf: 4, .plain))
    }

    @Test func `readers that show named writes show what was replaced`() {
        #expect(isCaught(.namedWritesShown, inHistoriesOf: 3, .both))
    }

    @Test func `a covered number that is answered applied has no effect`() {
        #expect(isCaught(.coveredNumberApplied, inHistoriesOf: 2, .plain, settingAside: true))
    }

    @Test func `outcomes that a restored server decides anew lose applied work`() {
        #expect(isCaught(.outcomesDecidedAnew, inHistoriesOf: 2, .plain, settingAside: true))
    }

    private func isCaught(settling fault: Fault) -> Bool {
        var walk = SettleWalk(rules: Rules(fault: fault))
        walk.walk(acts: 4)
        return walk.violation != nil
    }

    @Test func `agreement that challenges a decision calls a lead for nothing`() {
        #expect(isCaught(settling: .agreementChallenges))
    }

    @Test func `a decision whose ground is gone is not passed over`() {
        #expect(isCaught(settling: .groundlessDecided))
    }

    private func isCaught(withdrawing fault: Fault) -> Bool {
        var walk = WithdrawalWalk(rules: Rules(fault: fault))
        walk.walk(acts: 3)
        return walk.violation != nil
    }

    @Test func `a withdrawal that covers by vector hides what nobody listed`() {
        #expect(isCaught(withdrawing: .withdrawalByVector))
    }

    @Test func `a tester's withdrawal that covers another's verdict hides it`() {
        #expect(isCaught(withdrawing: .withdrawalOfOthers))
    }

    @Test func `a component's withdrawal that its states do not read is no withdrawal`() {
        #expect(isCaught(withdrawing: .componentUnread))
    }

    @Test func `a withdrawal that only its author can lift is a trap`() {
        #expect(isCaught(withdrawing: .withdrawalNeverLifted))
    }

    @Test func `an edit id that is believed lets a forger stand in for a colleague`() {
        #expect(ForgedWrap.harms(under: Rules(fault: .editBelieved)))
        #expect(!ForgedWrap.harms(under: Rules()))
    }

    // MARK: What is believed and counted

    @Test func `what the way finds too large and a laptop gives up is lost`() {
        #expect(isCaught(.tooLargeTaken, in: [.tabs, .narrowWays]))
    }

    @Test func `a restored server that decides anew is noticed in the model world`() {
        #expect(isCaught(.outcomesDecidedAnew, in: [.tabs, .refusals, .restores]))
    }

    @Test func `a bound that all authors share refuses what a laptop called saved`() {
        #expect(SmallTrust.refusesForOthersWork(under: Rules(fault: .sharedBound)))
        #expect(!SmallTrust.refusesForOthersWork(under: Rules()))
    }

    @Test func `a server's replicas that count for a person leave her no room`() {
        #expect(SmallTrust.countsServersReplicas(under: Rules(fault: .serverReplicaCounted)))
        #expect(!SmallTrust.countsServersReplicas(under: Rules()))
    }

    @Test func `a deposit that uses up a number takes its author's work from her`() {
        #expect(SmallTrust.losesCarried(under: Rules(fault: .depositTakesNumber)))
        #expect(!SmallTrust.losesCarried(under: Rules()))
    }

    @Test func `a bundle's own key that is believed lets a forger speak for a colleague`() {
        #expect(SmallTrust.takesForgedBundle(under: Rules(fault: .bundleKeyBelieved)))
        #expect(!SmallTrust.takesForgedBundle(under: Rules()))
    }

    @Test func `an erased form that is believed takes a colleague's note from everybody`() {
        #expect(SmallTrust.erasesForLiars(under: Rules(fault: .erasedBelieved)))
        #expect(!SmallTrust.erasesForLiars(under: Rules()))
    }
}
