import GRDB
import Shared
import struct Shared.Record
import Storage

/// What is stored of a record and follows from the rest: from what was pulled, and the overlay.
struct DerivedColumns: Equatable {
    /// Nil without anything pulled or applied.
    let baseDigest: Hash256?
    /// Nil when the record is shown as it was pulled.
    let shown: [UInt8]?
    let shownDigest: Hash256
    let isShared: Bool
    /// Nil for what is no component state, and where something differs.
    let outcomes: [UInt8]?

    /// To be selected, in this order, from `record left join state_outcomes`.
    static let columns = """
        record.base_digest, record.shown, record.shown_digest, record.is_shared,
          state_outcomes.outcomes
        """

    init(key: RecordKey, pulled: Record?, overlay: [PendingChanges.Entry]) {
        let (base, shown) = PendingChanges.compose(
            pulled: pulled ?? Record(key: key), overlay: overlay)
        baseDigest = base.isEmpty ? nil : base.digest
        self.shown = overlay.isEmpty && pulled != nil ? nil : shown.encoded()
        shownDigest = shown.digest
        isShared = shown.isShared
        outcomes = StateOutcomes(shown)?.bytes
    }

    /// Reads `columns` from that column on; nil when they cannot be what any record has.
    init?(row: SQLStatement, from column: Int32) {
        guard let shownDigest = Hash256(bytes: row.blob(column + 2)) else { return nil }
        baseDigest = row.isNull(column) ? nil : Hash256(bytes: row.blob(column))
        if baseDigest == nil, !row.isNull(column) { return nil }
        shown = row.optional(column + 1, row.blob)
        self.shownDigest = shownDigest
        isShared = row.int(column + 3) == 1
        outcomes = row.optional(column + 4, row.blob)
    }

    func write(to record: Int64, _ database: Database) throws {
        try database.run(
            """
            update record set base_digest = ?2, shown = ?3, shown_digest = ?4, is_shared = ?5
            where number = ?1
            """, record, baseDigest, shown, shownDigest, isShared)
        try OutcomesWriter(database).write(outcomes, of: record)
    }
}
