import Shared
import TestSupport
import Testing

/// `Record` on every history of three edits by up to three replicas, in every order of arrival.
struct RecordSmallHistoryTests {
    private static let histories = SmallHistory.all(edits: 3, replicas: 3)

    @Test func `there are 567 histories of three edits by three replicas`() {
        #expect(Self.histories.count == (3 * 1) * (3 * 3) * (3 * 7))
    }

    @Test func `an edit that comes after what replaced it is not taken up while that stands`() {
        let old = Change.noted(1, 1, "old")
        let new = Change.noted(2, 1, "new", replaces: [old.edit])
        let record = Record.after([new, old])
        #expect(record.siblings(of: Sample.note).map(\.edit) == [new.edit])
        #expect(record.changes.map(\.change.edit) == [new.edit])
        #expect(record.context.covers(old.dot))
    }

    @Test func `what lives is what nobody replaced, in every causal order`() {
        for history in Self.histories {
            for delivery in history.deliveries where SmallHistory.isCausal(delivery) {
                let (record, oracle) = received(delivery, of: history)
                #expect(words(record) == oracle.live(Sample.note))
            }
        }
    }

    @Test func `out of order nothing is lost, and a sibling too many is one that came late`() {
        var extras = 0
        for history in Self.histories {
            for delivery in history.deliveries where !SmallHistory.isCausal(delivery) {
                let (record, oracle) = received(delivery, of: history)
                let late = oracle.late(Sample.note)
                #expect(words(record) == oracle.live(Sample.note).union(late))
                extras += late.count
            }
        }
        #expect(extras > 0)
    }

    @Test func `two records join to what applying all changes of both gives`() {
        for history in Self.histories {
            let states = causalStates(of: history)
            for (left, one) in states {
                for (right, two) in states {
                    #expect(one.joined(with: two) == states[left.union(right)])
                }
            }
        }
    }

    @Test func `join is associative and commutative on every state of every history`() {
        let join: JoinLaw.Join = { $0.joined(with: $1) }
        for history in Self.histories {
            let states = allStates(of: history)
            for (first, one) in states.enumerated() {
                for (second, two) in states.enumerated() {
                    #expect(JoinLaw.commutative.holds(join, one, two, one))
                    for three in states.dropFirst(max(first, second)) {
                        #expect(JoinLaw.associative.holds(join, one, two, three))
                    }
                }
            }
        }
    }

    private func received(
        _ delivery: [Change], of history: SmallHistory
    ) -> (Record, Oracle) {
        let meanings = history.meanings
        var oracle = Oracle()
        for change in delivery { oracle.accept(change.deed, meaning: meanings[change.deed] ?? [:]) }
        return (.after(delivery), oracle)
    }

    private func words(_ record: Record) -> Set<Oracle.Word> {
        Set(
            record.siblings(of: Sample.note).map {
                Oracle.Word(author: $0.author, value: $0.value)
            })
    }

    /// The record after each causally closed set of edits; the order does not matter.
    private func causalStates(of history: SmallHistory) -> [Set<EditID>: Record] {
        var states: [Set<EditID>: Record] = [:]
        for delivery in history.deliveries where SmallHistory.isCausal(delivery) {
            for count in 0...delivery.count {
                let prefix = delivery.prefix(count)
                let record = Record.after(Array(prefix))
                let known = states.updateValue(record, forKey: Set(prefix.map(\.edit)))
                #expect(known == nil || known == record)
            }
        }
        return states
    }

    /// Every record that some order of arrival leads through.
    private func allStates(of history: SmallHistory) -> [Record] {
        var states: [Record] = []
        for delivery in history.deliveries {
            for count in 0...delivery.count {
                let record = Record.after(Array(delivery.prefix(count)))
                if !states.contains(record) { states.append(record) }
            }
        }
        return states
    }
}
