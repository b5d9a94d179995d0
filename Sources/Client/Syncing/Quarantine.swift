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

    /// Something that a lead chose from what waits.
    package struct Wanted: Hashable, Sendable {
        package let id: String
        /// Says what she saw of it, so that nothing else is settled; nil for whatever it is now.
        package let code: String?

        package init(id: String, code: String?) { (self.id, self.code) = (id, code) }

        package init(_ item: QuarantinedItem) { self.init(id: item.id, code: item.code) }
    }

    /// What became of several.
    package struct Settled: Sendable {
        package fileprivate(set) var done: [QuarantinedItem] = []
        /// What was not settled, by name, and why.
        package fileprivate(set) var left: [(id: String, name: String, why: ReportedError)] = []
        /// What was not tried once the server was not reached.
        package fileprivate(set) var untried: [Wanted] = []

        fileprivate mutating func leave(_ wanted: Wanted, _ name: String?, _ why: ReportedError) {
            left.append((wanted.id, name ?? "Change \(wanted.id.prefix(12))", why))
        }
    }

    /// How many a page lists and settles at once: each is a request to the server.
    package static let togetherMax = 500

    /// Settles those that still wait and are as they were shown, one after the other.
    ///
    /// The server is asked for its list first, which is kept here too. What somebody has settled
    /// meanwhile, or would do something else now, is left as it is and told, and so is one that
    /// fails; where the server is not reached the rest is not tried.
    ///
    /// - Throws: `AuditError` for anybody but a lead, and for a reason that is none.
    package func settle(
        _ wanted: [Wanted], _ settling: Settling, in view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> Settled {
        try view.requireLead("settle what is set aside")
        try settling.check()
        var settled = Settled()
        guard let first = wanted.first else { return settled }
        let waiting: [String: QuarantinedItem]
        let former: [String: QuarantinedItem]
        do {
            waiting = try await list(of: view.audit, over: makeTransport)
            former = try await formerItems(
                wanted.filter { waiting[$0.id] == nil }, of: view.audit, over: makeTransport)
        } catch {
            settled.leave(first, try name(of: first, in: view.audit), ReportedError(error))
            settled.untried = Array(wanted.dropFirst())
            return settled
        }
        for (number, one) in wanted.enumerated() {
            guard let item = waiting[one.id] else {
                settled.leave(one, former[one.id]?.record, Self.gone(former[one.id]))
                continue
            }
            guard one.code == nil || one.code == item.code else {
                settled.leave(one, item.record, Self.changed)
                continue
            }
            do {
                settled.done.append(
                    try await settle(
                        one.id, settling.of(item), in: view, over: makeTransport))
            } catch {
                settled.leave(one, item.record, ReportedError(error))
                guard case QuarantineError.unreached = error else { continue }
                settled.untried = Array(wanted[(number + 1)...])
                return settled
            }
        }
        return settled
    }

    package static func tooMany(_ count: Int) -> AuditError {
        .invalid("\(count) changes are too many at once. Choose at most \(togetherMax)")
    }

    private static let changed = ReportedError(
        .badInput, "It would do something else now than what you saw: look at it again.")

    private static func gone(_ item: QuarantinedItem?) -> ReportedError {
        guard let settled = item?.settled else {
            return ReportedError(.notFound, "The server keeps nothing with this id in this audit.")
        }
        return ReportedError(
            .badInput, "\(settled.by.name) has \(settled.kind.rawValue) it already.")
    }

    /// What waits now, which is the list here from then on.
    private func list(
        of audit: AuditID, over makeTransport: () async throws -> any Transport
    ) async throws -> [String: QuarantinedItem] {
        let stamp = try store.quarantine.told(audit)
        let items = try await asked(over: makeTransport) {
            try await $0.quarantine(audit, waitingOnly: true)
        }
        try store.quarantine.keep(items, of: audit, stamp: stamp, at: now)
        return Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    }

    /// What became of those that wait no more; nothing is asked where there are none.
    private func formerItems(
        _ gone: [Wanted], of audit: AuditID, over makeTransport: () async throws -> any Transport
    ) async throws -> [String: QuarantinedItem] {
        guard !gone.isEmpty else { return [:] }
        let items = try await asked(over: makeTransport) {
            try await $0.quarantine(audit, waitingOnly: false)
        }
        return Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    }

    private func name(of wanted: Wanted, in audit: AuditID) throws -> String? {
        try store.quarantine.waiting(audit).first { $0.id == wanted.id }?.record
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

extension ClientSyncing.Settling {
    /// - Throws: `AuditError.invalid` for a reason that the server would refuse.
    fileprivate func check() throws {
        guard case .discard(let reason) = self else { return }
        guard !reason.trimmed.isEmpty else {
            throw AuditError.invalid("say why: whoever wrote it is told")
        }
        let most = Limits.standard.textBytesMax
        guard reason.utf8.count <= most else {
            throw AuditError.invalid(
                "the reason has \(reason.utf8.count) bytes, above \(most): shorten it")
        }
    }

    /// Looked at is only what needed a look when it was shown: the server looks anew at all else.
    fileprivate func of(_ item: QuarantinedItem) -> Self {
        guard case .adopt(looked: true) = self else { return self }
        return .adopt(looked: item.look != nil)
    }
}

extension QuarantinedItem {
    /// Says later what was shown of it: what it writes, takes away and stands beside.
    package var code: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var image = (try? encoder.encode(writes)).map { [UInt8]($0) } ?? []
        image += Array("\n\(look ?? "")\n\(adoptable)".utf8)
        return String(Hash256(of: image).hex.prefix(16))
    }
}

extension TransportRequest {
    /// Sends JSON.
    static func sending(_ json: Data, to path: String) -> TransportRequest {
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
