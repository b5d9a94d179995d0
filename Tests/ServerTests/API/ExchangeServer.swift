import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// The servers that recorded exchanges begin with, by the names that the files call them.
///
/// Key, epoch, ids, tokens and the time are the same in every run.
enum ExchangeServer: String, Sendable {
    /// Nobody has enrolled; one invite for Tomas Berg and one for whoever brings a name.
    case new
    /// The Larkfield audit with its people, of which only the lead has written.
    case team
    /// The same, where a push may have two changes and 1,000 bytes.
    case small
    /// The same, where leads may have one open invite.
    case frugal
    /// The same, where leads write no invites.
    case closed
    /// The same, where a device may ask once a minute, and an address without a token too.
    case hurried
    /// One whose database is closed.
    case broken

    static let namedInvite = "TBERG-00000-11111-22222"
    static let openInvite = "ANYNE-00000-11111-22222"

    /// A fresh one.
    func started() async throws -> TestServer {
        switch self {
        case .new:
            let server = try TestServer()
            for (name, code) in [("Tomas Berg", Self.namedInvite), ("", Self.openInvite)] {
                let code = try #require(InviteCode(typed: code))
                try await server.core.invite(name: name, code: code, at: TestServer.now)
            }
            return server
        case .team: return try await Self.team(.standard)
        case .small:
            var limits = Limits.standard
            limits.pushChangesMax = 2
            limits.pushBytesMax = 1_000
            return try await Self.team(limits)
        case .frugal, .closed:
            var limits = Limits.standard
            limits.openInvitesPerLeadMax = self == .closed ? 0 : 1
            return try await Self.team(limits)
        case .hurried:
            var limits = Limits.standard
            limits.requestsPerMinuteMax = 1
            limits.anonymousRequestsPerMinuteMax = 1
            return try await Self.team(limits)
        case .broken:
            let server = try TestServer()
            try server.store.close()
            return server
        }
    }

    /// The team, a stranger, and a laptop of Maya's that was retired.
    private static func team(_ limits: Limits) async throws -> TestServer {
        let server = try await TestServer(limits: limits).team().server
        _ = try await server.device("Sam", person: 7, replica: 7)
        let lost = try await server.device("Maya", person: 2, replica: 9)
        try await server.core.write { db in
            try db.run("update replica set retired_ms = 0 where id = ?", lost.replica)
        }
        return server
    }
}

extension TestServer {
    /// Sends the requests one after the other and gives each the answer that came.
    func answers(to exchanges: [Exchange]) async throws -> [Exchange] {
        let answered = AnswerList()
        // It stands still: how long to wait is part of an answer.
        try await overHTTP(clock: ManualClock()) { client in
            for exchange in exchanges {
                var fields = HTTPFields()
                for header in exchange.headers {
                    fields.append(
                        HTTPField(
                            name: try #require(HTTPField.Name(header.name)), value: header.value))
                }
                let response = try await client.execute(
                    uri: exchange.path, method: try #require(.init(exchange.method)),
                    headers: fields, body: ByteBuffer(bytes: exchange.body)
                ) { $0 }
                await answered.append(exchange.answered(ExchangeText.text(of: response)))
            }
        }
        return await answered.exchanges
    }
}

/// What was answered so far.
private actor AnswerList {
    private(set) var exchanges: [Exchange] = []

    func append(_ exchange: Exchange) { exchanges.append(exchange) }
}
