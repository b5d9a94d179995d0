import Reading
import Shared
import Storage

/// What is kept beside a record, so that lists need not read it.
struct RecordSummary: Equatable {
    /// The bytes of a `StateSummary`, or of a component's name, by which equal names are found.
    ///
    /// Which of several names of a component holds the plan's leads say, so who has several is
    /// looked at itself. A plan has none, and what nothing stands on.
    let bytes: [UInt8]
    /// How many texts stand in several versions.
    let versions: Int64
    /// Whether something in the record may wait for a person, or was settled.
    let isShared: Bool
    /// Whether a finding in it refers to a file.
    let hasEvidence: Bool

    init(_ record: Record) {
        hasEvidence = record.namesEvidence
        if record.changes.isEmpty {
            bytes = []
            versions = 0
            isShared = false
        } else if let state = StateSummary(record) {
            bytes = state.bytes
            versions = Int64(state.versions)
            isShared = state.isContested
        } else {
            let isComponent = if case .component = record.key { true } else { false }
            bytes = isComponent ? Component(record).nameID?.bytes ?? [] : []
            versions = 0
            isShared = record.hasSeveral
        }
    }

    /// Reads `columns` from that column on.
    init(row: Row, from column: Int32) {
        bytes = row.blob(column)
        versions = row.int(column + 1)
        isShared = row.int(column + 2) == 1
        hasEvidence = row.int(column + 3) == 1
    }

    /// To be selected, in this order, from `record left join summary`.
    static let columns = "summary.bytes, summary.versions, record.is_shared, summary.has_evidence"
}

extension Record {
    fileprivate var namesEvidence: Bool {
        guard case .state = key else { return false }
        return changes.contains { entry in
            entry.live.contains { index in
                let field = entry.change.body.writes[index].field
                // Its element is a hash of 64 digits: of what is shorter the name need not be read.
                return field.path.utf8.count > 64 && field.name == .evidence
            }
        }
    }

    /// Whether several writes of a register live, or a withdrawal.
    fileprivate var hasSeveral: Bool {
        var fields: Set<FieldID> = []
        for entry in changes {
            for index in entry.live {
                let field = entry.change.body.writes[index].field
                if field.name == .withdrawn || !fields.insert(field).inserted { return true }
            }
        }
        return false
    }
}

/// Writes summaries in the transaction that writes what is shown.
struct SummaryWriter {
    private let upsert: SQLStatement

    static let selectRevision = "select max(revision) from summary where audit = ?1"

    /// What is written by one transaction in an audit has one revision, above all before it.
    init(audit: Int64, _ database: Database) throws {
        let last = try database.first(Self.selectRevision, audit) { $0.int(0) }
        upsert = try SQLStatement(
            """
            insert into summary (record, audit, revision, versions, bytes, has_evidence)
            values (?1, ?2, ?3, ?4, ?5, ?6)
            on conflict (record) do update set revision = excluded.revision,
              versions = excluded.versions, bytes = excluded.bytes,
              has_evidence = excluded.has_evidence
            """, in: database)
        upsert.bind(2, audit)
        upsert.bind(3, (last ?? 0) + 1)
    }

    func write(_ summary: RecordSummary, of record: Int64) throws {
        upsert.bind(1, record)
        upsert.bind(4, summary.versions)
        upsert.bind(5, summary.bytes)
        upsert.bind(6, summary.hasEvidence)
        try upsert.run()
    }
}

extension RecordSummary {
    /// Writes the summary of every record of a database that has none.
    ///
    /// What cannot be read is told when it is asked for.
    @Sendable static func writeAll(_ database: Database) throws {
        for audit in try database.numbers("select number from audit order by number") {
            let writer = try SummaryWriter(audit: audit, database)
            let select = "select number from record where audit = ?1 order by number"
            for number in try database.numbers(select, audit) {
                let record = try database.first(
                    "select coalesce(shown, pulled) from record where number = ?1", number
                ) { try? $0.record(0) }
                guard let record, let record else { continue }
                let summary = RecordSummary(record)
                try writer.write(summary, of: number)
                try database.run(
                    "update record set is_shared = ?2 where number = ?1", number, summary.isShared)
            }
        }
    }
}

extension ClientSchema {
    /// Format 17: a component state's summary has its day.
    ///
    /// Rows stay, so that revisions ascend, and are written anew in the same transaction. What
    /// cannot be read then has bytes that are no summary.
    static let dueDays = "update summary set bytes = x'00' where bytes <> x'';"

    /// Format 12: `state_summary` has components too, each with its name in 16 bytes.
    ///
    /// What is derived is written anew in the same transaction.
    static let sharedNames = "delete from state_summary;"

    /// Format 14: every record has a summary, of which it is known when it was written.
    ///
    /// `RecordSummary.writeAll` fills it in the same transaction.
    static let allSummaries = """
        drop table state_summary;

        -- One row is what lists read of a record; it follows from what is shown.
        create table summary (
          record integer primary key references record (number),
          audit integer not null references audit (number),
          -- Ascends with every transaction that shows anything else of the audit.
          revision integer not null,
          -- How many texts stand in several versions.
          versions integer not null,
          -- RecordSummary's bytes.
          bytes blob not null
        ) strict;
        create index summary_by_revision on summary (audit, revision);
        create index summary_of_versions on summary (audit, versions) where versions > 0;

        -- Up to which revision of their summaries component states were looked through.
        alter table news_mark add column looked_through integer not null default 0;
        """
}
