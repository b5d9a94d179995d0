package import Shared
import Synchronization

package import struct Shared.Record

/// What withdrawals take out of the work, and what stays in it because they are contested.
///
/// A component is contested as a whole: while words stand beside its withdrawal it is to be tested
/// until a lead has decided. A component state leaves by a withdrawal of its own alone.
package struct WithdrawnWork: Sendable {
    /// Withdrawn components beside whose withdrawal nothing stands.
    package let components: Set<ComponentID>
    /// Component states that were withdrawn themselves, with nothing beside that.
    package let states: Set<StateID>
    /// Components with words, on themselves or on a state in any round, that nothing covers.
    package let contestedComponents: Set<ComponentID>
    /// Component states with such words, under a withdrawal of theirs or of their component.
    package let contestedStates: Set<StateID>

    fileprivate init(_ components: [Component], _ seen: [StateID: WithdrawalMemory.Seen]) {
        let contested = seen.filter(\.value.withdrawal.isContested).keys
        let torn = Set(contested.map(\.component))
        let covered = Set(components.filter(\.withdrawal.isWithdrawn).map(\.id))
        self.components = covered.subtracting(torn)
        states = Set(seen.filter { $0.value.isOwn && $0.value.withdrawal.isWithdrawn }.keys)
        contestedComponents = covered.intersection(torn)
            .union(components.filter(\.withdrawal.isContested).map(\.id))
        contestedStates = Set(contested)
    }

    /// Whether a component state is still to be tested.
    package func leaves(_ state: StateID) -> Bool {
        !components.contains(state.component) && !states.contains(state)
    }
}

/// How withdrawals stood when they were looked at last: every page asks for them.
///
/// Shared states, and all of withdrawn components, are read anew where they changed since.
final class WithdrawalMemory: Sendable {
    struct Seen {
        let digest: Hash256
        let withdrawal: Finding.Withdrawal
        let isOwn: Bool
    }

    private struct Known {
        /// What a component says may change what is covered, so these are of its plan alone.
        let names: AuditNames
        /// Taken before anything was read.
        let mark: ClientStore.Mark
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
            let digests = try store.stateIndex.withdrawable(view.audit, under: components.map(\.id))
            for (id, digest) in digests {
                if let before = old?.seen[id], before.digest == digest {
                    seen[id] = before
                } else if let record = try store.record(.state(view.audit, id)) {
                    let component = view.components[id.component]?.withdrawals ?? []
                    seen[id] = Seen(
                        digest: digest, withdrawal: record.withdrawal(under: component),
                        isOwn: !record.withdrawals.isEmpty)
                }
            }
            let work = WithdrawnWork(components, seen)
            known[view.audit] = Known(names: view.names, mark: mark, seen: seen, work: work)
            return work
        }
    }
}

extension ClientWithdrawals {
    /// Reads no record twice that has not changed since.
    package func withdrawnWork(in view: AuditView) throws -> WithdrawnWork {
        try client.withdrawalMemory.read(view, from: store)
    }

    package func workOrder(of view: AuditView, _ catalogue: Catalogue) throws -> WorkOrder {
        WorkOrder(of: view, catalogue, without: try withdrawnWork(in: view))
    }
}
