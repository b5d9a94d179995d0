import Shared
import Storage

/// How much each person has used of what the server grants her in one audit.
struct UsageTables {
    let db: Database
    let audit: Int64

    static let schema = """
        -- One row is what the log of one audit keeps of one person's changes.
        create table usage (
            audit integer not null references audit (number),
            person blob not null check (length(person) = 16),
            log_bytes integer not null check (log_bytes >= 0), -- keys and bodies that are kept
            primary key (audit, person)
        ) strict, without rowid;

        create index evidence_by_replica on evidence (audit, replica, size);
        """

    /// Keys and bodies of a person's changes, whatever became of them, under all her ids.
    func log(of ids: [PersonID], _ limits: Limits) throws -> Quota {
        try ids.reduce(Quota(used: 0, most: limits.logBytesPerPersonMax)) { quota, person in
            let bytes = try db.first(
                "select log_bytes from usage where audit = ? and person = ?", audit, person
            ) { $0.unsigned(0) }
            return quota.adding(bytes ?? 0)
        }
    }

    /// Files that a person's devices have uploaded, and what has arrived of others but one.
    func evidence(
        of ids: [PersonID], besides upload: UploadID? = nil, _ limits: Limits
    ) throws -> Quota {
        try ids.reduce(Quota(used: 0, most: limits.evidenceBytesPerPersonMax)) { quota, person in
            let bytes = try db.first(
                """
                select coalesce(sum((
                        select coalesce(sum(size), 0) from evidence
                        where audit = ?1 and evidence.replica = replica.number
                    ) + (
                        select coalesce(sum(arrived), 0) from upload
                        where upload.replica = replica.number and audit = ?1 and id is not ?3
                    )), 0)
                from replica where person = ?2
                """, audit, person, upload
            ) { $0.unsigned(0) }
            return quota.adding(bytes ?? 0)
        }
    }

    func add(_ bytes: Int, of person: PersonID) throws {
        try db.run(
            """
            insert into usage (audit, person, log_bytes) values (?, ?, ?)
            on conflict (audit, person) do update set log_bytes = log_bytes + excluded.log_bytes
            """, audit, person, bytes)
    }
}

extension WireQuota {
    init(_ quota: Quota) {
        self.init()
        used = quota.used
        most = quota.most
    }
}
