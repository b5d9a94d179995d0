import Reading
import Shared
import Synchronization

/// What waited for a person when it was looked at last: every page asks for it.
///
/// Contested states, and all of withdrawn components, are read anew where they changed since.
final class DisputeMemory: Sendable {
    private struct Seen {
        let revision: Int64
        let state: DisputedState
    }

    private struct Known {
        /// What components and the plan say may change what holds, so these are of them alone.
        let names: AuditNames
        /// Taken before anything was read.
        let mark: ClientStore.Revision
        let seen: [StateID: Seen]
        let disputes: Disputes
    }

    private let known = Mutex<[AuditID: Known]>([:])

    func read(_ view: AuditView, from store: ClientStore) throws -> Disputes {
        try known.withLock { known in
            let mark = try store.mark()
            let old = known[view.audit].flatMap { $0.names === view.names ? $0 : nil }
            if let old, old.mark == mark { return old.disputes }
            let withdrawn = view.components.filter { !$0.withdrawals.isEmpty }
            let index = StateIndex(store: store)
            let states = try index.contested(view.audit, under: withdrawn.map(\.id))
            var seen: [StateID: Seen] = [:]
            for (id, revision) in states where revision > 0 {
                if let before = old?.seen[id], before.revision == revision { seen[id] = before }
            }
            let changed = states.keys.filter { seen[$0] == nil }
            for (id, summary) in try Self.summaries(of: changed, in: view, index) {
                seen[id] = Seen(revision: states[id] ?? 0, state: view.dispute(id, summary))
            }
            let disputes = Disputes(seen.mapValues(\.state), under: withdrawn)
            known[view.audit] = Known(names: view.names, mark: mark, seen: seen, disputes: disputes)
            return disputes
        }
    }

    private static func summaries(
        of states: [StateID], in view: AuditView, _ index: StateIndex
    ) throws -> [StateID: StateSummary] {
        let plain = states.filter { !view.isUnderWithdrawal($0) }
        var summaries = try index.summaries(of: plain, in: view.audit)
        // Of a withdrawn component, and where nothing was summed up, the record itself says it.
        for id in states where summaries[id] == nil {
            summaries[id] = try view.records.record(.state(view.audit, id)).flatMap {
                StateSummary($0, withdrawn: view.isUnderWithdrawal(id))
            }
        }
        return summaries
    }
}
