import Foundation
import GRDB
package import Shared
import Storage

/// What a laptop shows a server that was put back to an older state.
struct ShownReceipts {
    /// The acknowledgements of all own chains, older ones first.
    let acks: [AcknowledgementReceipt]
    /// The last checkpoint as it came, and the epoch of its seal; nil before the first.
    let checkpoint: (epoch: EpochID, image: [UInt8])?
}

/// A record as it was pulled, with the epoch of its seal.
struct ImageWithReceipt {
    let epoch: EpochID
    let bytes: [UInt8]
}

extension ClientStore {
    // MARK: Stages

    /// How far healing is; what was under way when a program ended goes on from here.
    package func healingStage(_ audit: AuditID) throws -> HealingStage {
        try file.read { database in
            guard let home = try Self.home(database),
                let row = try ReconcileRow(audit, database)
            else { return .none }
            if let target = row.healing {
                guard row.isBroughtBack else { return .due(target) }
                let isSettled = try home.epoch == target && !Self.hasToReissue(audit, database)
                return isSettled ? .entering : .broughtBack
            }
            // Another audit was healed before, and the laptop writes in the new epoch already.
            if let epoch = home.epoch, let own = row.epoch, own != epoch { return .due(epoch) }
            return .none
        }
    }

    /// The epoch in which the audit's records were pulled; nil before the first pull.
    func epoch(_ audit: AuditID) throws -> EpochID? {
        try file.read { try ReconcileRow(audit, $0)?.epoch }
    }

    /// Remembers that the server is in another epoch and has to be healed first.
    func beginHealing(_ audit: AuditID, to epoch: EpochID) throws {
        try file.write { database in
            let number = try Self.ensureAudit(audit, database).number
            let row = try ReconcileRow(audit, database)
            let own = row?.epoch ?? epoch
            // Put back twice, the server is again in the epoch that this laptop never left.
            if own == epoch, let former = row?.healing, former != epoch,
                try Self.home(database)?.epoch == epoch
            {
                return try database.execute(
                    sql: "update audit set healing = null, is_brought_back = 0 where number = ?",
                    arguments: [number])
            }
            try database.execute(
                sql: "update audit set healing = ?, is_brought_back = 0 where number = ?",
                arguments: [Data(epoch.bytes), number])
            // A server of this very epoch that does not take the replica has forgotten it.
            guard own == epoch else { return }
            try database.execute(
                sql: "update home set epoch = null where epoch = ?",
                arguments: [Data(epoch.bytes)])
        }
    }

    /// Remembers that everything was brought back that this laptop has.
    func finishHealing(_ audit: AuditID) throws {
        try file.write { database in
            try database.execute(
                sql: "update audit set is_brought_back = 1 where id = ?",
                arguments: [Data(audit.bytes)])
        }
    }

    /// Keeps the cursor that a healed server answered; the next pull leads through it.
    ///
    /// Who is no member there gets none: what she may pull again, she pulls from the beginning.
    func keepHealingCursor(_ cursor: [UInt8], of audit: AuditID, in epoch: EpochID) throws {
        try file.write { database in
            try database.execute(
                sql: "update audit set cursor = ? where id = ? and healing = ?",
                arguments: [
                    cursor.isEmpty ? nil : Data(cursor), Data(audit.bytes), Data(epoch.bytes),
                ])
        }
    }

    /// Takes over the server's epoch; the next pull brings everything, by the healing's cursor.
    func enterEpoch(_ audit: AuditID) throws {
        try file.write { database in
            let former = try ReconcileRow(audit, database)?.epoch.map {
                try Self.number(of: $0, database)
            }
            // `settled` too: the server may have lost some of what leads settled.
            try database.execute(
                sql: """
                    update audit set checkpoint_epoch = coalesce(checkpoint_epoch, ?),
                      epoch = coalesce(healing, epoch), healing = null,
                      is_brought_back = 0, checkpoint_is_exact = 0, settled = 0
                    where id = ?
                    """, arguments: [former, Data(audit.bytes)])
            try database.execute(
                sql: """
                    delete from device_queue_mark
                    where audit = (select number from audit where id = ?)
                    """, arguments: [Data(audit.bytes)])
        }
    }

