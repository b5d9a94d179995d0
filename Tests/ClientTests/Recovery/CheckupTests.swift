@testable import Client
import Foundation
import GRDB
import HTTPClient
import Shared
import TestSupport
import Testing

/// What `accord doctor` says of a laptop that is well, and of one that is not.
struct CheckupTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.record(.failed)
    }

    @Test func `a laptop that is well has no trouble, and is told what is next`() async throws {
        let checkup = await checkup()
        #expect(checkup.isSound, "\(checkup.lines)")
        #expect(line(.identity, in: checkup)?.next?.contains("accord join") == true)
        #expect(line(.database, in: checkup)?.verdict == .ok)
        #expect(line(.audit, in: checkup)?.verdict == .ok)
        #expect(line(.queue, in: checkup)?.words.contains("changes to send") == true)
    }

    @Test func `every line that is not well says what to do`() async throws {
        try damage("update record set shown_digest = zeroblob(32)")
        let checkup = await checkup()
        #expect(!checkup.isSound)
        #expect(line(.audit, in: checkup)?.next == "accord rebuild")
        #expect(checkup.lines.allSatisfy { $0.verdict == .ok || $0.next != nil })
    }

    @Test func `work that waits for more than a week is told`() async throws {
        let later = Date().addingTimeInterval(8 * 24 * 3_600)
        let checkup = await checkup(at: later)
        let queue = try #require(line(.queue, in: checkup))
        #expect(queue.verdict == .attention && queue.words.contains("8 days"))
    }

    @Test func `a damaged own change is not taken for something derived`() async throws {
        try damage("update change set hash = zeroblob(32) where n = 1")
        #expect(
            line(.audit, in: await checkup())?.next == "accord rebuild --from-server")
    }

    @Test func `a home that is none is trouble`() async throws {
        let nowhere = ClientHome(home: "/nowhere/at/all", state: nil, environment: [:])
        var checkup = Checkup(of: nowhere, now: { Date() })
        await checkup.run(connect: Self.noServer)
        #expect(!checkup.isSound && checkup.lines.count == 1)
    }

    @Test func `a file that is no database is trouble, and nothing is written to it`() async throws
    {
        let home = desk.client.home
        try desk.client.store.close()
        let path = URL(filePath: home.databasePath)
        let garbage = Data(repeating: 7, count: 8_192)
        try garbage.write(to: path)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path.path + suffix)
        }
        var checkup = Checkup(of: home, now: { Date() })
        await checkup.run(connect: Self.noServer)
        #expect(line(.database, in: checkup)?.next == "put a backup of the database back")
        #expect(try Data(contentsOf: path) == garbage)
    }

    // MARK: The server's certificate

    @Test(arguments: [
        (400.0, CheckupLine.Status.ok, "good until"), (15, .ok, "good until"),
        (13.5, .attention, "13 days"), (1.5, .attention, "a day"), (0.5, .attention, "than a day"),
        (-0.5, .trouble, "expired on"),
    ])
    func `a certificate is told before it ends`(
        _ days: Double, _ verdict: CheckupLine.Status, _ words: String
    ) async throws {
        let end = Date().addingTimeInterval(days * 86_400)
        let checkup = try await checkup(over: CheckedServer(certificateExpires: end))
        let line = try #require(self.line(.certificate, in: checkup), "\(checkup.lines)")
        #expect(line.verdict == verdict && line.words.contains(words), "\(line)")
        #expect((line.next == nil) == (verdict == .ok))
        #expect(self.line(.server, in: checkup)?.verdict == .ok)
        #expect(checkup.isSound == (verdict != .trouble))
    }

    @Test func `a certificate that the line refuses as expired is told as such`() async throws {
        let refused = TransportError.certificate(
            detail: "SSL certificate problem: certificate has expired")
        let checkup = try await checkup(over: CheckedServer(refusal: refused))
        #expect(line(.certificate, in: checkup)?.verdict == .trouble)
        #expect(line(.certificate, in: checkup)?.next?.contains("date of this laptop") == true)
    }

    @Test func `nothing is said of a certificate where there is none`() async throws {
        let checkup = try await checkup(over: CheckedServer())
        #expect(line(.server, in: checkup)?.verdict == .ok)
        #expect(line(.certificate, in: checkup) == nil)
    }

    // MARK: Steps

    /// A checkup of a laptop that has joined a server.
    private func checkup(over server: CheckedServer) async throws -> Checkup {
        var identity = try desk.client.identity()
        identity.server = Identity.Enrolment(
            address: "https://accord.example.org", token: "token",
            replica: identity.replica.hex, certificateAuthority: nil, allowsPlainHTTP: false)
        try identity.write(desk.client.home)
        var checkup = Checkup(of: desk.client.home, now: { Date() })
        await checkup.run { _ in server }
        return checkup
    }

    private func checkup(at now: Date = Date()) async -> Checkup {
        var checkup = Checkup(of: desk.client.home, now: { now })
        await checkup.run(connect: Self.noServer)
        return checkup
    }

    private func line(_ topic: CheckupLine.Topic, in checkup: Checkup) -> CheckupLine? {
        checkup.lines.first { $0.topic == topic }
    }

    private static func noServer(
        _ server: Identity.Enrolment
    ) throws(TransportError) -> any Transport {
        throw .unreachable(host: server.address, detail: "there is no network in this test")
    }

    private func damage(_ sql: String) throws {
        let queue = try DatabaseQueue(path: desk.client.home.databasePath)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}

/// A server that answers what a checkup asks, with a certificate.
private struct CheckedServer: Transport {
    var certificateExpires: Date?
    var refusal: TransportError?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if let refusal { throw refusal }
        var told = WireCapabilitiesResponse()
        told.protocols = [ProtocolNames.version]
        told.timeMilliseconds = Int64(Date().timeIntervalSince1970 * 1_000)
        let isAsked = request.path == ProtocolNames.capabilities
        return TransportResponse(
            status: 200,
            headers: [
                HeaderField(ProtocolNames.versionHeader, "\(ProtocolNames.version)"),
                HeaderField("Content-Type", ProtocolNames.protobuf),
            ], body: isAsked ? told.canonicalBytes() : [],
            certificateExpires: certificateExpires)
    }
}
