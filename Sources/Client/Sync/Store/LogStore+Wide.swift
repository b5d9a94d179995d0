import GRDB
package import Shared
import Storage

/// A record that carries the numbers of unusually many devices.
package struct WideRecord: Hashable, Sendable {
    /// Which record it is.
    package let key: RecordKey
    /// Entries of its context.
    package let devices: Int
}

extension LogStore {
    /// Takes note of records of which leads are told, in the transaction that stores them.
    static func noteWide(
        _ records: [PulledRecord], audit: Int64, _ database: Database
    ) throws {
        let alarm = Limits.standard.contextEntriesAlarm
        for pulled in records where pulled.record.context.entries.count >= alarm {
            try database.run(
                "insert or ignore into wide_record (audit, key) values (?1, ?2)", audit,
                pulled.record.key)
        }
    }

    /// The records whose context has at least as many entries as leads are told of, widest first.
    package func wideRecords(_ audit: AuditID) throws -> [WideRecord] {
        let keys: [RecordKey] = try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [] }
            return try database.rows(
                "select key from wide_record where audit = ?1 order by key", row.number
            ) { try $0.recordKey(0) }
        }
        // A server that was put back may know of fewer by now.
        return try keys.compactMap { key in
            let devices = try store.record(key)?.context.entries.count ?? 0
            return devices >= Limits.standard.contextEntriesAlarm
                ? WideRecord(key: key, devices: devices) : nil
        }
        .sorted { $0.devices > $1.devices }
    }
}