    // MARK: What is brought back

    /// The server's seals on own chains and on the last checkpoint.
    func healingSeals(_ audit: AuditID) throws -> ShownReceipts {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else {
                return ShownReceipts(acks: [], checkpoint: nil)
            }
            return ShownReceipts(
                acks: try Self.acks(row, database), checkpoint: try Self.checkpoint(row, database))
        }
    }

    private static func acks(
        _ audit: AuditRow, _ database: Database
    ) throws -> [AcknowledgementReceipt] {
        let rows = try SQLStatement(
            """
            select chain.replica, chain.acknowledged, chain.acknowledged_seal, epoch.id,
              change.chain_hash
            from chain
            join epoch on epoch.number = chain.acknowledged_epoch
            join change on change.chain = chain.number and change.n = chain.acknowledged
            where chain.audit = ?1 and chain.source = 1 and chain.acknowledged_seal is not null
            order by chain.number
            """, in: database)
        rows.bind(1, audit.number)
        defer { rows.reset() }
        var acks: [AcknowledgementReceipt] = []
        while try rows.step() {
            acks.append(
                AcknowledgementReceipt(
                    epoch: try rows.identifier(3),
                    dot: Dot(replica: try rows.identifier(0), n: rows.unsigned(1)),
                    chain: try rows.hash(4), seal: rows.blob(2)))
        }
        return acks
    }

    private static func checkpoint(
        _ audit: AuditRow, _ database: Database
    ) throws -> (epoch: EpochID, image: [UInt8])? {
        let row = try SQLStatement(
            """
            select epoch.id, audit.checkpoint
            from audit join epoch on epoch.number = audit.checkpoint_epoch
            where audit.number = ?1 and audit.checkpoint is not null
            """, in: database)
        row.bind(1, audit.number)
        defer { row.reset() }
        return try row.step() ? (try row.identifier(0), row.blob(1)) : nil
    }

    /// Records as pulled, in the order asked for, until `bytesMax` is used up.
    ///
    /// - Returns: The images, and of how many keys: a record without one is passed over.
    func sealedImages(
        _ keys: [RecordKey], bytesMax: Int
    ) throws -> (images: [ImageWithReceipt], count: Int) {
        try file.read { database in
            let row = try SQLStatement(
                """
                select epoch.id, record.pulled
                from record
                join audit on audit.number = record.audit
                join epoch on epoch.number = record.pulled_epoch
                where audit.id = ?1 and record.key = ?2 and record.pulled is not null
                """, in: database)
            defer { row.reset() }
            var images: [ImageWithReceipt] = []
            var bytes = 0
            for (index, key) in keys.enumerated() {
                row.reset()
                row.bind(1, key.audit)
                row.bind(2, key.bytes)
                // Its pulled record was dropped since the keys were read, and will come again.
                guard try row.step() else { continue }
                let image = row.blob(1)
                bytes += image.count
                if bytes > bytesMax, !images.isEmpty { return (images, index) }
                images.append(ImageWithReceipt(epoch: try row.identifier(0), bytes: image))
            }
            return (images, keys.count)
        }
    }
}

/// Where one audit stands between two epochs.
private struct ReconcileRow {
    /// The epoch in which its records were pulled; nil before the first pull.
    let epoch: EpochID?
    /// That of the server that is healed; nil when none is.
    let healing: EpochID?
    let isBroughtBack: Bool

    init?(_ audit: AuditID, _ database: Database) throws {
        let row = try SQLStatement(
            "select epoch, healing, is_brought_back from audit where id = ?1", in: database)
        row.bind(1, audit)
        defer { row.reset() }
        guard try row.step() else { return nil }
        epoch = row.isNull(0) ? nil : try row.identifier(0)
        healing = row.isNull(1) ? nil : try row.identifier(1)
        isBroughtBack = row.int(2) == 1
    }
}
