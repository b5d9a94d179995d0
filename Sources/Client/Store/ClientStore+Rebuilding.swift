import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage

/// What composing everything anew that is derived found wrong.
package struct Rebuilding: Hashable, Sendable {
    /// How many records were composed.
    package internal(set) var records = 0
    /// Those of which something derived was not what it should be.
    package internal(set) var wrong: [RecordKey] = []
    /// Those whose pulled bytes are damaged: they are not shown until the next sync brings them.
    package internal(set) var unreadable: [RecordKey] = []
    /// Whether the sum of the digests was not what it should be.
    package internal(set) var isRootWrong = false

    /// Whether all was as it should be.
    package var isClean: Bool { wrong.isEmpty && unreadable.isEmpty && !isRootWrong }
}

extension ClientStore {
    /// Composes base, shown, digests and root of every record anew, in one transaction.
    ///
    /// Own changes and records as pulled stay byte for byte. A pulled record that cannot be read
    /// is dropped, and the next pull brings everything.
    package func rebuild(_ audit: AuditID) throws -> Rebuilding {
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return Rebuilding() }
            var derivation = Derivation(audit: row, mends: true, database)
            return try derivation.run()
        }
    }

    /// The same without changing anything.
    package func derivedFaults(_ audit: AuditID) throws -> Rebuilding {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return Rebuilding() }
            var derivation = Derivation(audit: row, mends: false, database)
            return try derivation.run()
        }
    }

    /// What SQLite finds wrong with the file; empty when nothing is.
    package func fileFaults() throws -> [String] {
        try file.faults()
    }
}

/// Composes the records of one audit from what is primary, and compares with what is stored.
private struct Derivation {
    private let audit: AuditRow
    private let mends: Bool
    private let database: Database
    private let select: String
    private var result = Rebuilding()
    private var root = Hash256.zero

    init(audit: AuditRow, mends: Bool, _ database: Database) {
        self.audit = audit
        self.mends = mends
        self.database = database
        select = """
            select record.key, record.pulled, \(DerivedColumns.columns)
            from record
            left join state_outcomes on state_outcomes.record = record.number
            where record.number = ?1
            """
    }

    mutating func run() throws -> Rebuilding {
        for record in try numbers() { try compose(record) }
        result.isRootWrong = root != audit.root
        guard mends else { return result }
        let update = try SQLStatement("update audit set root = ?2 where number = ?1", in: database)
        update.bind(1, audit.number)
        update.bind(2, root)
        try update.run()
        if !result.unreadable.isEmpty { try pullAfresh() }
        return result
    }

    private func numbers() throws -> [Int64] {
        let rows = try SQLStatement(
            "select number from record where audit = ?1 order by number", in: database)
        rows.bind(1, audit.number)
        defer { rows.reset() }
        var numbers: [Int64] = []
        while try rows.step() { numbers.append(rows.int(0)) }
        return numbers
    }

    private mutating func compose(_ number: Int64) throws {
        let row = try SQLStatement(select, in: database)
        row.bind(1, number)
        defer { row.reset() }
        guard try row.step() else { return }
        let key = try row.recordKey(0)
        let image = row.isNull(1) ? nil : row.blob(1)
        let stored = DerivedColumns(row: row, from: 2)
        row.reset()
        // An image of another record is as damaged as one of none.
        let pulled = image.flatMap { try? Record(decoding: $0) }.flatMap {
            $0.key == key ? $0 : nil
        }
        if image != nil, pulled == nil {
            result.unreadable.append(key)
            if mends { try dropPulled(number) }
        }
        let overlay = try PendingChanges.changes(of: key, record: number, database)
        let derived = DerivedColumns(key: key, pulled: pulled, overlay: overlay)
        result.records += 1
        if let digest = derived.baseDigest { root = root &+ digest }
        guard derived != stored else { return }
        result.wrong.append(key)
        if mends { try derived.write(to: number, database) }
    }

    private func dropPulled(_ number: Int64) throws {
        let update = try SQLStatement(
            "update record set pulled = null, pulled_epoch = null where number = ?1", in: database)
        update.bind(1, number)
        try update.run()
    }

    /// The roots speak of different things until the next checkpoint.
    private func pullAfresh() throws {
        let update = try SQLStatement(
            "update audit set cursor = null, checkpoint_is_exact = 0 where number = ?1",
            in: database)
        update.bind(1, audit.number)
        try update.run()
    }
}
