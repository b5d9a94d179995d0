import Shared
import TestSupport
import Testing

/// The algebra of `apply` and `join` over states that the system can come to (docs/merge.md).
struct RecordLawTests {
    private static let histories = Seeds.first(10_000).map {
        (seed: $0, states: ReachableStates(seed: $0))
    }

    /// Tries the law on three records of every history; nil when it always holds.
    private func counterexample(
        to law: JoinLaw, of join: JoinLaw.Join = { $0.joined(with: $1) }
    ) -> String? {
        for (seed, states) in Self.histories {
            var generator = SeededGenerator(seed: ~seed)
            let one = generator.pick(states.records)
            let two = generator.pick(states.records)
            if !law.holds(join, one, two, generator.pick(states.records)) {
                return "\(law.claim); \(Seeds.replay(seed))"
            }
        }
        return nil
    }

    /// Tries a claim on every change that met a place in every history.
    private func counterexample(
        _ claim: (ReachableStates.Application) -> Bool
    ) -> String? {
        Self.histories.first { !$0.states.applications.allSatisfy(claim) }
            .map { Seeds.replay($0.seed) }
    }

    /// Tries a claim on every record of every history.
    private func counterexample(_ claim: (Record) -> Bool) -> String? {
        Self.histories.first { !$0.states.records.allSatisfy(claim) }
            .map { Seeds.replay($0.seed) }
    }

    @Test func `join is commutative`() {
        #expect(counterexample(to: .commutative) == nil)
    }

    @Test func `join is associative`() {
        #expect(counterexample(to: .associative) == nil)
    }

    @Test func `join is idempotent`() {
        #expect(counterexample(to: .idempotent) == nil)
    }

    @Test func `join absorbs what it already holds`() {
        #expect(counterexample(to: .absorbing) == nil)
    }

    @Test func `join is monotone`() {
        #expect(counterexample(to: .monotone) == nil)
    }

    @Test func `the empty record is the identity of join`() {
        #expect(counterexample(to: .identity) == nil)
    }

    @Test func `join keeps what both have and invents nothing`() {
        #expect(counterexample(to: .faithful) == nil)
    }

    @Test func `apply is idempotent`() {
        let failure = counterexample { (application: ReachableStates.Application) in
            var twice = application.after
            twice.take(application.change, isAgain: application.isAgain)
            return twice == application.after
        }
        #expect(failure == nil)
    }

    @Test func `apply only grows a record`() {
        let failure = counterexample { (application: ReachableStates.Application) in
            application.before.joined(with: application.after) == application.after
        }
        #expect(failure == nil)
    }

    @Test func `apply raises the context by its own dot and by nothing else`() {
        let failure = counterexample { (application: ReachableStates.Application) in
            var expected = application.before.context
            expected.raise(to: application.change.dot)
            return application.after.context == expected
        }
        #expect(failure == nil)
    }

    @Test func `again adds its dot to what lives of its edit, and adds nothing else`() {
        var counts = (live: 0, gone: 0)
        let failure = counterexample { (application: ReachableStates.Application) in
            guard application.isAgain else { return true }
            let before = application.before
            let after = application.after
            let isLive = before.changes.contains { $0.change.edit == application.change.edit }
            if isLive { counts.live += 1 } else { counts.gone += 1 }
            return after.liveDots.subtracting(before.liveDots)
                .allSatisfy { $0.dot == application.change.dot }
                && after.liveDots.contains { $0.dot == application.change.dot }
                    == (isLive && !before.context.covers(application.change.dot))
        }
        #expect(failure == nil)
        #expect(counts.live > 0 && counts.gone > 0)
    }

    @Test func `again removes nothing, but what it names where no dot had shown whose it is`() {
        var counts = (removed: 0, shown: 0)
        let failure = counterexample { (application: ReachableStates.Application) in
            guard application.isAgain else { return true }
            let before = application.before
            let after = application.after
            let change = application.change
            let lost = before.liveDots.subtracting(after.liveDots)
            let isShown = before.changes.contains {
                $0.change.edit == change.edit && $0.change.unplacedOrigin == nil
            }
            if isShown || change.unplacedOrigin != nil {
                counts.shown += 1
                return lost.isEmpty
                    && after.registers().map { Set($0.siblings.map(\.edit)) }
                        == before.registers().map { Set($0.siblings.map(\.edit)) }
            }
            if !lost.isEmpty { counts.removed += 1 }
            let named = Set(change.body.writes.flatMap(\.replaces))
            let gone = before.changes.map(\.change).filter { one in
                lost.contains { $0.dot == one.dot }
            }
            return gone.allSatisfy { named.contains($0.edit) }
        }
        #expect(failure == nil)
        #expect(counts.removed > 0 && counts.shown > 0)
    }

