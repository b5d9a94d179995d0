package import Shared
import Storage

extension ReconcileStore {
    /// Computes every digest, sum and chain hash of an audit anew and compares.
    package func verify(_ audit: AuditID) throws -> Verification? {
        guard let standing = try PullStore(store: store).standing(audit) else { return nil }
        return try store.read(audit, or: nil) { row, database in
            var root = Hash256.zero
            var damaged: [RecordKey] = []
            var count = 0
            try database.each(
                """
                select record.number, record.key, record.pulled, \(DerivedColumns.columns)
                from record left join summary on summary.record = record.number
                where record.audit = ?1
                """, row.number
            ) { stored in
                let key = try stored.recordKey(1)
                let overlay = try PendingChanges.changes(of: key, record: stored.int(0), database)
                let pulled = stored.optional(2, stored.blob)
                let record = pulled.flatMap { try? Record(decoding: $0) }
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

    func baseDigests(_ audit: AuditID, buckets: Set<Int>) throws -> [RecordKey: Hash256] {
        var result: [RecordKey: Hash256] = [:]
        try eachBaseDigest(audit) { key, row in
            if buckets.contains(digestBucket(of: key)) { result[key] = try row.hash(1) }
        }
        return result
    }

    package func bucketSums(_ audit: AuditID) throws -> [Hash256] {
        var sums = [Hash256](repeating: .zero, count: 256)
        try eachBaseDigest(audit) { key, row in
            let bucket = digestBucket(of: key)
            sums[bucket] = sums[bucket] &+ (try row.hash(1))
        }
        return sums
    }

    /// - Parameter body: Gets a record's key, and a row with its base digest in column 1.
    private func eachBaseDigest(
        _ audit: AuditID, _ body: (RecordKey, Row) throws -> Void
    ) throws {
        try store.read(audit, or: ()) { audit, database in
            try database.each(
                "select key, base_digest from record where audit = ?1 and base_digest is not null",
                audit.number
            ) { try body(try $0.recordKey(0), $0) }
        }
    }

    private static func brokenChains(
        _ audit: StoredAudit, _ database: Database
    ) throws -> [ReplicaID] {
        var broken: Set<ReplicaID> = []
        var walk = ChainWalk(audit: audit.id)
        try database.each(ChainWalk.select, audit.number) { row in
            let (dot, isSound) = try walk.next(row)
            if !isSound { broken.insert(dot.replica) }
        }
        return broken.sorted()
    }
}

/// What a check of an audit found.
package struct Verification: Sendable {
    /// Records whose stored digest is not what their content gives: damage on this laptop.
    package let damaged: [RecordKey]
    /// The sum of all base digests, computed anew.
    package let root: Hash256
    /// Whether the stored root is that sum.
    package let rootIsSound: Bool
    /// Chains of this laptop whose hashes do not follow from their changes.
    package let brokenChains: [ReplicaID]
    package let records: Int
    package let standing: AuditStatus

    /// Nothing wrong on this laptop, and nothing known to differ from the server.
    package var isSound: Bool {
        damaged.isEmpty && rootIsSound && brokenChains.isEmpty && standing.agrees != false
    }
}
