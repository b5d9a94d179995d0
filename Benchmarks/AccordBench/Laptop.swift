import Client
import Foundation
import GRDB
import HTTPClient
import Shared
import Synchronization

/// One tester's laptop: a home of its own below the benchmark's folder.
struct Laptop {
    let name: String
    let client: AuditClient

    /// - Parameter person: Of the person's first laptop; nil for a new person.
    init(_ name: String, in folder: URL, person: PersonID? = nil) throws {
        self.name = name
        let home = ClientHome(
            home: folder.appending(path: name).path, state: nil, environment: [:])
        client = try AuditClient.create(home, name: "Kim", person: person)
    }

    /// Enrols at the server and returns the way to it.
    ///
    /// - Parameter isKnown: Whether its person has enrolled another laptop before.
    func join(_ server: ServerPlace, isKnown: Bool = false) async throws -> CountingTransport {
        let me = try client.whoami()
        let code = try server.invite(name: me.personName, person: isKnown ? me.person : nil)
        _ = try await client.syncing.join(
            server.address, invite: code, certificateAuthority: nil, allowsPlainHTTP: false,
            over: Self.connect)
        guard let enrolment = try client.identity().server else { throw ClientError.notJoined }
        return CountingTransport(try Self.connect(enrolment))
    }

    /// Closes the database and writes its log back.
    ///
    /// - Returns: The bytes of the database file.
    func close() throws -> Int {
        try client.store.close()
        return try Self.settledSize(ofDatabase: client.home.databasePath)
    }

    /// The size of a closed database, once its log is part of it.
    static func settledSize(ofDatabase path: String) throws -> Int {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "pragma wal_checkpoint(truncate)")
        }
        try queue.close()
        return try URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    private static func connect(
        _ server: Identity.Enrolment
    ) throws(TransportError) -> any Transport {
        let token = server.token.isEmpty ? nil : server.token
        return try CurlTransport(server: server.address) { token }
    }
}

/// A transport that adds up what passes over the wire, and how long each push took.
final class CountingTransport: Transport {
    private let inner: any Transport
    private let counted = Mutex(0)
    private let timed = Mutex<[Duration]>([])

    init(_ inner: any Transport) {
        self.inner = inner
    }

    /// Requests and answers so far, headers included.
    var bytes: Int { counted.withLock { $0 } }

    /// Of each push, from its first byte to its answer's last.
    var pushes: [Duration] { timed.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let clock = ContinuousClock()
        let begun = clock.now
        let response = try await inner.send(request)
        if request.method == .post, request.path.hasSuffix("/changes") {
            timed.withLock { $0.append(clock.now - begun) }
        }
        counted.withLock { $0 += response.bytesSent + response.bytesReceived }
        return response
    }
}
