import Foundation
package import HTTPClient
package import Reading
package import Shared

/// What the server keeps for the leads: listed here as of the last sync, settled at the server.
extension ClientSyncing {
    /// Fetches what waits, where the last pull told of another list than the one that is here.
    ///
    /// - Throws: What the way or the server refuses; the list stays as it was, and is asked for
    ///   again with the next sync.
    func refreshQuarantine(_ audit: AuditID, over transport: any Transport) async throws {
        guard let stamp = try store.quarantine.due(audit) else { return }
        let calls = ServerCalls(transport: transport)
        var items: [QuarantinedItem] = []
        while true {
            let page = try await calls.quarantine(audit, after: items.last?.id, waitingOnly: true)
            if page.isEmpty { break }
            items += page
        }
        try store.quarantine.keep(items, of: audit, stamp: stamp, at: now)
    }

    /// All that the server keeps and has kept, settled or not, as it is now.
    package func wholeQuarantine(
        of view: AuditView, over makeTransport: () async throws -> any Transport
    ) async throws -> [QuarantinedItem] {
        try view.requireLead("look through what is set aside")
        return try await asked(over: makeTransport) { calls in
            var items: [QuarantinedItem] = []
            while true {
                let page = try await calls.quarantine(
                    view.audit, after: items.last?.id, waitingOnly: false)
                if page.isEmpty { return items }
                items += page
            }
        }
    }

    /// What becomes of something that waits.
    package enum Settling: Sendable {
        /// - Parameter looked: Whether the lead has looked at it; else only what needs no look is
        ///   adopted.
        case adopt(looked: Bool)
        case discard(reason: String)
    }

    /// Settles one item at the server; what is listed here follows with the next sync.
    ///
    /// - Throws: `AuditError` for anybody but a lead, `QuarantineError` for all that the server or
    ///   the way to it refuses; nothing has changed then, unless the answer was lost.
    package func settle(
        _ id: String, _ settling: Settling, in view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> QuarantinedItem {
        try view.requireLead("settle what is set aside")
        guard id.count == 64, id.allSatisfy(\.isHexDigit)
        else { throw AuditError.notFound(what: "item", name: id, known: []) }
        return try await asked(over: makeTransport) { calls in
            let path = "\(ProtocolNames.quarantine(view.audit))/\(id)"
            let encoder = JSONEncoder()
            let request: TransportRequest
            switch settling {
            case .adopt(let looked):
                let order = try encoder.encode(AdoptionOrder(looked: looked))
                request = .sending(order, to: path + ":adopt")
            case .discard(let reason):
                let order = try encoder.encode(DiscardOrder(reason: reason))
                request = .sending(order, to: path + ":discard")
            }
            return try await calls.json(request)
        }
    }

    /// What became of many.
    package struct Settled: Sendable {
        package var adopted: [QuarantinedItem] = []
        /// What the server did not adopt, and why.
        package var left: [(item: QuarantinedItem, why: ReportedError)] = []
    }

    /// Adopts what nothing stands against, goes on past one that fails, and tells each.
    ///
    /// Where the server is not reached the rest is left.
    ///
    /// - Throws: `AuditError` for anybody but a lead.
    package func adoptAll(
        _ items: [QuarantinedItem], in view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> Settled {
        try view.requireLead("settle what is set aside")
        var settled = Settled()
        var unreached: ReportedError?
        for item in items {
            if let unreached {
                settled.left.append((item, unreached))
                continue
            }
            do {
                settled.adopted.append(
                    try await settle(
                        item.id, .adopt(looked: false), in: view, over: makeTransport))
            } catch {
                settled.left.append((item, ReportedError(error)))
                if case QuarantineError.unreached = error { unreached = ReportedError(error) }
            }
        }
        return settled
    }

    private func asked<Answer>(
        over makeTransport: () async throws -> any Transport,
        _ ask: (ServerCalls) async throws -> Answer
    ) async throws -> Answer {
        guard try client.identity().server != nil else { throw QuarantineError.notJoined }
        do { return try await ask(ServerCalls(transport: try await makeTransport())) } catch {
            throw QuarantineError(error) ?? error
        }
    }
}

extension TransportRequest {
    fileprivate static func sending(_ json: Data, to path: String) -> TransportRequest {
        TransportRequest(
            .post, path, headers: [HeaderField("Content-Type", ProtocolNames.json)],
            body: [UInt8](json))
    }
}

extension ServerCalls {
    fileprivate func quarantine(
        _ audit: AuditID, after item: String?, waitingOnly: Bool
    ) async throws(ServerCallError) -> [QuarantinedItem] {
        let query = (waitingOnly ? ["waiting=true"] : []) + (item.map { ["after=\($0)"] } ?? [])
        let path = ProtocolNames.quarantine(audit)
        return try await json(
            TransportRequest(
                .get, query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"))
    }
}
