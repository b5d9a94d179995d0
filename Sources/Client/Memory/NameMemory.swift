import Reading
import Shared
import Synchronization

/// Plans and components as they were read last: every page and every save needs them.
///
/// Where anything was written since, by this program or another, the digest of each is compared
/// with that of what is shown, and what differs is read anew: a name is never old.
final class NameMemory: Sendable {
    private struct Known {
        let names: AuditNames
        let digests: Set<Hash256>
        let fingerprint: Hash256
        /// Taken before they were read.
        var mark: ClientStore.Revision
    }

    private let known = Mutex<[AuditID: Known]>([:])

    /// Nil when this laptop does not have the audit.
    func read(_ audit: AuditID, from store: ClientStore) throws -> AuditNames? {
        try known.withLock { known in
            let mark = try store.mark()
            let old = known[audit]
            if let old, old.mark == mark { return old.names }
            // A save of a verdict changes no name: told without a look at each of them.
            if let old, try old.fingerprint == store.nameFingerprint(audit) {
                known[audit]?.mark = mark
                return old.names
            }
            var gathered = NameGathering(over: old?.names)
            var read = try store.names(audit, besides: old?.digests ?? []) { gathered.take($0) }
            if let count = old?.digests.count, read.digests.count < count {
                // Nothing of ours removes a record; whatever did, all is read again.
                gathered = NameGathering(over: nil)
                read = try store.names(audit, besides: []) { gathered.take($0) }
            }
            let names = gathered.names
            known[audit] = names.map {
                Known(
                    names: $0, digests: read.digests, fingerprint: read.fingerprint, mark: mark)
            }
            return names
        }
    }

    /// What was read last, where that is still what a fingerprint tells of; nil else.
    func known(_ audit: AuditID, as fingerprint: Hash256) -> AuditNames? {
        known.withLock { known in
            known[audit].flatMap { $0.fingerprint == fingerprint ? $0.names : nil }
        }
    }
}
