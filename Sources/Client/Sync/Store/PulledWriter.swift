import Reading
import Shared
import Storage

/// Stores pulled records; most are new or have no overlay, and those never leave the fast path.
struct PulledWriter {
    private let audit: StoredAudit
    private let database: Database
    private let find, insert, replace: SQLStatement
    private let summaries: SummaryWriter
    /// Whose laptop this is, by all of her ids.
    private let person: Set<PersonID>
    /// The number of the epoch in which the records are sealed.
    private let epoch: Int64

    init(audit: StoredAudit, epoch: EpochID, _ database: Database) throws {
        self.epoch = try ClientStore.number(of: epoch, database)
        self.audit = audit
        self.database = database
        person = try ClientStore.home(database)?.ids ?? []
        summaries = try SummaryWriter(audit: audit.number, database)
        find = try SQLStatement(
            """
            select number, base_digest,
              exists (select 1 from change where record = record.number and overlay > 0),
              exists (select 1 from change join chain on chain.number = change.chain
                where change.record = record.number and chain.source = 1)
            from record where audit = ?1 and key = ?2
            """, in: database)
        insert = try SQLStatement(
            """
            insert into record
              (audit, key, pulled, base_digest, shown_digest, is_shared, pulled_epoch)
            values (?1, ?2, ?3, ?4, ?4, ?5, ?6)
            """, in: database)
        replace = try SQLStatement(
            """
            update record
            set pulled = ?2, base_digest = ?3, shown = null, shown_digest = ?3, is_shared = ?4,
              pulled_epoch = ?5 where number = ?1
            """, in: database)
    }

    func store(_ records: [PulledRecord]) throws {
        guard !records.isEmpty else { return }
        try EventStore.noteNewsDue(audit.number, database)
        try LogStore.noteWide(records, audit: audit.number, database)
        var refresh = try RecordRefresh(audit: audit, database, writing: summaries)
        for pulled in records {
            try store(pulled, &refresh)
            try EventStore.note(pulled.record, came: audit.number, database)
        }
        try refresh.storeRoot()
    }

    private func store(_ pulled: PulledRecord, _ refresh: inout RecordRefresh) throws {
        let record = pulled.record
        let key = record.key.bytes
        find.bind(1, audit.number)
        find.bind(2, key)
        guard try find.step() else {
            find.reset()
            let digest = record.digest
            let summary = RecordSummary(record)
            insert.bind(1, audit.number)
            insert.bind(2, key)
            insert.bind(3, pulled.bytes)
            insert.bind(4, digest)
            insert.bind(5, summary.isShared)
            insert.bind(6, epoch)
            try insert.run()
            try summaries.write(summary, of: database.insertedNumber)
            return refresh.note(old: nil, new: digest)
        }
        let row = find.row
        let number = row.int(0)
        let old = row.isNull(1) ? nil : try row.hash(1)
        let hasOverlay = row.int(2) == 1
        let isHers = row.int(3) == 1
        find.reset()
        let before = isHers ? try TakenWords.shown(number, database) : nil
        if hasOverlay {
            try storeUnderOverlay(pulled, number, &refresh)
        } else {
            try replace(pulled, number, old, &refresh)
        }
        guard let before,
            let after = hasOverlay ? try TakenWords.shown(number, database) : record
        else { return }
        try TakenWords.note(of: person, from: before, to: after, audit: audit.number, database)
    }

    private func replace(
        _ pulled: PulledRecord, _ number: Int64, _ old: Hash256?, _ refresh: inout RecordRefresh
    ) throws {
        let record = pulled.record
        let digest = record.digest
        let summary = RecordSummary(record)
        replace.bind(1, number)
        replace.bind(2, pulled.bytes)
        replace.bind(3, digest)
        replace.bind(4, summary.isShared)
        replace.bind(5, epoch)
        try replace.run()
        try summaries.write(summary, of: number)
        refresh.note(old: old, new: digest)
    }

    /// The changes that the pulled record holds leave the overlay, the others stay on it.
    private func storeUnderOverlay(
        _ pulled: PulledRecord, _ number: Int64, _ refresh: inout RecordRefresh
    ) throws {
        try database.run(
            "update record set pulled = ?, pulled_epoch = ? where number = ?", pulled.bytes, epoch,
            number)
        for dot in pulled.record.context.entries {
            try database.run(
                """
                update change set overlay = 0 where record = ? and n <= ? and overlay > 0
                  and chain in (select number from chain where replica = ?)
                """, number, dot.n, dot.replica)
        }
        try refresh.refresh(number)
    }
}
