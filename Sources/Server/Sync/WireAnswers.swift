import Foundation
import Shared

extension ReceiptKey {
    /// What the server says of a chain up to its top, sealed, in the form that messages hold.
    func receipt(of top: ChainTop, by replica: ReplicaID, in id: AuditID, epoch: EpochID) -> Data {
        let end = ChainEnd(dot: Dot(replica: replica, n: top.n), chain: top.hash)
        return Data(
            acknowledgement(epoch: epoch, audit: id, end: end, outcomes: top.outcomes))
    }
}

extension WireChangeAnswer {
    init(n: UInt64, _ outcome: Trail.Outcome, _ reason: String?) {
        self.init()
        self.n = n
        self.outcome = outcome.wire
        self.reason = reason ?? ""
    }

    init(repeating row: ChangeRow) {
        self.init(n: row.n, row.outcome, row.reason)
        repeated = true
    }
}

extension ChainTables {
    /// One replica's changes from a number on, with where its chain ends, sealed: by this a laptop
    /// that is made anew proves to a restored server what it had.
    func answer(
        replica: Int64, from n: UInt64, bytesMax: Int,
        seal: (ChainTop) throws -> AcknowledgementReceipt
    ) throws -> WireChainResponse {
        var response = WireChainResponse()
        response.changes = try chain(of: replica, from: n, bytesMax: bytesMax).map { row in
            var item = WireChainItem()
            item.n = row.n
            item.key = Data(row.key)
            item.hash = row.hash.data
            if let body = row.body { item.body = Data(body) }
            if row.body == nil { item.bodyBytes = UInt64(clamping: row.bodyBytes) }
            item.outcome = row.outcome.wire
            item.reason = row.reason ?? ""
            return item
        }
        if let top = try top(of: replica) {
            response.last = top.n
            response.chain = top.hash.data
            response.acknowledgement = try seal(top).wire
        }
        return response
    }
}
