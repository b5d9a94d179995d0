import GRDB
import Shared
import Storage

import struct Shared.Record

extension ClientStore {
    static let selectNameDigests = """
        select key, shown_digest
        from record
        where audit = ?1 and key >= ?2 and key < ?3
        order by key
        """

    static let selectNames = """
        select key, shown_digest, coalesce(shown, pulled)
        from record
        where audit = ?1 and key >= ?2 and key < ?3
        order by key
        """

    /// The same bytes while no plan and no component of an audit has changed.
    func nameFingerprint(_ audit: AuditID) throws -> [UInt8] {
        try file.read { database in
            guard let found = try Self.audit(audit, database) else { return [] }
            var bytes: [UInt8] = []
            try database.each(
                Self.selectNameDigests, found.number, RecordKind.plan.firstKey(of: audit),
                RecordKind.component.lastKey(of: audit)
            ) { row in
                row.withBlob(0) { bytes.append(contentsOf: $0) }
                row.withBlob(1) { bytes.append(contentsOf: $0) }
            }
            return bytes
        }
    }

    /// The digests of an audit's plan and components, and the records of those that are not known.
    func names(
        _ audit: AuditID, besides known: [RecordKey: Hash256]
    ) throws -> (digests: [RecordKey: Hash256], differing: [Record]) {
        try file.read { database in
            guard let found = try Self.audit(audit, database) else { return ([:], []) }
            var digests: [RecordKey: Hash256] = [:]
            var differing: [Record] = []
            try database.each(
                Self.selectNames, found.number, RecordKind.plan.firstKey(of: audit),
                RecordKind.component.lastKey(of: audit)
            ) { row in
                let key = try row.recordKey(0)
                let digest = try row.hash(1)
                digests[key] = digest
                if known[key] != digest { differing.append(try Record(decoding: row.blob(2))) }
            }
            return (digests, differing)
        }
    }
}
