import Foundation
import Shared

extension ServerCalls {
    /// A piece of the server's trail from a sequence on, and its head.
    func trail(
        _ audit: AuditID, from sequence: UInt64
    ) async throws(ServerCallError) -> (entries: [TrailEntry], head: TrailHead) {
        let response = try await send(
            TransportRequest(.get, "\(ProtocolNames.trail(audit))?from=\(sequence)"))
        if case .cut(let error) = response.end { throw .transport(error) }
        var lines = response.body.split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        guard let last = lines.popLast(),
            let head = try? decoder.decode(TrailHead.self, from: Data(last))
        else { throw .transport(.notOurServer(detail: "a trail without its head")) }
        do {
            return (try lines.map { try decoder.decode(TrailEntry.self, from: Data($0)) }, head)
        } catch {
            throw .transport(.notOurServer(detail: "an entry of the trail cannot be read"))
        }
    }
}
