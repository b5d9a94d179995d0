package import Shared
import Storage

/// Records that no request was small enough for when a server was put back.
///
/// What comes from that server afterwards takes their place among the records, so they are kept
/// apart, as they were pulled: perhaps nobody else has what they hold.
extension ReconcileStore {
    func setAside(_ key: RecordKey) throws {
        try store.file.write { database in
            try database.run(
                """
                insert into left_record (audit, key, epoch, image)
                select record.audit, record.key, record.pulled_epoch, record.pulled
                from record join audit on audit.number = record.audit
                where audit.id = ?1 and record.key = ?2 and record.pulled is not null
                on conflict (audit, key, epoch) do update set image = excluded.image
                """, key.audit, key)
        }
    }

    /// Ascending by key.
    package func left(_ audit: AuditID) throws -> [RecordKey] {
        try store.rows(
            of: audit, "select distinct key from left_record where audit = ?1 order by key"
        ) { RecordKey(bytes: $0.blob(0)) }.compactMap(\.self)
    }

    /// As it was pulled in each life of the server, with the epoch of its receipt.
    func leftImages(of key: RecordKey) throws -> [(epoch: EpochID, bytes: [UInt8])] {
        try store.file.read { database in
            try database.rows(
                """
                select epoch.id, left_record.image from left_record
                join audit on audit.number = left_record.audit
                join epoch on epoch.number = left_record.epoch
                where audit.id = ?1 and left_record.key = ?2
                """, key.audit, key
            ) { (epoch: try $0.identifier(0), bytes: $0.blob(1)) }
        }
    }

    func forgetLeft(_ key: RecordKey) throws {
        try store.write(key.audit) { row, database in
            try database.run(
                "delete from left_record where audit = ?1 and key = ?2", row.number, key)
        }
    }

    /// Why a server that was put back does not have everything again, a clause; nil when it has.
    package func lackingThere(_ audit: AuditID) throws -> String? {
        let count = try left(audit).count
        if case .none = try stage(audit), count == 0 { return nil }
        guard count > 0 else {
            return
                "the server was put back to an older state and does not have everything again yet"
        }
        return "\(count) \(count == 1 ? "record" : "records") did not get through to the server, "
            + "which was put back; kept on this laptop until the way lets them through"
    }
}
