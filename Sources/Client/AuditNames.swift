import Shared
import Synchronization

import struct Shared.Record

/// The plan and the components of an audit, as they were at one moment.
///
/// A class, because every place of an audit's lists carries one: it is copied ten thousand times.
final class AuditNames: Sendable {
    let plan: Plan
    let components: [ComponentID: Component]
    /// Who is to do each component, as written; a component that is nobody's is absent.
    let assignees: [ComponentID: [String]]
    /// The components by screen, then label, then ordinal.
    let inOrder: [Component]
    /// Those that say of themselves that they are the same control as another.
    let pointing: [Component]
    /// By folded name; nil until a name is asked for.
    private let named = Mutex<[String: [ComponentID]]?>(nil)

    init(plan: Plan, components: [ComponentID: Component], assignees: [ComponentID: [String]]) {
        self.plan = plan
        self.components = components
        self.assignees = assignees
        inOrder = components.values.sorted {
            ($0.screen, $0.label, $0.ordinal, $0.id) < ($1.screen, $1.label, $1.ordinal, $1.id)
        }
        pointing = inOrder.filter { !$0.see.isEmpty }
    }

    /// Finds by folded name: the plain one, or with the ordinal written out, even when it is 1.
    func components(named name: String) -> [Component] {
        let ids = named.withLock { known in
            let named = known ?? byName()
            known = named
            return named[name] ?? []
        }
        return ids.compactMap { components[$0] }
    }

    private func byName() -> [String: [ComponentID]] {
        var named: [String: [ComponentID]] = [:]
        for one in inOrder {
            let numbered = "\(one.screen)/\(one.label)/\(one.ordinal)"
            for name in Set([one.name, numbered].map(NaturalKey.folded)) {
                named[name, default: []].append(one.id)
            }
        }
        return named
    }

    /// Takes over what some records say now; nil when there is no plan.
    fileprivate convenience init?(_ records: [Record], over old: AuditNames?) {
        var plan = old?.plan
        var components = old?.components ?? [:]
        var assignees = old?.assignees ?? [:]
        for record in records {
            switch record.key {
            case .plan: plan = Plan(record)
            case .component(_, let id):
                // What was refused leaves a record of nothing, and nobody else has even that.
                components[id] = record.isEmpty ? nil : Component(record)
                let people = record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
                assignees[id] = people.isEmpty ? nil : people
            case .state, .other: break
            }
        }
        guard let plan else { return nil }
        self.init(plan: plan, components: components, assignees: assignees)
    }
}

/// Plans and components as they were read last: every page and every save needs them.
///
/// Where anything was written since, by this program or another, the digest of each is compared
/// with that of what is shown, and what differs is read anew: a name is never old.
final class NameMemory: Sendable {
    private struct Known {
        let names: AuditNames
        let digests: [RecordKey: Hash256]
        /// Taken before they were read, as the mark is.
        let fingerprint: [UInt8]
        var mark: ClientStore.Mark
    }

    private let known = Mutex<[AuditID: Known]>([:])

    /// Nil when this laptop does not have the audit.
    func read(_ audit: AuditID, from store: ClientStore) throws -> AuditNames? {
        try known.withLock { known in
            let mark = try store.mark()
            var old = known[audit]
            if let old, old.mark == mark { return old.names }
            // A save of a verdict changes no name: told without a look at each of them.
            let fingerprint = try store.nameFingerprint(audit)
            if let old, old.fingerprint == fingerprint {
                known[audit]?.mark = mark
                return old.names
            }
            var read = try store.names(audit, besides: old?.digests ?? [:])
            if let count = old?.digests.count, read.digests.count < count {
                // Nothing of ours removes a record; whatever did, all is read again.
                old = nil
                read = try store.names(audit, besides: [:])
            }
            let names =
                read.differing.isEmpty ? old?.names : AuditNames(read.differing, over: old?.names)
            known[audit] = names.map {
                Known(names: $0, digests: read.digests, fingerprint: fingerprint, mark: mark)
            }
            return names
        }
    }
}
