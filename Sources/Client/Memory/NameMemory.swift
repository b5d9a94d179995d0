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
        let digests: [RecordKey: Hash256]
        /// Taken before they were read, as the mark is.
        let fingerprint: [UInt8]
        var mark: ClientStore.Revision
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
