package import Foundation
package import Shared
import Storage

/// What comes from the server: records, outcomes, what leads decided, and the room there is.
package struct PullStore {
    let store: ClientStore

    /// The resume point, the own number acknowledged, and the ordinal of the last known resolution.
    package func pullStart(
        _ audit: AuditID
    ) throws -> (cursor: [UInt8]?, acknowledged: UInt64, settled: UInt64) {
        try store.read(audit, or: (cursor: nil, acknowledged: 0, settled: 0)) { row, database in
            let chain = try ClientStore.home(database).flatMap {
                try ClientStore.chain(row, $0.replica, .own, database)
            }
            return (row.cursor, chain?.acknowledged ?? 0, row.settled)
        }
    }

    /// Stores a piece and its cursor in one transaction; the opening is settled first.
    ///
    /// - Returns: What the opening said of the own chain; nothing is stored unless it is `settled`.
    package func store(
        _ piece: PullPiece, of audit: AuditID, at now: Date
    ) throws -> AcknowledgementResult {
        try store.file.write { database in
            let result = try Self.store(piece, of: audit, at: now, database)
            return (
                result: result, isSpent: try RecoveryStore(store: store).isJournalSpent(database)
            )
        } committed: {
            if $0.isSpent { store.journal?.clear() }
        }.result
    }

    private static func store(
        _ piece: PullPiece, of audit: AuditID, at now: Date, _ database: Database
    ) throws -> AcknowledgementResult {
        guard let home = try ClientStore.home(database) else { return .settled }
        let before = try ClientStore.ensureAudit(audit, database)
        let epoch = piece.opening.epoch
        try database.run(
            "update audit set epoch = ? where number = ? and epoch is null", epoch, before.number)
        if case .checkpoint(let checkpoint) = piece.end,
            let lost = try Self.lost(checkpoint, audit: before, writer: home.replica, database)
        {
            return lost
        }
        let told = piece.opening.acknowledgement
        let result = try PushStore.settle(told, audit: before, home: home, database)
        guard result == .settled, let row = try ClientStore.audit(audit, database)
        else { return result }
        try OwnIDs.keep(piece.opening.ids, of: home, database)
        try keep(piece.opening.resolutions, audit: row, database)
        try DeviceStore.note(ended: piece.opening.ended, in: row, database)
        try DeviceStore.keep(piece.opening.queues, audit: row, database)
        try QuarantineStore.note(piece.opening.kept, in: row, database)
        try ClientStore.keep(piece.opening.quotas, audit: row, database)
        try noteArrival(of: piece.opening.records, audit: row, database)
        try PulledWriter(audit: row, epoch: epoch, database).store(piece.records)
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
        if !row.isOnServer || piece.records.contains(where: { $0.record.key == .plan(audit) }) {
            try RecordRefresh.refreshImported(in: row, database)
        }
        return .settled
    }

    private static func keep(_ cursor: [UInt8], audit: StoredAudit, _ database: Database) throws {
        try database.run(
            "update audit set cursor = ?, is_on_server = 1 where number = ?", cursor, audit.number)
    }

    private static func note(
        _ checkpoint: PullCheckpoint, audit: StoredAudit, home: HomeRow, _ now: Date,
        _ database: Database
    ) throws {
        let own = checkpoint.n(of: home.replica)
        let chain = try ClientStore.chain(audit, home.replica, .own, database)
        let isExact = own == (chain?.acknowledged ?? 0)
        try database.run(
            """
            update audit set checkpoint_root = ?, checkpoint_sequence = ?,
              checkpoint_milliseconds = ?, checkpoint_is_exact = ?, records_told = null
            where number = ?
            """, checkpoint.root, checkpoint.sequence, now.unixMilliseconds, isExact, audit.number)
    }

    /// Notes when the server said that the last checkpoint still holds everything.
    package func confirmCheckpoint(_ audit: AuditID, at now: Date) throws {
        try store.file.write {
            let update = "update audit set checkpoint_milliseconds = ? where id = ?"
            try $0.run(update, now.unixMilliseconds, audit)
        }
    }

    /// Marks an audit as created on the server, with the cursor of an empty audit.
    ///
    /// - Returns: False when the server is in another epoch than the laptop knew; of the answer
    ///   only that the server has the audit was taken over then.
    @discardableResult
    package func created(_ audit: AuditID, cursor: [UInt8], epoch: EpochID) throws -> Bool {
        try store.file.write { database in
            let row = try ClientStore.ensureAudit(audit, database)
            try database.run("update audit set is_on_server = 1 where number = ?", row.number)
            if !row.isOnServer { try RecordRefresh.refreshImported(in: row, database) }
            let epochs = try AuditEpochs.read(audit, database)
            let exchanged = epochs?.healing ?? epochs?.pulled
            let known = try exchanged ?? ClientStore.home(database)?.epoch
            guard known ?? epoch == epoch else { return false }
            guard exchanged == nil else { return true }
            if row.cursor == nil { try Self.keep(cursor, audit: row, database) }
            try database.run("update audit set epoch = ? where number = ?", epoch, row.number)
            // While some audit heals, that this is null says that the device is unknown there.
            try database.run(
                """
                update home set epoch = ? where epoch is null
                  and not exists (select 1 from audit where healing is not null)
                """, epoch)
            return true
        }
    }

    /// Forgets the resume point, so that the next pull brings everything.
    package func forgetCursor(_ audit: AuditID) throws {
        try store.file.write { try $0.run("update audit set cursor = null where id = ?", audit) }
    }

    /// Notes in which epoch of the server the writing replica was enrolled.
    ///
    /// What was being brought back to a server of another epoch has to be brought to this one.
    package func remember(epoch: EpochID) throws {
        try store.file.write { database in
            try database.run("update home set epoch = ?", epoch)
            try database.run(
                "update audit set healing = ?1, is_brought_back = 0 where healing <> ?1", epoch)
        }
    }

    package func standing(_ audit: AuditID) throws -> AuditStatus? {
        try store.file.read { database in
            let status = try database.first(
                """
                select is_on_server, root, checkpoint_root, checkpoint_sequence,
                  checkpoint_milliseconds, checkpoint_is_exact from audit where id = ?1
                """, audit
            ) { row -> AuditStatus? in
                guard let root = Hash256(bytes: row.blob(1)) else { return nil }
                return AuditStatus(
                    isOnServer: row.int(0) == 1, root: root,
                    checkpointRoot: row.isNull(2) ? nil : Hash256(bytes: row.blob(2)),
                    checkpointSequence: row.optional(3, row.unsigned),
                    checkpointAt: row.optional(4) { Date(unixMilliseconds: row.int($0)) },
                    isExact: row.int(5) == 1)
            }
            return status ?? nil
        }
    }

    /// Remembers why the last sync stopped; nil once one came to its end.
    func note(_ stopped: StoppedSync?, of audit: AuditID) throws {
        // Most syncs end well after one that did: nothing is written then.
        guard try self.stopped(audit) != stopped else { return }
        try store.file.write { database in
            try database.run(
                """
                update audit
                set trouble_milliseconds = ?, trouble = ?, next_attempt_milliseconds = ?
                where id = ?
                """, stopped?.at.unixMilliseconds, stopped?.trouble,
                stopped?.next?.unixMilliseconds, audit)
        }
    }

    /// Why the last sync stopped; nil when it came to its end.
    package func stopped(_ audit: AuditID) throws -> StoppedSync? {
        try store.file.read { database in
            try database.first(
                """
                select trouble_milliseconds, trouble, next_attempt_milliseconds from audit
                where id = ?1 and trouble is not null
                """, audit
            ) { row in
                StoppedSync(
                    at: Date(unixMilliseconds: row.int(0)), trouble: row.text(1),
                    next: row.optional(2) { Date(unixMilliseconds: row.int($0)) })
            }
        }
    }

    /// Lets go of what a checkpoint has: own changes that the server had known already, and
    /// imported ones, whoever brought them there.
    static func release(
        _ checkpoint: PullCheckpoint, audit: StoredAudit, _ database: Database
    ) throws {
        let chains = try ClientStore.chains(audit, database)
        let last = LastCheckpoint(checkpoint.vector)
        let standings = try chains.map { chain in
            chain.source == .own ? nil : try last.standing(of: chain, in: audit, database)
        }
        let records = try zip(chains, standings).flatMap { chain, standing in
            // What the server has otherwise is its leads' to look at, as a whole.
            let through =
                standing == .contradicted ? chain.n : checkpoint.n(of: chain.replica)
            return try database.numbers(
                """
                update change set overlay = iif(?3 = 2, 0, 1) where chain = ?1 and n <= ?2
                  and (overlay > 0 and ?3 = 2 or overlay = 2 and outcome = 4) returning record
                """, chain.number, through, chain.source.rawValue)
        }
        for (chain, standing) in zip(chains, standings) {
            switch standing {
            case nil: break
            case .confirmed(let n): try confirm(chain, through: n, database)
            case .unchecked: try confirm(chain, through: chain.acknowledged, database)
            case .contradicted: try confirm(chain, through: 0, database)
            }
        }
        try RecordRefresh.refresh(records, of: audit, database)
    }

    /// Notes how far a server has an imported chain, by its hashes.
    ///
    /// One that it has to its end is its author's business again; only what the server did not
    /// accept stays, to be told. What a restored server has no more is offered to it again, as if
    /// it had never answered. What it keeps unplaced stays until its author has brought it.
    private static func confirm(_ chain: ChainRow, through n: UInt64, _ database: Database) throws {
        let isLost = n < chain.acknowledged
        try database.run(
            """
            update chain set acknowledged = ?2, is_refused = iif(?3, 0, is_refused),
              trouble = iif(?3, null, trouble) where number = ?1
            """, chain.number, min(chain.n, n), isLost)
        try database.run(
            isLost
                ? "update change set outcome = null where chain = ?1 and n > ?2 and overlay > 0"
                : """
                delete from chain where number = ?1 and n <= ?2 and is_refused = 0 and not exists (
                  select 1 from change where chain = ?1 and outcome in (2, 3))
                """, chain.number, n)
    }
}

/// How an audit on the laptop relates to the server.
package struct AuditStatus: Hashable, Sendable {
    package let isOnServer: Bool
    /// The sum of the base digests here.
    package let root: Hash256
    /// The server's root at the last checkpoint, nil before the first.
    package let checkpointRoot: Hash256?
    /// The server's sequence at that checkpoint, nil before the first.
    package let checkpointSequence: UInt64?
    /// When that checkpoint was stored or last confirmed, by this laptop's clock; nil before.
    package let checkpointAt: Date?
    /// Whether the roots speak of the same changes, so that they must be equal.
    package let isExact: Bool

    /// Whether what the laptop holds is proved to be what the server held; nil before any proof.
    package var agrees: Bool? {
        guard let checkpointRoot, isExact else { return nil }
        return checkpointRoot == root
    }
}

/// A sync that did not come to its end.
package struct StoppedSync: Hashable, Sendable {
    package let at: Date
    /// Why, in a person's words.
    package let trouble: String
    /// When it is tried again; nil when that is for the person to say.
    package var next: Date?
}
