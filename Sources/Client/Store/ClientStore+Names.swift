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
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(Self.selectNameDigests, in: database)
            rows.bind(1, row.number)
            rows.bind(2, RecordKind.plan.firstKey(of: audit))
            rows.bind(3, RecordKind.component.lastKey(of: audit))
            defer { rows.reset() }
            var bytes: [UInt8] = []
            while try rows.step() {
                rows.withBlob(0) { bytes.append(contentsOf: $0) }
                rows.withBlob(1) { bytes.append(contentsOf: $0) }
            }
            return bytes
        }
    }

    /// The digests of an audit's plan and components, and the records of those that are not known.
    func names(
        _ audit: AuditID, besides known: [RecordKey: Hash256]
    ) throws -> (digests: [RecordKey: Hash256], differing: [Record]) {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return ([:], []) }
            let rows = try SQLStatement(Self.selectNames, in: database)
            rows.bind(1, row.number)
            rows.bind(2, RecordKind.plan.firstKey(of: audit))
            rows.bind(3, RecordKind.component.lastKey(of: audit))
            defer { rows.reset() }
            var digests: [RecordKey: Hash256] = [:]
            var differing: [Record] = []
            while try rows.step() {
                let key = try rows.recordKey(0)
                let digest = try rows.hash(1)
                digests[key] = digest
                if known[key] != digest { differing.append(try Record(decoding: rows.blob(2))) }
            }
            return (digests, differing)
        }
    }
}
