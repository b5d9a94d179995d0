import Foundation
package import HTTPClient
import Reading
package import Shared

extension ClientSyncing {
    /// Enrols this laptop at a server by a one-time invite.
    ///
    /// - Throws: `ClientError.personDiffers` when the invite is somebody else's and this laptop
    ///   has recorded already; nothing was changed then, and the invite is not used up only if the
    ///   server refused it.
    package func join(
        _ address: String, invite: String, certificateAuthority: String?, allowsPlainHTTP: Bool,
        over makeTransport: (Identity.Enrolment) throws(TransportError) -> any Transport
    ) async throws -> HomeRow {
        var identity = try client.identity()
        let me = try whoami()
        let request = try identity.enrolment(of: me.person, named: me.personName, invite: invite)
        let anonymous = Identity.Enrolment(
            address: address, token: "", replica: nil, certificateAuthority: certificateAuthority,
            allowsPlainHTTP: allowsPlainHTTP)
        let calls = ServerCalls(transport: try makeTransport(anonymous))
        let answer: WireEnrolResponse
        do {
            answer = try await ServerCalls.translated { try await calls.enrol(request) }
        } catch ClientError.transport(.cut(receivedBytes: 0)) {
            answer = try await enrolAgain(request, over: calls, at: address)
        }
        let (person, epoch) = try answer.personAndEpoch()
        // What she wrote under an id of her own key stays hers; of any other it is somebody else's.
        let isAlias = PersonID(bytes: answer.alias) == me.person
        if person != me.person, !isAlias, try store.hasRecorded() {
            throw ClientError.personDiffers(name: answer.personName)
        }
        identity.enrolled(answer, as: anonymous)
        try identity.write(home)
        try store.adopt(
            person: person, name: answer.personName, epoch: epoch,
            former: isAlias ? me.person : nil)
        if let key = identity.serverKey { try store.devices.proveImported(by: key) }
        return try whoami()
    }

    /// Asks a second time where no answer came; the same request gets the same answer.
    private func enrolAgain(
        _ request: WireEnrolRequest, over calls: ServerCalls, at address: String
    ) async throws -> WireEnrolResponse {
        do {
            return try await ServerCalls.translated {
                _ = try await calls.send(TransportRequest(.get, ProtocolNames.capabilities))
                return try await calls.enrol(request)
            }
        } catch ClientError.transport(.cut(receivedBytes: 0)) {
            // Whoever answers other requests has lost one answer, and expects no encryption.
            let answers = try? await calls.send(TransportRequest(.get, ProtocolNames.capabilities))
            guard answers == nil, address.hasPrefix("http://") else {
                throw ReportedError(
                    .unreachable,
                    "The server’s answer was lost on its way. Nothing was changed on this laptop, "
                        + "and the invite still lets it in. Join again with the same line.")
            }
            throw ReportedError(
                .unreachable,
                "The server closed the connection without a word, as one does that expects "
                    + "encryption. Nothing was changed on this laptop. Try it with https://")
        }
    }

    package func serverPeople(
        over transport: any Transport
    ) async throws -> [(person: PersonID, name: String)] {
        let calls = ServerCalls(transport: transport)
        return try await ServerCalls.translated { try await calls.people() }.people.compactMap {
            entry in
            PersonID(bytes: entry.person).map { ($0, entry.name) }
        }
    }

    /// Finds somebody who has joined the server, by name or by six or more digits of her id.
    ///
    /// - Throws: `AuditError`, with those who have joined, unless it is one.
    package func serverPerson(
        named name: String, over transport: any Transport
    ) async throws -> (person: PersonID, name: String) {
        let people = try await serverPeople(over: transport)
        let wanted = NaturalKey.folded(name)
        let matches = people.filter {
            NaturalKey.folded($0.name) == wanted
                || (name.count >= 6 && $0.person.hex.hasPrefix(name.lowercased()))
        }
        guard let only = matches.first else {
            throw AuditError.notFound(
                what: "person at the server", name: name, known: people.map(\.name))
        }
        guard matches.count == 1 else {
            throw AuditError.ambiguous(
                what: "person", name: name,
                candidates: matches.map { "\($0.person.hex)  \($0.name)" })
        }
        return only
    }

    /// The audits on the server that this person is a member of.
    package func serverAudits(
        over transport: any Transport
    ) async throws -> [(audit: AuditID, title: String)] {
        let calls = ServerCalls(transport: transport)
        return try await ServerCalls.translated { try await calls.audits() }.audits.compactMap {
            entry in
            AuditID(bytes: entry.audit).map { ($0, entry.title) }
        }
    }

    /// Titles of audits on the server that this laptop has not; none where it was asked lately.
    ///
    /// A failure says nothing: a sync that was done stays done.
    package func otherAudits(over transport: any Transport) async throws -> [String] {
        guard try store.pull.isDueToAskForAudits(at: now, every: 3_600),
            let there = try? await serverAudits(over: transport)
        else { return [] }
        try store.pull.noteAskedForAudits(at: now)
        let here = Set(try store.audits())
        return there.filter { !here.contains($0.audit) }.map(\.title)
    }
}
