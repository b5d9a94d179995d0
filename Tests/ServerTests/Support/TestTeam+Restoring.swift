import Foundation
import Shared
import TestSupport

@testable import Server

/// A server whose database is put back to an older state, and what laptops show it then.
extension TestTeam {
    private var backup: URL { server.folder.url.appending(path: "backup") }

    /// Copies the database aside; the server goes on.
    mutating func backUp() throws {
        let backup = backup
        server = try server.restarted { folder in
            try? FileManager.default.removeItem(at: backup)
            try FileManager.default.copyItem(
                at: folder.url.appending(path: AuditStore.fileName), to: backup)
        }
    }

    /// Puts the copy in place of the database; nobody is told.
    mutating func putBack() throws {
        let backup = backup
        server = try server.restarted { folder in
            let database = folder.url.appending(path: AuditStore.fileName)
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: database.path + suffix)
            }
            try FileManager.default.copyItem(at: backup, to: database)
        }
    }

    /// Loses the database; `keep` stays.
    mutating func loseEverything() throws {
        server = try server.restarted(seed: 2) { folder in
            let database = folder.url.appending(path: AuditStore.fileName)
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: database.path + suffix)
            }
        }
    }

    /// Everything that a device would pull now, as it would show it later.
    func sealedRecords(by device: TestDevice) async throws -> [WirePulledRecord] {
        let pulled = try await server.pull(audit, by: device)
        return pulled.records.map { record in
            var sealed = WirePulledRecord()
            sealed.epoch = server.core.epoch.data
            sealed.record = Data(record.canonicalBytes())
            return sealed
        }
    }

    /// Shows the server something in its present epoch.
    func heal(
        by device: TestDevice, records: [WirePulledRecord] = [], acks: [WireAcknowledgement] = [],
        checkpoint: (epoch: EpochID, WireCheckpoint)? = nil, epoch: EpochID? = nil
    ) async throws -> WireReconcileResponse {
        var request = WireReconcileRequest()
        request.epoch = (epoch ?? server.core.epoch).data
        request.records = records
        request.acknowledgements = acks
        if let checkpoint {
            request.checkpointEpoch = checkpoint.epoch.data
            request.checkpoint = checkpoint.1
        }
        return try await server.core.heal(
            request, in: audit, by: device.bearer, at: TestServer.now)
    }

    func recordsByKey() async throws -> [[UInt8]: Hash256] {
        try await server.store.read { db in
            guard let row = try AuditTables(db: db).audit(audit) else { return [:] }
            var digests: [[UInt8]: Hash256] = [:]
            try RecordTable(db: db, audit: row.number).digests { digests[$0] = $1 }
            return digests
        }
    }
}

extension WirePushResponse {
    /// What the device keeps of an answer, to be shown to a restored server.
    func sealedAck(of device: TestDevice) -> WireAcknowledgement {
        var ack = WireAcknowledgement()
        ack.epoch = epoch
        ack.replica = device.replica.data
        ack.n = acknowledged
        ack.chain = chain
        ack.receipt = receipt
        return ack
    }
}
