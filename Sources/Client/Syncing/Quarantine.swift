import Foundation
package import HTTPClient
package import Reading
package import Shared

/// What the server keeps for the leads: listed here as of the last sync, settled at the server.
extension ClientSyncing {
    /// Fetches what waits, where the last pull told of another list than the one that is here.
    ///
    /// - Returns: Why it did not come, a sentence; the list stays as it was then, and is asked for
    ///   again with the next sync. Nil where it is here.
    func refreshQuarantine(
        _ audit: AuditID, over transport: any Transport
    ) async throws -> ReportedError? {
        guard let stamp = try store.quarantine.due(audit) else { return nil }
        let items: [QuarantinedItem]
        do throws(ServerCallError) {
            items = try await ServerCalls(transport: transport)
                .quarantine(audit, waitingOnly: true)
        } catch {
            let cause = ReportedError(error)
            return ReportedError(
                cause.kind,
                "What the server has set aside for the leads did not come: \(cause.message) "
                    + "What is listed here is as of an earlier sync; the next one asks again.")
        }
        try store.quarantine.keep(items, of: audit, stamp: stamp, at: now)
        return nil
    }

    /// All that the server keeps and has kept, settled or not, as it is now.
    package func wholeQuarantine(
        of view: AuditView, over makeTransport: () async throws -> any Transport
    ) async throws -> [QuarantinedItem] {
        try view.requireLead("look through what is set aside")
        return try await asked(over: makeTransport) {
            try await $0.quarantine(view.audit, waitingOnly: false)
        }
    }

    /// What becomes of something that waits.
    package enum Settling: Sendable {
        /// - Parameter looked: Whether the lead has looked at it; else only what needs no look is
        ///   adopted.
        case adopt(looked: Bool)
        case discard(reason: String)
    }

    /// Settles one item at the server, and takes it off what is listed here.
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
        let settled: QuarantinedItem = try await asked(over: makeTransport) { calls in
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
        try store.quarantine.drop([settled.id], of: view.audit)
        return settled
    }

    /// What became of several.
    package struct Settled: Sendable {
        package var done: [QuarantinedItem] = []
        /// What the server did not settle, and why.
        package var left: [(item: QuarantinedItem, why: ReportedError)] = []
        /// What was not tried once the server was not reached.
        package var untried: [QuarantinedItem] = []
    }

    /// Settles one after the other, goes on past one that fails, and tells each.
    ///
    /// Where the server is not reached the rest is not tried.
    ///
    /// - Throws: `AuditError` for anybody but a lead.
    package func settle(
        _ items: [QuarantinedItem], _ settling: Settling, in view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> Settled {
        try view.requireLead("settle what is set aside")
        var settled = Settled()
        var isReached = true
        for item in items {
            guard isReached else {
                settled.untried.append(item)
                continue
            }
            do {
                settled.done.append(
                    try await settle(item.id, settling, in: view, over: makeTransport))
            } catch {
                settled.left.append((item, ReportedError(error)))
                if case QuarantineError.unreached = error { isReached = false }
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
    /// The whole list, page by page.
    fileprivate func quarantine(
        _ audit: AuditID, waitingOnly: Bool
    ) async throws(ServerCallError) -> [QuarantinedItem] {
        var items: [QuarantinedItem] = []
        var place: String?
        repeat {
            let query =
                (waitingOnly ? ["waiting=true"] : []) + (place.map { ["after=\($0)"] } ?? [])
            let path = ProtocolNames.quarantine(audit)
            let (page, response): ([QuarantinedItem], TransportResponse) = try await jsonAnswer(
                TransportRequest(
                    .get, query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"))
            items += page
            let next = response.header(ProtocolNames.nextHeader)
            // A place that stays would be asked for without end.
            guard next != place || next == nil else { throw notOurs("a list that does not end") }
            place = next
        } while place != nil
        return items
    }
}
