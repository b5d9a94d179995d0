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
        let run = firstViolation([.tabs, .refusals, .decisions, .withdrawals])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(run.goals.isSuperset(of: [.rejected, .quarantined]))
    }

    @Test func `with copies and restored backups every fork is re-issued once`() {
        let run = firstViolation(
            [.tabs, .copies, .refusals, .decisions, .withdrawals], seeds: 500)
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

    @Test func `whoever names what is another's takes nothing from her`() {
        let run = firstViolation([.tabs, .liars, .decisions, .withdrawals, .refusals])
        #expect(run.found == nil)
        #expect(run.late == 0)
    }

    @Test func `with a server that is put back nothing that was acknowledged is lost`() {
        let run = firstViolation([.tabs, .refusals, .decisions, .withdrawals, .restores])
        #expect(run.found == nil)
        #expect(run.goals.isSuperset(of: [.restored, .broughtBack, .receiptShown]))
    }

    @Test func `with a way that finds changes too large each waits, and none is given up`() {
        let run = firstViolation([.tabs, .refusals, .copies, .narrowWays])
        #expect(run.found == nil)
        #expect(run.late == 0)
        #expect(run.goals.contains(.tooLarge))
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

    private func oracle(_ changes: [Change]) -> Oracle {
        let deeds = changes.reduce(into: [:]) { $0[$1.edit] = $1.deed }
        return changes.reduce(into: Oracle()) { $0.accept($1.deed, meaning: $1.meaning(deeds)) }
    }

    private func word(_ change: Change) -> Oracle.Word? {
        change.body.writes[0].value.map { Oracle.Word(author: change.body.author, value: $0) }
    }

    @Test func `the oracle counts an edit that comes after all that replaces it as late`() {
        let old = Change.noted(1, 1, "old", wallTime: 1)
        let new = Change.noted(2, 1, "new", replaces: [old.edit], wallTime: 2)
        let gone = Change.noted(3, 1, nil, replaces: [new.edit], wallTime: 3)
        let inOrder = oracle([old, new, gone])
        #expect(inOrder.live(Sample.note).isEmpty)
        #expect(inOrder.late(Sample.note).isEmpty)
        // While what replaced it stands it is not taken up, afterwards it is.
        #expect(oracle([new, old]).late(Sample.note).isEmpty)
        #expect(oracle([new, gone, old]).live(Sample.note).isEmpty)
        #expect(oracle([new, gone, old]).late(Sample.note) == [word(old)])
    }

    @Test func `the oracle knows a lost word, a word too many and one that stands twice`() {
        let one = Change.noted(1, 1, "one", wallTime: 1)
        let two = Change.noted(2, 1, "two", wallTime: 2)
        let both = Record.after([one, two]).siblings(of: Sample.note)
        let knows = oracle([one, two])
        #expect(knows.differences(from: both, in: Sample.note).lost.isEmpty)
        #expect(knows.differences(from: both, in: Sample.note).extra.isEmpty)
        let missing = knows.differences(from: [both[0]], in: Sample.note)
        #expect(missing.lost == [word(two)])
        let tooMany = knows.differences(from: both + [both[0]], in: Sample.note)
        #expect(tooMany.extra.map(\.deed) == [1])
        #expect(oracle([one]).differences(from: both, in: Sample.note).extra.map(\.deed) == [2])
    }
}
