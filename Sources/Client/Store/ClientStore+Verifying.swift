import Foundation
import GRDB
package import Shared
import Storage

extension ClientStore {
    /// Computes every digest, sum and chain hash of an audit anew and compares.
    package func verify(_ audit: AuditID) throws -> Verification? {
        guard let standing = try standing(audit) else { return nil }
        return try file.read { database in
            guard let row = try Self.audit(audit, database) else { return nil }
            var root = Hash256.zero
            var damaged: [RecordKey] = []
            var count = 0
            let rows = try SQLStatement(
                """
                select record.number, record.key, record.pulled, \(DerivedColumns.columns)
                from record
                left join state_outcomes on state_outcomes.record = record.number
                where record.audit = ?1
                """, in: database)
            rows.bind(1, row.number)
            while try rows.step() {
                let key = try rows.recordKey(1)
                let overlay = try PendingChanges.changes(of: key, record: rows.int(0), database)
                let pulled = rows.isNull(2) ? nil : rows.blob(2)
                let record = pulled.flatMap { try? Shared.Record(decoding: $0) }
                let derived = DerivedColumns(key: key, pulled: record, overlay: overlay)
                let isReadable = pulled == nil || record?.key == key
                if !isReadable || derived != DerivedColumns(row: rows, from: 3) {
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
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [:] }
            let rows = try SQLStatement(
                "select key, base_digest from record where audit = ?1 and base_digest is not null",
                in: database)
            rows.bind(1, row.number)
            var result: [RecordKey: Hash256] = [:]
            while try rows.step() {
                let key = try rows.recordKey(0)
                if buckets.contains(digestBucket(of: key)) { result[key] = try rows.hash(1) }
            }
            return result
        }
    }

    /// The sums of the base digests by bucket.
    package func bucketSums(_ audit: AuditID) throws -> [Hash256] {
        try file.read { database in
            var sums = [Hash256](repeating: .zero, count: 256)
            guard let row = try Self.audit(audit, database) else { return sums }
            let rows = try SQLStatement(
                "select key, base_digest from record where audit = ?1 and base_digest is not null",
                in: database)
            rows.bind(1, row.number)
            while try rows.step() {
                let bucket = digestBucket(of: try rows.recordKey(0))
                sums[bucket] = sums[bucket] &+ (try rows.hash(1))
            }
            return sums
        }
    }

    /// The chains of this laptop whose stored hashes do not follow from the stored changes.
    private static func brokenChains(
        _ audit: AuditRow, _ database: Database
    ) throws -> [ReplicaID] {
        let rows = try SQLStatement(
            """
            select chain.replica, change.n, record.key, change.hash, change.chain_hash, change.body
            from chain
            join change on change.chain = chain.number
            join record on record.number = change.record
            where chain.audit = ?1 and chain.source = 1
            order by chain.number, change.n
            """, in: database)
        rows.bind(1, audit.number)
        var broken: Set<ReplicaID> = []
        var last: (replica: ReplicaID, n: UInt64, chain: Hash256)?
        while try rows.step() {
            let replica: ReplicaID = try rows.identifier(0)
            let n = rows.unsigned(1)
            let before =
                last.flatMap { $0.replica == replica && $0.n + 1 == n ? $0.chain : nil }
                ?? ChangeHash.chainStart(audit: audit.id, replica: replica)
            let body = rows.blob(5)
            // A body that is nowhere any more has left its hash alone.
            let hash =
                body.isEmpty
                ? try rows.hash(3)
                : ChangeHash.hash(
                    keyBytes: rows.blob(2), dot: Dot(replica: replica, n: n), body: body)
            let chain = ChangeHash.chain(after: before, hash)
            if hash.bytes != rows.blob(3) || chain.bytes != rows.blob(4) { broken.insert(replica) }
            last = (replica, n, chain)
        }
        return broken.sorted()
    }
}
