import Foundation
import Shared

extension ReceiptKey {
    /// What the server says of a chain up to its top.
    func acknowledgement(
        of top: ChainTop, in audit: AuditID, epoch: EpochID
    ) -> Acknowledgement {
        Acknowledgement(
            epoch: epoch, end: top.end,
            seal: acknowledgement(
                epoch: epoch, audit: audit, end: top.end, outcomes: top.outcomes))
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
        _ replica: ReplicaID, number: Int64, from n: UInt64, bytesMax: Int,
        seal: (ChainTop) throws -> Acknowledgement
    ) throws -> WireChainResponse {
        var response = WireChainResponse()
        response.changes = try chain(of: number, from: n, bytesMax: bytesMax).map { row in
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
            response.last = top.end.n
            response.chain = top.end.chain.data
            response.acknowledgement = try seal(top).wire
        }
        return response
    }
}
