import Foundation
package import HTTPClient
package import Reading
package import Shared

/// Letting somebody new in at the server, which an audit's leads may do unless that forbids it.
extension ClientSyncing {
    /// Writes an invite for somebody who has not joined the server; the answer alone has its code.
    ///
    /// - Throws: `AuditError` for anybody but a lead, `InvitingError` for all that the server or
    ///   the way to it refuses. An answer that was lost may have left an invite that nobody has.
    package func invite(
        _ name: String, as role: Role, into view: AuditView,
        over makeTransport: () async throws -> any Transport
    ) async throws -> (link: InviteLink, invite: AuditInvite) {
        try view.requireLead("invite people")
        guard let server = try client.identity().server else { throw InvitingError.notJoined }
        let order = AuditInviteOrder(name: name, role: role)
        let written: WrittenInvite = try await asked(over: makeTransport) { calls in
            try await calls.json(
                TransportRequest(
                    .post, ProtocolNames.invites(view.audit),
                    headers: [HeaderField("Content-Type", ProtocolNames.json)],
                    body: [UInt8](try JSONEncoder().encode(order))))
        }
        return (InviteLink(address: server.address, code: written.code), written.invite)
    }

    /// The audit's invites as its server knows them, the latest first.
    package func invites(
        into view: AuditView, over makeTransport: () async throws -> any Transport
    ) async throws -> [AuditInvite] {
        try view.requireLead("see its invites")
        return try await asked(over: makeTransport) { calls in
            try await calls.json(TransportRequest(.get, ProtocolNames.invites(view.audit)))
        }
    }

    /// Takes back one that nobody has used, by its whole id.
    @discardableResult
    package func revokeInvite(
        _ id: String, into view: AuditView, over makeTransport: () async throws -> any Transport
    ) async throws -> AuditInvite {
        try view.requireLead("take an invite back")
        guard id.count == 64, id.allSatisfy(\.isHexDigit)
        else { throw AuditError.notFound(what: "invite", name: id, known: []) }
        return try await asked(over: makeTransport) { calls in
            try await calls.json(
                TransportRequest(.post, "\(ProtocolNames.invites(view.audit))/\(id):revoke"))
        }
    }

    private func asked<Answer>(
        over makeTransport: () async throws -> any Transport,
        _ ask: (ServerCalls) async throws -> Answer
    ) async throws -> Answer {
        guard try client.identity().server != nil else { throw InvitingError.notJoined }
        do { return try await ask(ServerCalls(transport: try await makeTransport())) } catch {
            throw InvitingError(error) ?? error
        }
    }
}

extension ServerCalls {
    /// Sends a request whose answer is JSON.
    func json<Answer: Decodable>(
        _ request: TransportRequest
    ) async throws(ServerCallError) -> Answer {
        try await jsonAnswer(request).0
    }

    /// The same, with all that came with it.
    func jsonAnswer<Answer: Decodable>(
        _ request: TransportRequest
    ) async throws(ServerCallError) -> (Answer, TransportResponse) {
        let response = try await send(request)
        if case .cut(let error) = response.end { throw .transport(error) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let answer = try? decoder.decode(Answer.self, from: Data(response.body))
        else { throw notOurs("the answer is not the JSON of the protocol") }
        return (answer, response)
    }
}
