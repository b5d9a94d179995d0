package import Shared
import Storage

/// A file that is to be sent or fetched.
package struct EvidenceTask: Hashable, Sendable {
    package let hash: Hash256
    /// Nil while only the hash is known.
    package let size: UInt64?
    /// How many bytes the server was last known to have, or are here of what is fetched.
    package let moved: UInt64
    /// What refused it last, in words; nil where nothing did.
    package let trouble: String?
}

/// One live reference of a finding to a file.
package struct EvidenceReference: Sendable {
    package let hash: Hash256
    package let record: Record
    /// The full id.
    package let criterion: String
    /// Who says so, from which device; the first where several do.
    package let sibling: Sibling
}

/// Files of evidence that are to be sent or fetched.
package struct EvidenceQueue {
    let store: ClientStore

    /// Queues files for sending; written before the change that refers to them.
    func queue(_ files: [(hash: Hash256, size: UInt64)], of audit: AuditID) throws {
        try store.file.write { database in
            let row = try ClientStore.ensureAudit(audit, database)
            let upsert = try SQLStatement(
                """
                insert into evidence (audit, hash, state, size) values (?1, ?2, 1, ?3)
                on conflict (audit, hash) do update
                set state = case state when 3 then 3 else 1 end, size = excluded.size
                """, in: database)
            for file in files { try upsert.run(row.number, file.hash, file.size) }
        }
    }

    func want(_ hashes: [Hash256], of audit: AuditID) throws {
        try store.file.write { database in
            let row = try ClientStore.ensureAudit(audit, database)
            let upsert = try SQLStatement(
                """
                insert into evidence (audit, hash, state) values (?1, ?2, 2)
                on conflict (audit, hash) do update set state = 2
                """, in: database)
            for hash in hashes { try upsert.run(row.number, hash) }
        }
    }

    /// What the server does not have yet, in this life of its database.
    package func toSend(_ audit: AuditID) throws -> [EvidenceTask] {
        try evidence(audit, "state = 1 or (state = 3 and epoch is not (select epoch from home))")
    }

    package func toFetch(_ audit: AuditID) throws -> [EvidenceTask] {
        try evidence(audit, "state = 2")
    }

    /// What was exchanged in any life of the server.
    func exchanged(_ audit: AuditID) throws -> [EvidenceTask] { try evidence(audit, "state = 3") }

    private func evidence(_ audit: AuditID, _ condition: String) throws -> [EvidenceTask] {
        // What was refused comes last: it must not stand before what gets through.
        try store.rows(
            of: audit,
            """
            select hash, size, moved, trouble from evidence where audit = ?1 and (\(condition))
            order by trouble is not null, size, hash
            """
        ) { row in
            EvidenceTask(
                hash: try row.hash(0), size: row.optional(1, row.unsigned), moved: row.unsigned(2),
                trouble: row.optional(3, row.text))
        }
    }

    /// False says nothing: the references may not have been looked through yet.
    package func knows(_ hash: Hash256, of audit: AuditID) throws -> Bool {
        try store.read(audit, or: false) { row, database in
            try database.hasRow(
                "select 1 from evidence where audit = ?1 and hash = ?2", row.number, hash)
        }
    }

    /// Whether a file is here and on the server, in this life of its database.
    func isExchanged(_ hash: Hash256, of audit: AuditID) throws -> Bool {
        try store.read(audit, or: false) { row, database in
            try database.hasRow(
                """
                select 1 from evidence where audit = ?1 and hash = ?2 and state = 3
                  and epoch is (select epoch from home)
                """, row.number, hash)
        }
    }

    func note(_ hash: Hash256, of audit: AuditID, moved: UInt64) throws {
        try update("set moved = ?3", hash, of: audit, moved)
    }

    /// Notes what refused a file, for whoever asks why it waits.
    func note(_ hash: Hash256, of audit: AuditID, trouble: String) throws {
        try store.write(audit) { row, database in
            try database.run(
                "update evidence set trouble = ?3 where audit = ?1 and hash = ?2", row.number, hash,
                trouble)
        }
    }

    func finish(_ hash: Hash256, of audit: AuditID, size: UInt64) throws {
        try update(
            """
            set state = 3, epoch = (select epoch from home), size = ?3, moved = ?3, trouble = null
            """, hash, of: audit, size)
    }

    func forget(_ hashes: [Hash256], of audit: AuditID) throws {
        try store.write(audit) { row, database in
            let delete = try SQLStatement(
                "delete from evidence where audit = ?1 and hash = ?2", in: database)
            for hash in hashes { try delete.run(row.number, hash) }
        }
    }

    private func update(
        _ change: String, _ hash: Hash256, of audit: AuditID, _ bytes: UInt64
    ) throws {
        try store.write(audit) { row, database in
            try database.run(
                "update evidence \(change) where audit = ?1 and hash = ?2", row.number, hash, bytes)
        }
    }

    /// Every file that a finding shown here refers to, by component state and criterion.
    package func references(_ audit: AuditID) throws -> [EvidenceReference] {
        // Nearly no record has evidence, and an index has those that do.
        try store.rows(
            of: audit,
            """
            select coalesce(shown, pulled) from summary indexed by summary_of_evidence
            join record on record.number = summary.record
            where summary.audit = ?1 and summary.has_evidence = 1 order by record.key
            """
        ) { try $0.record(0).evidenceReferences }.flatMap(\.self)
    }

    /// The files to which own findings refer that a server set aside.
    ///
    /// They come with those, so that a lead who adopts one has its picture.
    package func setAside(_ audit: AuditID) throws -> [Hash256] {
        let changes = try store.rows(
            of: audit,
            """
            select record.key, chain.replica, change.n, change.body from change
            join chain on chain.number = change.chain and chain.source = 1
            join record on record.number = change.record
            where chain.audit = ?1 and change.outcome = 3
              and instr(change.body, cast('/evidence/' as blob)) > 0
            """
        ) { row -> Change? in
            let key = try row.recordKey(0)
            let dot = Dot(replica: try row.identifier(1), n: row.unsigned(2))
            return try? Change(key: key, dot: dot, bytes: row.blob(3))
        }.compactMap(\.self)
        return changes.flatMap { $0.body.writes.compactMap(\.evidence) }
    }

    /// Whether the references have been looked through as they are now.
    func hasLooked(_ audit: AuditID) throws -> Bool {
        try store.read(audit, or: false) { row, database in
            try database.hasRow(
                "select 1 from evidence_look where audit = ?1 and root = ?2", row.number, row.root)
        }
    }

    func noteLook(_ audit: AuditID, root: Hash256) throws {
        try store.write(audit) { row, database in
            try database.run(
                """
                insert into evidence_look (audit, root) values (?1, ?2)
                on conflict (audit) do update set root = excluded.root
                """, row.number, root)
        }
    }
}

