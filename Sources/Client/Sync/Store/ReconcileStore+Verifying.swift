import GRDB
package import Shared
import Storage

extension ReconcileStore {
    /// Computes every digest, sum and chain hash of an audit anew and compares.
    package func verify(_ audit: AuditID) throws -> Verification? {
        guard let standing = try store.pull.standing(audit) else { return nil }
        return try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return nil }
            var root = Hash256.zero
            var damaged: [RecordKey] = []
            var count = 0
            try database.each(
                """
                select record.number, record.key, record.pulled, \(DerivedColumns.columns)
                from record
                left join state_outcomes on state_outcomes.record = record.number
                where record.audit = ?1
                """, row.number
            ) { stored in
                let key = try stored.recordKey(1)
                let overlay = try PendingChanges.changes(of: key, record: stored.int(0), database)
                let pulled = stored.optional(2, stored.blob)
                let record = pulled.flatMap { try? Shared.Record(decoding: $0) }
                let derived = DerivedColumns(key: key, pulled: record, overlay: overlay)
                let isReadable = pulled == nil || record?.key == key
                if !isReadable || derived != DerivedColumns(row: stored, from: 3) {
                    damaged.append(key)
                }
                if let digest = derived.baseDigest { root = root &+ digest }
                count += 1
            }
            return Verification(
                damaged: damaged, root: root, rootIsSound: root == row.root,
                brokenChains: try Self.brokenChains(row, database), records: count,
                standing: standing)
        }
    }

    /// The base digest of every record, for a comparison with a server's bucket.
    package func baseDigests(_ audit: AuditID, bucket: Int) throws -> [RecordKey: Hash256] {
        try baseDigests(audit, buckets: [bucket])
    }

    /// The base digest of every record in some buckets.
    func baseDigests(_ audit: AuditID, buckets: Set<Int>) throws -> [RecordKey: Hash256] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [:] }
            var result: [RecordKey: Hash256] = [:]
            try database.each(
                "select key, base_digest from record where audit = ?1 and base_digest is not null",
                row.number
            ) { record in
                let key = try record.recordKey(0)
                if buckets.contains(digestBucket(of: key)) { result[key] = try record.hash(1) }
            }
            return result
        }
    }

    /// The sums of the base digests by bucket.
    package func bucketSums(_ audit: AuditID) throws -> [Hash256] {
        try store.file.read { database in
            var sums = [Hash256](repeating: .zero, count: 256)
            guard let row = try ClientStore.audit(audit, database) else { return sums }
            try database.each(
                "select key, base_digest from record where audit = ?1 and base_digest is not null",
                row.number
            ) { record in
                let bucket = digestBucket(of: try record.recordKey(0))
                sums[bucket] = sums[bucket] &+ (try record.hash(1))
            }
            return sums
        }
    }

    /// The chains of this laptop whose stored hashes do not follow from the stored changes.
    private static func brokenChains(
        _ audit: AuditRow, _ database: Database
    ) throws -> [ReplicaID] {
        var broken: Set<ReplicaID> = []
        var last: (replica: ReplicaID, n: UInt64, chain: Hash256)?
        try database.each(
            """
            select chain.replica, change.n, record.key, change.hash, change.chain_hash, change.body
            from chain
            join change on change.chain = chain.number
            join record on record.number = change.record
            where chain.audit = ?1 and chain.source = 1
            order by chain.number, change.n
            """, audit.number
        ) { row in
            let replica: ReplicaID = try row.identifier(0)
            let n = row.unsigned(1)
            let before =
                last.flatMap { $0.replica == replica && $0.n + 1 == n ? $0.chain : nil }
                ?? ChangeHash.chainStart(audit: audit.id, replica: replica)
            let body = row.blob(5)
            // A body that is nowhere any more has left its hash alone.
            let hash =
                body.isEmpty
                ? try row.hash(3)
                : ChangeHash.hash(
                    keyBytes: row.blob(2), dot: Dot(replica: replica, n: n), body: body)
            let chain = ChangeHash.chain(after: before, hash)
            if hash.bytes != row.blob(3) || chain.bytes != row.blob(4) { broken.insert(replica) }
            last = (replica, n, chain)
        }
        return broken.sorted()
    }
}
