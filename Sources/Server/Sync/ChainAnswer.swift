import Foundation
import Shared

extension ChainTables {
    /// One replica's changes from a number on, with where its chain ends, sealed.
    ///
    /// A laptop that is made anew proves by it to a restored server what it had.
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
