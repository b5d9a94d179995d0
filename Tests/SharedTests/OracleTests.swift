import Shared
import TestSupport
import Testing

/// The oracle law: what lives is what was accepted and not replaced (docs/merge.md).
struct OracleTests {
    /// Runs the world with many seeds; nil when nothing was violated.
    private func firstViolation(
        _ features: Set<World.Feature>, seeds: UInt64 = 200
    ) -> (found: String?, goals: Set<World.Goal>, late: Int) {
        var goals: Set<World.Goal> = []
        var late = 0
        for seed in Seeds.first(seeds) {
            var world = World(seed: seed, features: features)
            world.run()
            goals.formUnion(world.goals)
            late += world.lateSiblings
            if let violation = world.violations.first {
                return ("\(violation); \(Seeds.replay(seed))", goals, late)
            }
        }
        return (nil, goals, late)
    }

    @Test func `with losses, cuts and delays nothing is lost and nothing stands too many`() {
        let run = firstViolation([])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(run.goals.isSuperset(of: [.leftOutOwnWork, .resumedPull]))
    }

    @Test func `with two forms open on one laptop each replaces only what it showed`() {
        let run = firstViolation([.tabs])
        #expect(run.found == nil)
        #expect(run.late == 0)
    }

    @Test func `with refusals each laptop learns what became of its work`() {
        let run = firstViolation([.tabs, .refusals, .decisions])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(run.goals.isSuperset(of: [.rejected, .quarantined]))
    }

    @Test func `with copies and restored backups every fork is re-issued once`() {
        let run = firstViolation([.tabs, .copies, .refusals, .decisions])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(
            run.goals.isSuperset(of: [
                .forked, .rolledBack, .answeredAgain, .answerCrossedRestore,
            ]))
    }

    @Test func `with chains carried by hand a name arrives after its edit`() {
        let run = firstViolation([.tabs, .bundles, .refusals])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(run.goals.contains(.carriedChainPushed))
    }

    @Test func `a late adoption may leave a sibling too many, and never loses one`() {
        let run = firstViolation([.tabs, .refusals, .decisions, .adoptions])
        #expect(run.found == nil)
        #expect(run.late > 0)
        #expect(run.goals.isSuperset(of: [.adopted, .late]))
    }

    @Test func `one seed is one run`() {
        var one = World(seed: 11, features: Set(World.Feature.allCases))
        var two = World(seed: 11, features: Set(World.Feature.allCases))
        one.run()
        two.run()
        #expect(one.goals == two.goals)
        #expect(one.server.rows.mapValues(\.record) == two.server.rows.mapValues(\.record))
    }

    // MARK: The oracle itself

    @Test func `the oracle counts an edit that comes after its replacer as late`() {
        let old = Change.judged(1, 1, .passed)
        let new = Change.judged(2, 1, .cantTell, replaces: [old.edit])
        var inOrder = Oracle()
        var lateOracle = Oracle()
        for change in [old, new] { inOrder.accept(change.edit, meaning: change.meaning) }
        for change in [new, old] { lateOracle.accept(change.edit, meaning: change.meaning) }
        #expect(inOrder.live(Sample.judgement) == [new.edit])
        #expect(inOrder.late(Sample.judgement).isEmpty)
        #expect(lateOracle.live(Sample.judgement) == [new.edit])
        #expect(lateOracle.late(Sample.judgement) == [old.edit])
    }
}
