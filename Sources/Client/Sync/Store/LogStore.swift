import Foundation
package import Shared
import Storage

/// What this laptop recorded, and what became of it.
package struct LogStore {
    let store: ClientStore

    /// Every change that this laptop wrote in an audit, oldest first.
    package func ownChanges(_ audit: AuditID, _ body: (LoggedChange) throws -> Void) throws {
        try store.read(audit, or: ()) { row, database in
            try database.each(
                """
                select chain.replica, change.n, change.body, record.key, change.outcome,
                  change.reason, change.recorded_milliseconds,
                  iif(change.outcome = 3, record.pulled, null), \(Resolution.columns),
                  later_outcome.code, later_outcome.reason
                from chain join change on change.chain = chain.number
                join record on record.number = change.record \(Resolution.join)
                \(ChangeAnswer.laterJoin)
                where chain.audit = ?1 and chain.source = 1 and length(change.body) > 0
                order by chain.number, change.n
                """, row.number
            ) { own in
                let change = try own.change(of: try own.recordKey(3))
                let changes = (try? Record(decoding: own.blob(7)))?.changes ?? []
                try body(
                    LoggedChange(
                        change: change, recorded: Date(unixMilliseconds: own.int(6)),
                        outcome: own.outcome(4), reason: own.optional(5, own.text),
                        resolution: try Resolution(row: own, from: 8),
                        later: own.optional(12) {
                            ChangeAnswer(
                                n: change.dot.n, code: Int(own.int($0)), reason: own.text(13))
                        }, wasMoved: own.optional(4, own.int) == ClientSchema.outcomeMoved,
                        stands: changes.contains { $0.change.edit == change.edit }))
            }
        }
    }

    static let selectUnsent = """
        select chain.replica, change.n, change.body, record.key, change.recorded_milliseconds
        from chain
        cross join change on change.chain = chain.number and change.n > chain.acknowledged
        cross join record on record.number = change.record
        where chain.audit = ?1 and chain.source = 1 and change.outcome is null
        order by chain.number desc, change.n desc limit ?2
        """

    /// The newest own changes that no server has answered, newest first.
    package func unsent(_ audit: AuditID, countMax: Int) throws -> [LoggedChange] {
        try store.read(audit, or: []) { row, database in
            try database.rows(Self.selectUnsent, row.number, countMax) {
                LoggedChange(
                    change: try $0.change(of: try $0.recordKey(3)),
                    recorded: Date(unixMilliseconds: $0.int(4)))
            }
        }
    }

    static let selectLatest = """
        select chain.replica, change.n, change.body, record.key, change.recorded_milliseconds,
          change.outcome
        from chain
        cross join change on change.chain = chain.number
        cross join record on record.number = change.record
        where chain.audit = ?1 and chain.source = 1 and length(change.body) > 0
        order by chain.number desc, change.n desc limit ?2
        """

    /// The newest own changes, whatever became of them, newest first.
    package func latest(_ audit: AuditID, countMax: Int) throws -> [LoggedChange] {
        try store.read(audit, or: []) { row, database in
            try database.rows(Self.selectLatest, row.number, countMax) {
                LoggedChange(
                    change: try $0.change(of: try $0.recordKey(3)),
                    recorded: Date(unixMilliseconds: $0.int(4)), outcome: $0.outcome(5))
            }
        }
    }

    static let selectOfRecord = """
        select chain.replica, change.n, change.body, change.outcome
        from record
        cross join change indexed by change_of_record on change.record = record.number
        cross join chain on chain.number = change.chain
        where record.audit = ?1 and record.key = ?2 and length(change.body) > 0
        order by change.rowid desc
        """

    /// Changes of one record that were written here or imported, what came last first.
    ///
    /// - Parameter countMax: Reading ends with so many that are wanted.
    package func changes(
        of key: RecordKey, countMax: Int, where isWanted: (Change) -> Bool
    ) throws -> [(change: Change, outcome: Trail.Outcome?)] {
        try store.read(key.audit, or: []) { audit, database in
            let select = try SQLStatement(Self.selectOfRecord, in: database)
            select.bind(1, audit.number)
            select.bind(2, key)
            var changes: [(change: Change, outcome: Trail.Outcome?)] = []
            while changes.count < countMax, try select.step() {
                let change = try select.row.change(of: key)
                if isWanted(change) { changes.append((change, select.row.outcome(3))) }
            }
            return changes
        }
    }

    /// How far a server has confirmed each chain that this laptop wrote or imported in an audit.
    package func acknowledgedNumbers(_ audit: AuditID) throws -> [ReplicaID: UInt64] {
        try store.read(audit, or: [:]) { row, database in
            let chains = try ClientStore.chains(row, database)
            return Dictionary(chains.map { ($0.replica, $0.acknowledged) }) { max($0, $1) }
        }
    }

    /// Takes note of records of which leads are told, in the transaction that stores them.
    static func noteWide(_ records: [PulledRecord], audit: Int64, _ database: Database) throws {
        let alarm = Limits.standard.contextEntriesAlarm
        for pulled in records where pulled.record.context.entries.count >= alarm {
            try database.run(
                "insert or ignore into wide_record (audit, key) values (?1, ?2)", audit,
                pulled.record.key)
        }
    }

    /// The records whose context has at least as many entries as leads are told of, widest first.
    package func wideRecords(_ audit: AuditID) throws -> [WideRecord] {
        let select = "select key from wide_record where audit = ?1 order by key"
        let keys = try store.rows(of: audit, select) { try $0.recordKey(0) }
        // A server that was put back may know of fewer by now.
        return try keys.compactMap { key in
            let devices = try store.record(key)?.context.entries.count ?? 0
            return devices >= Limits.standard.contextEntriesAlarm
                ? WideRecord(key: key, devices: devices) : nil
        }
        .sorted { $0.devices > $1.devices }
    }
}

/// A record that carries the numbers of unusually many devices.
package struct WideRecord: Hashable, Sendable {
    package let key: RecordKey
    /// Entries of its context.
    package let devices: Int
}
