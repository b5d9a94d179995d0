import Foundation
import Shared
import SwiftProtobuf

extension ServerCalls {
    /// Shows a restored server what it once sealed.
    func heal(
        _ audit: AuditID, to epoch: EpochID, _ seals: ShownReceipts,
        records: [ImageWithReceipt] = []
    ) async throws(ServerCallError) -> WireReconcileResponse {
        var request = WireReconcileRequest()
        request.epoch = Data(epoch.bytes)
        request.acknowledgements = seals.acks.map(\.wire)
        if let checkpoint = seals.checkpoint,
            let wire = try? WireCheckpoint(serializedBytes: checkpoint.image)
        {
            request.checkpointEpoch = Data(checkpoint.epoch.bytes)
            request.checkpoint = wire
        }
        request.records = records.map { image in
            var record = WirePulledRecord()
            record.epoch = Data(image.epoch.bytes)
            record.record = Data(image.bytes)
            return record
        }
        return try await message(
            TransportRequest(
                .post, ProtocolNames.heal(audit),
                headers: [HeaderField("Content-Type", ProtocolNames.protobuf)],
                body: request.canonicalBytes()))
    }

    /// One of the person's chains as the server has it, from a number on.
    func chain(
        _ audit: AuditID, _ replica: ReplicaID, from n: UInt64
    ) async throws(ServerCallError) -> WireChainResponse {
        try await message(
            TransportRequest(
                .get, "\(ProtocolNames.changes(audit))?replica=\(replica.hex)&from=\(n)"))
    }

    /// Keys and digests of the records in several buckets.
    func digests(
        _ audit: AuditID, buckets: [UInt8]
    ) async throws(ServerCallError) -> [RecordKey: Hash256] {
        let list = buckets.map(String.init).joined(separator: ",")
        let answer: WireBucketResponse = try await message(
            TransportRequest(.get, "\(ProtocolNames.digest(audit))?bucket=\(list)"))
        var digests: [RecordKey: Hash256] = [:]
        for entry in answer.entries {
            guard let key = RecordKey(bytes: [UInt8](entry.key)) else { continue }
            digests[key] = Hash256(bytes: entry.digest)
        }
        return digests
    }
}
