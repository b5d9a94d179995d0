import Reading
import Shared
import Synchronization

/// How withdrawals stood when they were looked at last: every page asks for them.
///
/// Shared states, and all of withdrawn components, are read anew where they changed since.
final class WithdrawalMemory: Sendable {
    private struct Seen {
        let digest: Hash256
        let state: WithdrawnWork.State
    }

    private struct Known {
        /// What a component says may change what is covered, so these are of its plan alone.
        let names: AuditNames
        /// Taken before anything was read.
        let mark: ClientStore.Revision
        let seen: [StateID: Seen]
        let work: WithdrawnWork
    }

    private let known = Mutex<[AuditID: Known]>([:])

    func read(_ view: AuditView, from store: ClientStore) throws -> WithdrawnWork {
        try known.withLock { known in
            let mark = try store.mark()
            let old = known[view.audit].flatMap { $0.names === view.names ? $0 : nil }
            if let old, old.mark == mark { return old.work }
            let components = view.inOrder.filter { !$0.withdrawals.isEmpty }
            var seen: [StateID: Seen] = [:]
            let digests = try StateIndex(store: store).withdrawable(
                view.audit, under: components.map(\.id))
            for (id, digest) in digests {
                if let before = old?.seen[id], before.digest == digest {
                    seen[id] = before
                } else if let record = try store.record(.state(view.audit, id)) {
                    let component = view.components[id.component]?.withdrawals ?? []
                    seen[id] = Seen(
                        digest: digest, state: WithdrawnWork.State(record, under: component))
                }
            }
            let work = WithdrawnWork(components, seen.mapValues(\.state))
            known[view.audit] = Known(names: view.names, mark: mark, seen: seen, work: work)
            return work
        }
    }
}
