import Shared

/// What goes next of several lanes of changes: never one before what its writer had seen or names.
///
/// A name does nothing before its edit has come, so a change that came first would leave beside
/// itself what it had replaced. Changes are shown in this order, and sent in it.
struct CausalOrder {
    private var lanes: [ArraySlice<Change>]

    /// - Parameter lanes: Where several may go next, the first of them does.
    init(_ lanes: [[Change]]) { self.lanes = lanes.map { $0[...] } }

    /// The lane that goes next, and how many of its changes wait for no other; nil at the end.
    var turn: (lane: Int, count: Int)? {
        let open = lanes.indices.filter { !lanes[$0].isEmpty }
        for lane in open {
            let others = self.others(than: lane)
            let count = lanes[lane].prefix { !others.isAwaited(by: $0) }.count
            if count > 0 { return (lane, count) }
        }
        // Only a forged vector waits for itself.
        return open.first.map { ($0, lanes[$0].count) }
    }

    mutating func next() -> (lane: Int, change: Change)? {
        let open = lanes.indices.filter { !lanes[$0].isEmpty }
        let ready = open.first { lane in
            lanes[lane].first.map { !others(than: lane).isAwaited(by: $0) } ?? false
        }
        guard let lane = ready ?? open.first, let change = lanes[lane].popFirst()
        else { return nil }
        return (lane, change)
    }

    private func others(than lane: Int) -> Rest {
        Rest(lanes.indices.lazy.filter { $0 != lane }.flatMap { lanes[$0] })
    }

    /// Changes that are left, as far as others may wait for them.
    private struct Rest {
        /// Whoever has seen any number of a replica has seen its lowest.
        private var lowest: [ReplicaID: UInt64] = [:]
        private var edits: Set<EditID> = []

        init(_ changes: some Sequence<Change>) {
            for change in changes {
                lowest[change.dot.replica] = min(lowest[change.dot.replica] ?? .max, change.dot.n)
                edits.insert(change.edit)
            }
        }

        /// Whether a change's writer knew any of them.
        func isAwaited(by change: Change) -> Bool {
            if lowest.contains(where: { change.body.sees[$0.key] >= $0.value }) { return true }
            // Its own edit may be among them under another number, and waits for nobody.
            return change.body.writes.contains {
                $0.replaces.contains { $0 != change.edit && edits.contains($0) }
            }
        }
    }
}
