import Client
import Foundation
import Shared
import Synchronization

/// One tester who pushes one change after the other while twenty others push all that they have.
struct BesideWork {
    let folder: URL

    private static let writers = 20
    /// Component states, one change each, of every writer: a few full pushes.
    private static let statesPerWriter = 3_000

    /// - Returns: How long the slowest but one in a hundred of her pushes took, and how many they
    ///   were while others pushed.
    func measure(server program: URL) async throws -> Measurement {
        let server = try MeasuredServer(
            program: program, folder: folder.appending(path: "beside-server"))
        let tester = try await Writer("tester", in: folder, at: server)
        var writers: [Writer] = []
        for index in 0..<Self.writers {
            let writer = try await Writer("writer-\(index)", in: folder, at: server)
            try writer.save(states: Self.statesPerWriter, seed: UInt64(index))
            writers.append(writer)
        }
        let load = Load(writers)
        let pushing = Task { try await load.push() }
        var seed: UInt64 = 1_000
        while load.isUnderWay {
            try tester.save(states: 1, seed: seed)
            try await tester.sync()
            seed += 1
        }
        try await pushing.value
        let pushes = tester.pushes
        _ = try server.stop()
        return Measurement(
            work: .beside, duration: pushes[pushes.count * 99 / 100], count: pushes.count)
    }
}

/// What the others do at the same time.
private final class Load: Sendable {
    private let writers: [Writer]
    private let left: Mutex<Int>

    init(_ writers: [Writer]) {
        self.writers = writers
        left = Mutex(writers.count)
    }

    /// Whether somebody still pushes.
    var isUnderWay: Bool { left.withLock { $0 > 0 } }

    func push() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers {
                group.addTask { [self] in
                    defer { left.withLock { $0 -= 1 } }
                    try await writer.sync()
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Somebody with an audit of her own on the server.
private struct Writer: Sendable {
    private let client: AuditClient
    private let transport: CountingTransport
    private let audit: AuditID

    init(_ name: String, in folder: URL, at server: MeasuredServer) async throws {
        let laptop = try Laptop(name, in: folder.appending(path: "beside"))
        client = laptop.client
        transport = try await laptop.join(server)
        var generator = SystemRandomNumberGenerator()
        audit = try client.store.found(by: client.whoami().person, using: &generator)
    }

    /// How long each of her pushes took, ascending.
    var pushes: [Duration] { transport.pushes.sorted() }

    func save(states: Int, seed: UInt64) throws {
        var findings = SyntheticFindings(audit: audit, seed: seed)
        _ = try client.save(findings.drafts(states: states), in: audit)
    }

    func sync() async throws {
        _ = try await client.sync(audit, over: transport)
    }
}