    @Test func `an edit with several dots is shown once, and one that is named is not shown`() {
        var counts = (several: 0, hidden: 0)
        let failure = counterexample { (record: Record) in
            for field in [Sample.judgement, Sample.note, Sample.withdrawn] {
                let live = record.changes.filter { entry in
                    entry.live.contains { entry.change.body.writes[$0].field == field }
                }
                let shown = record.siblings(of: field)
                let edits = Set(live.map(\.change.edit))
                if live.count > edits.count { counts.several += 1 }
                if edits.count > shown.count { counts.hidden += 1 }
                guard Set(shown.map(\.edit)).count == shown.count else { return false }
                for edit in edits.subtracting(shown.map(\.edit)) {
                    let author = live.first { $0.change.edit == edit }?.change.body.author
                    let isNamed = live.contains { entry in
                        let write = entry.change.body.writes.first { $0.field == field }
                        let isEverybodys =
                            field == Sample.note
                            || field == Sample.withdrawn && entry.change.body.act == .decision
                        return write?.replaces.contains(edit) == true
                            && (isEverybodys || entry.change.body.author == author)
                    }
                    guard isNamed else { return false }
                }
            }
            return true
        }
        #expect(failure == nil)
        #expect(counts.several > 0 && counts.hidden > 0)
    }

    @Test func `what is not shown because it is named is counted by digests`() {
        // Two servers took one note under two dots; one of them has its replacement.
        let old = Change.noted(1, 1, "old")
        let copy = old.issuedAgain(at: Dot(replica: Sample.replica(2), n: 1))
        let new = Change.noted(1, 2, "new", replaces: [old.edit])
        let one = Record.after([old, new])
        let both = one.joined(with: .after([copy]))
        #expect(both.changes.count == 2)
        #expect(both.siblings(of: Sample.note).map(\.edit) == [new.edit])
        #expect(both.registers().flatMap(\.siblings).map(\.edit) == [new.edit])
        let without = one.with(context: both.context)
        #expect(both.siblings(of: Sample.note) == without.siblings(of: Sample.note))
        #expect(both.digest != without.digest)
    }

    @Test func `a record that is sent comes back the same, byte for byte`() throws {
        for (seed, states) in Self.histories.prefix(1_000) {
            for record in states.records {
                let bytes = record.encoded()
                let decoded = try Record(decoding: bytes)
                #expect(decoded == record, "\(Seeds.replay(seed))")
                #expect(decoded.encoded() == bytes, "\(Seeds.replay(seed))")
            }
        }
    }

    @Test func `digests are equal exactly when records are`() {
        for (seed, states) in Self.histories.prefix(1_000) {
            let digests = states.records.map(\.digest)
            for (index, digest) in digests.enumerated() {
                let isFirst = digests.firstIndex(of: digest) == index
                #expect(isFirst, "two different records, one digest; \(Seeds.replay(seed))")
            }
            let again = states.records.map { Record(key: $0.key).joined(with: $0).digest }
            #expect(again == digests, "\(Seeds.replay(seed))")
        }
    }

    @Test func `a join that forgets everything passes the algebra and fails on faith`() {
        let forgetful: JoinLaw.Join = { one, _ in Record(key: one.key) }
        #expect(counterexample(to: .commutative, of: forgetful) == nil)
        #expect(counterexample(to: .associative, of: forgetful) == nil)
        #expect(counterexample(to: .absorbing, of: forgetful) == nil)
        #expect(counterexample(to: .faithful, of: forgetful) != nil)
    }

    @Test func `a join that unites live writes brings replaced ones back, which is caught`() {
        let hoarding: JoinLaw.Join = { one, two in
            let both =
                one.changes
                + two.changes.filter { change in
                    !one.changes.contains { $0.change == change.change }
                }
            return Record(
                key: one.key, context: one.context.joined(with: two.context),
                changes: both.sorted { $0.change.dot < $1.change.dot })
        }
        #expect(counterexample(to: .commutative, of: hoarding) != nil)
    }

    @Test func `a join that looks at names is not associative, which is caught`() {
        let tidy: JoinLaw.Join = { Rules(fault: .joinReadsNames).join($0, $1) }
        #expect(counterexample(to: .associative, of: tidy) != nil)
    }

    @Test func `a join that keeps only the left side's opinion is caught`() {
        #expect(counterexample(to: .commutative) { one, _ in one } != nil)
    }
}
