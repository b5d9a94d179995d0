package import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage

extension ClientStore {
    /// The resume point of the next pull, and what the server said last of the own changes.
    ///
    /// That is the number it acknowledged, and the ordinal up to which leads' verdicts are known.
    package func pullStart(
        _ audit: AuditID
    ) throws -> (cursor: [UInt8]?, acknowledged: UInt64, settled: UInt64) {
        try file.read { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database)
            else { return (nil, 0, 0) }
            let chain = try Self.chain(row, home.replica, .own, database)
            let settled = try SQLStatement(
                "select settled from audit where number = ?1", in: database)
            settled.bind(1, row.number)
            defer { settled.reset() }
            let ordinal = try settled.step() ? settled.unsigned(0) : 0
            return (row.cursor, chain?.acknowledged ?? 0, ordinal)
        }
    }

    /// Stores a piece and its cursor in one transaction; the opening is settled first.
    ///
    /// - Returns: What the opening said of the own chain. Anything but `settled` means that
    ///   nothing of the piece was stored.
    package func store(
        _ piece: PullPiece, of audit: AuditID, at now: Date
    ) throws -> AcknowledgementResult {
        try file.write { database in
            let result = try Self.store(piece, of: audit, at: now, database)
            return (result: result, isSpent: try isJournalSpent(database))
        } committed: {
            if $0.isSpent { journal?.clear() }
        }.result
    }

    private static func store(
        _ piece: PullPiece, of audit: AuditID, at now: Date, _ database: Database
    ) throws -> AcknowledgementResult {
        guard let home = try Self.home(database) else { return .settled }
        let before = try ensureAudit(audit, database)
        let epoch = piece.opening.epoch
        try database.execute(
            sql: "update audit set epoch = ? where number = ? and epoch is null",
            arguments: [Data(epoch.bytes), before.number])
        if case .checkpoint(let checkpoint) = piece.end,
            let lost = try Self.lost(
                checkpoint, audit: before, writer: home.replica, database)
        {
            return lost
        }
        let result = try settle(
            piece.opening.settlement, audit: before, home: home, database)
        guard result == .settled, let row = try Self.audit(audit, database) else {
            return result
        }
        try keep(piece.opening.verdicts, audit: row, database)
        try note(ended: piece.opening.ended, in: row, database)
        try keep(piece.opening.queues, audit: row, database)
        try keep(piece.opening.quotas, audit: row, database)
        let writer = try PulledWriter(audit: row, epoch: epoch, database)
        try writer.store(piece.records)
        switch piece.end {
        case .nothing: break
        case .more(let cursor): try keep(cursor, audit: row, database)
        case .checkpoint(let checkpoint):
            try keep(checkpoint.cursor, audit: row, database)
            try dropUnsent(checkpoint, audit: row, epoch: epoch, database)
            try note(checkpoint, audit: row, home: home, now, database)
            try release(checkpoint, audit: row, database)
            try releaseLater(checkpoint, audit: row, database)
        }
        return .settled
    }

    private static func keep(
        _ cursor: [UInt8], audit: AuditRow, _ database: Database
    ) throws {
        try database.execute(
            sql: "update audit set cursor = ?, is_on_server = 1 where number = ?",
            arguments: [Data(cursor), audit.number])
    }

    /// Notes what a checkpoint proves.
    private static func note(
        _ checkpoint: PullCheckpoint, audit: AuditRow, home: HomeRow, _ now: Date,
        _ database: Database
    ) throws {
        let own = checkpoint.n(of: home.replica)
        let chain = try chain(audit, home.replica, .own, database)
        try database.execute(
            sql: """
                update audit set checkpoint_root = ?, checkpoint_sequence = ?,
                  checkpoint_milliseconds = ?, checkpoint_is_exact = ?
                where number = ?
                """,
            arguments: [
                Data(checkpoint.root.bytes), Int64(bitPattern: checkpoint.sequence),
                now.unixMilliseconds, own == (chain?.acknowledged ?? 0),
                audit.number,
            ])
    }

    /// Notes when the server said that the last checkpoint still holds everything.
    package func confirmCheckpoint(_ audit: AuditID, at now: Date) throws {
        try file.write { database in
            try database.execute(
                sql: "update audit set checkpoint_milliseconds = ? where id = ?",
                arguments: [now.unixMilliseconds, Data(audit.bytes)])
        }
    }

    /// Marks an audit as created on the server, with the cursor of an empty audit.
    ///
    /// - Returns: False when the server is in another epoch than the laptop knew; of the answer
    ///   only that the server has the audit was taken over then.
    @discardableResult
    package func created(_ audit: AuditID, cursor: [UInt8], epoch: EpochID) throws -> Bool {
        try file.write { database in
            let row = try Self.ensureAudit(audit, database)
            try database.execute(
                sql: "update audit set is_on_server = 1 where number = ?", arguments: [row.number])
            let (known, isNew) = try Self.knownEpoch(row, database)
            guard known ?? epoch == epoch else { return false }
            guard isNew else { return true }
            if row.cursor == nil { try Self.keep(cursor, audit: row, database) }
            try database.execute(
                sql: "update audit set epoch = ? where number = ?",
                arguments: [Data(epoch.bytes), row.number])
            try database.execute(
                sql: "update home set epoch = ? where epoch is null",
                arguments: [Data(epoch.bytes)])
            return true
        }
    }

    /// Forgets the resume point, so that the next pull brings everything.
    package func forgetCursor(_ audit: AuditID) throws {
        try file.write { database in
            try database.execute(
                sql: "update audit set cursor = null where id = ?", arguments: [Data(audit.bytes)])
        }
    }

    /// Notes in which epoch of the server the writing replica was enrolled.
    ///
    /// What was being brought back to a server of another epoch has to be brought to this one.
    package func remember(epoch: EpochID) throws {
        try file.write { database in
            try database.execute(sql: "update home set epoch = ?", arguments: [Data(epoch.bytes)])
            try database.execute(
                sql: "update audit set healing = ?1, is_brought_back = 0 where healing <> ?1",
                arguments: [Data(epoch.bytes)])
        }
    }

    /// What sync and verify need to know of an audit.
    package func standing(_ audit: AuditID) throws -> AuditStatus? {
        try file.read { database in
            let row = try SQLStatement(
                """
                select is_on_server, root, checkpoint_root, checkpoint_sequence,
                  checkpoint_milliseconds, checkpoint_is_exact
                from audit
                where id = ?1
                """, in: database)
            row.bind(1, audit.bytes)
            defer { row.reset() }
            guard try row.step(), let root = Hash256(bytes: row.blob(1)) else { return nil }
            let date =
                row.isNull(4)
                ? nil : Date(unixMilliseconds: row.int(4))
            return AuditStatus(
                isOnServer: row.int(0) == 1, root: root,
                checkpointRoot: row.isNull(2) ? nil : Hash256(bytes: row.blob(2)),
                checkpointSequence: row.isNull(3) ? nil : row.unsigned(3), checkpointAt: date,
                isExact: row.int(5) == 1)
        }
    }
}