extension Record {
    /// The files that a component state's findings refer to, ascending by criterion and hash.
    var evidenceReferences: [EvidenceReference] {
        registers().compactMap { field, siblings in
            guard field.name == .evidence, let sibling = siblings.first,
                let hash = field.element.first.flatMap({ [UInt8](hex: $0) })
                    .flatMap({ Hash256(bytes: $0) })
            else { return nil }
            return EvidenceReference(
                hash: hash, record: self, criterion: field.criterion, sibling: sibling)
        }
    }
}

extension ClientSchema {
    /// Format 11: what did not get through, and why; and what is still to come.
    static let refusals = """
        -- When the server was last asked which audits it has; null before.
        alter table home add column audits_asked_milliseconds integer;

        -- How many records the server has, until the first checkpoint says that all of them came.
        alter table audit add column records_told integer;

        -- What refused it last, in words; null once it got through, and where nothing did.
        alter table evidence add column trouble text;

        -- One row is a record as it was pulled in an earlier life of the server; each sync brings
        -- it there until the way lets it through.
        create table left_record (
          audit integer not null references audit (number),
          key blob not null,
          -- That of its receipt.
          epoch integer not null references epoch (number),
          image blob not null,
          primary key (audit, key, epoch)
        ) strict, without rowid;
        """
}

extension ClientSchema {
    /// Format 16: which records name evidence, without a look through all of them at each sync.
    static let evidence = """
        alter table summary add column has_evidence integer not null default 0;
        create index summary_of_evidence on summary (audit, record) where has_evidence = 1;
        """
}
