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
            let (one, two) = (generator.pick(states.records), generator.pick(states.records))
            if !law.holds(join, one, two, generator.pick(states.records)) {
                return "\(law.claim); \(Seeds.replay(seed))"
            }
        }
        return nil
    }

    /// Tries a claim on every change that met a place in every history.
    private func counterexample(
        _ claim: (_ before: Record, _ change: Change) -> Bool
    ) -> String? {
        Self.histories.first { history in
            !history.states.applications.allSatisfy { claim($0.before, $0.change) }
        }.map { Seeds.replay($0.seed) }
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
        let failure = counterexample { before, change in
            let after = before.applying(change)
            return after.applying(change) == after
        }
        #expect(failure == nil)
    }

    @Test func `apply only grows a record`() {
        let failure = counterexample { before, change in
            let after = before.applying(change)
            return before.joined(with: after) == after
        }
        #expect(failure == nil)
    }

    @Test func `apply raises the context by its own dot and by nothing else`() {
        let failure = counterexample { before, change in
            var expected = before.context
            expected.raise(to: change.dot)
            return before.applying(change).context == expected
        }
        #expect(failure == nil)
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

    @Test func `a join that keeps only the left side's opinion is caught`() {
        #expect(counterexample(to: .commutative) { one, _ in one } != nil)
    }
}
