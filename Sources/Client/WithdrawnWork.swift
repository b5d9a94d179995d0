package import Shared
import Synchronization

package import struct Shared.Record

/// What withdrawals take out of the work, and what stays in it because they are contested.
///
/// A component is contested as a whole: while words stand beside its withdrawal it is to be tested
/// until a lead has decided. A component state leaves by a withdrawal of its own alone.
package struct WithdrawnWork: Sendable {
    /// Components of which nothing stands that their withdrawal does not cover.
    package private(set) var components: Set<ComponentID> = []
    /// The same of component states that were withdrawn themselves.
    package private(set) var states: Set<StateID> = []
    /// Components with words, on themselves or on a state in any round, that nothing covers.
    package private(set) var contestedComponents: Set<ComponentID> = []
    /// Component states with such words, under a withdrawal of theirs or of their component.
    package private(set) var contestedStates: Set<StateID> = []

    /// Nothing is withdrawn.
    package init() {}

    /// Sums up what is known of each component and state with a withdrawal.
    fileprivate init(_ components: [Component], _ seen: [StateID: WithdrawalMemory.Seen]) {
        for component in components {
            switch component.withdrawal {
            case .none: break
            case .withdrawn: self.components.insert(component.id)
            case .contested: contestedComponents.insert(component.id)
            }
        }
        for (id, state) in seen {
            switch state.withdrawal {
            case .none: break
            case .withdrawn: if state.isOwn { states.insert(id) }
            case .contested:
                contestedStates.insert(id)
                if self.components.remove(id.component) != nil {
                    contestedComponents.insert(id.component)
                }
            }
        }
    }

    /// Whether a component state is to be tested, as far as withdrawals go.
    package func leaves(_ state: StateID) -> Bool {
        !components.contains(state.component) && !states.contains(state)
    }
}

extension AuditClient {
    /// What is withdrawn in an audit; reads no record twice that has not changed since.
    package func withdrawnWork(in view: AuditView) throws -> WithdrawnWork {
        try withdrawals.read(view, from: store)
    }

    /// The order in which testers work through an audit.
    package func workOrder(of view: AuditView, _ catalogue: Catalogue) throws -> WorkOrder {
        WorkOrder(of: view, catalogue, without: try withdrawnWork(in: view))
    }
}

/// How withdrawals stood when they were looked at last: every page asks for them.
///
/// Only states that differ from what was looked at are read anew, and only those of which a
/// withdrawal may be: shared ones, and all of withdrawn components.
final class WithdrawalMemory: Sendable {
    /// What is known of one component state.
    struct Seen {
        let digest: Hash256
        let withdrawal: Finding.Withdrawal
        /// Whether the state itself was withdrawn.
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

    fileprivate func read(_ view: AuditView, from store: ClientStore) throws -> WithdrawnWork {
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
