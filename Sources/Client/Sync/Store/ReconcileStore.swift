package import Shared
import Storage

/// What a laptop shows a server that was put back to an older state.
struct ShownReceipts {
    /// The acknowledgements of all own chains, older ones first.
    let acks: [Acknowledgement]
    /// The last checkpoint as it came, and the epoch of its seal; nil before the first.
    let checkpoint: (epoch: EpochID, image: [UInt8])?
}

/// How far an audit is with healing its server, as the database remembers it.
package enum ReconcileStage: Hashable, Sendable {
    /// Laptop and server are in one epoch.
    case none
    /// The server is in this epoch, and what it lost has to be brought back.
    case due(EpochID)
    /// All is brought back; what is sent from now on needs a replica of the new epoch.
    case broughtBack
    /// There is such a replica: everything is pulled afresh.
    case entering
}

/// What a server that was put back is given again.
package struct ReconcileStore {
    let store: ClientStore

    /// How far healing is; what was under way when a program ended goes on from here.
    package func stage(_ audit: AuditID) throws -> ReconcileStage {
        try store.file.read { database in
            guard let home = try ClientStore.home(database),
                let row = try AuditEpochs.read(audit, database)
            else { return .none }
            if let target = row.healing {
                guard row.isBroughtBack else { return .due(target) }
                let isSettled = try home.epoch == target && !Self.hasToReissue(audit, database)
                return isSettled ? .entering : .broughtBack
            }
            // Another audit was healed before, and the laptop writes in the new epoch already.
            if let epoch = home.epoch, let own = row.pulled, own != epoch { return .due(epoch) }
            return .none
        }
    }

    /// The epoch in which the audit's records were pulled; nil before the first pull.
    func epoch(_ audit: AuditID) throws -> EpochID? {
        try store.file.read { try AuditEpochs.read(audit, $0)?.pulled }
    }

    /// Remembers that the server is in another epoch and has to be healed first.
    func begin(_ audit: AuditID, to epoch: EpochID) throws {
        try store.file.write { database in
            let number = try ClientStore.ensureAudit(audit, database).number
            let row = try AuditEpochs.read(audit, database)
            let own = row?.pulled ?? epoch
            // Put back twice, the server is again in the epoch that this laptop never left.
            if own == epoch, let former = row?.healing, former != epoch,
                try ClientStore.home(database)?.epoch == epoch
            {
                try DeviceStore.offerAnew(audit, database)
                return try database.run(
                    "update audit set healing = null, is_brought_back = 0 where number = ?", number)
            }
            try database.run(
                "update audit set healing = ?, is_brought_back = 0 where number = ?", epoch, number)
            // A server of this very epoch that does not take the replica has forgotten it; where
            // its healing only goes on, one that was enrolled for that may be known already.
            guard own == epoch, row?.healing != epoch else { return }
            try database.run("update home set epoch = null where epoch = ?", epoch)
        }
    }

    /// Remembers that everything was brought back that this laptop has.
    func finish(_ audit: AuditID) throws {
        try store.file.write {
            try $0.run("update audit set is_brought_back = 1 where id = ?", audit)
        }
    }

    /// Keeps the cursor that a healed server answered; the next pull leads through it.
    ///
    /// Who is no member there gets none: what she may pull again, she pulls from the beginning.
    func keepCursor(_ cursor: [UInt8], of audit: AuditID, in epoch: EpochID) throws {
        let kept: [UInt8]? = cursor.isEmpty ? nil : cursor
        try store.file.write { database in
            try database.run(
                "update audit set cursor = ? where id = ? and healing = ?", kept, audit, epoch)
        }
    }

    /// Takes over the server's epoch; the next pull brings everything, by the healing's cursor.
    func enterEpoch(_ audit: AuditID) throws {
        try store.file.write { database in
            let pulled = try AuditEpochs.read(audit, database)?.pulled
            let former = try pulled.map { try ClientStore.number(of: $0, database) }
            // `settled` too: the server may have lost some of what leads settled.
            try database.run(
                """
                update audit set checkpoint_epoch = coalesce(checkpoint_epoch, ?),
                  epoch = coalesce(healing, epoch), healing = null,
                  is_brought_back = 0, checkpoint_is_exact = 0, settled = 0 where id = ?
                """, former, audit)
            try database.run(
                """
                delete from device_queue_mark where audit = (select number from audit where id = ?)
                """, audit)
            try DeviceStore.offerAnew(audit, database)
        }
    }

    /// The server's word for other ids of her person, shown to one that may have forgotten it.
    package func idCertificates() throws -> [Certificate] {
        try store.file.read(OwnIDs.certificates)
    }

    func receipts(_ audit: AuditID) throws -> ShownReceipts {
        try store.read(audit, or: ShownReceipts(acks: [], checkpoint: nil)) { audit, database in
            let acks = try database.rows(
                """
                select chain.replica, chain.acknowledged, chain.acknowledged_seal, epoch.id,
                  change.chain_hash from chain join epoch on epoch.number = chain.acknowledged_epoch
                join change on change.chain = chain.number and change.n = chain.acknowledged
                where chain.audit = ?1 and chain.source = 1 and chain.acknowledged_seal is not null
                order by chain.number
                """, audit.number
            ) { row in
                Acknowledgement(
                    epoch: try row.identifier(3),
                    end: ChainEnd(
                        dot: Dot(replica: try row.identifier(0), n: row.unsigned(1)),
                        chain: try row.hash(4)), seal: row.blob(2))
            }
            let checkpoint = try database.first(
                """
                select epoch.id, audit.checkpoint
                from audit join epoch on epoch.number = audit.checkpoint_epoch
                where audit.number = ?1 and audit.checkpoint is not null
                """, audit.number
            ) { (epoch: try $0.identifier(0) as EpochID, image: $0.blob(1)) }
            return ShownReceipts(acks: acks, checkpoint: checkpoint)
        }
    }

    /// Records as pulled, each with its seal's epoch, in the order asked for up to `bytesMax`.
    ///
    /// - Returns: The images, and of how many keys: a record without one is passed over.
    func images(
        _ keys: [RecordKey], bytesMax: Int
    ) throws -> (images: [(epoch: EpochID, bytes: [UInt8])], count: Int) {
        try store.file.read { database in
            let select = try SQLStatement(
                """
                select epoch.id, record.pulled from record join audit on audit.number = record.audit
                join epoch on epoch.number = record.pulled_epoch
                where audit.id = ?1 and record.key = ?2 and record.pulled is not null
                """, in: database)
            var images: [(epoch: EpochID, bytes: [UInt8])] = []
            var bytes = 0
            for (index, key) in keys.enumerated() {
                let fits = try select.first(key.audit, key) { row -> Bool in
                    let image = row.blob(1)
                    bytes += image.count
                    if bytes > bytesMax, !images.isEmpty { return false }
                    images.append((epoch: try row.identifier(0), bytes: image))
                    return true
                }
                // Nil: its pulled record was dropped since the keys were read, and will come again.
                if fits == false { return (images, index) }
            }
            return (images, keys.count)
        }
    }
}
