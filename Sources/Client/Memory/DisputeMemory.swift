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
            let withdrawn = view.inOrder.filter { !$0.withdrawals.isEmpty }
            let index = StateIndex(store: store)
            var seen: [StateID: Seen] = [:]
            let states = try index.contested(view.audit, under: withdrawn.map(\.id))
            for (id, revision) in states {
                if let before = old?.seen[id], revision > 0, before.revision == revision {
                    seen[id] = before
                } else if let summary = try Self.summary(of: id, in: view, index) {
                    seen[id] = Seen(revision: revision, state: view.dispute(id, summary))
                }
            }
            let disputes = Disputes(seen.mapValues(\.state), under: withdrawn)
            known[view.audit] = Known(names: view.names, mark: mark, seen: seen, disputes: disputes)
            return disputes
        }
    }

    private static func summary(
        of id: StateID, in view: AuditView, _ index: StateIndex
    ) throws -> StateSummary? {
        if !view.isUnderWithdrawal(id), let summary = try index.summary(of: id, in: view.audit) {
            return summary
        }
        return try view.records.record(.state(view.audit, id)).flatMap {
            StateSummary($0, withdrawn: view.isUnderWithdrawal(id))
        }
    }
}
