import Client
import Foundation
import Shared

/// One tester who pushes one change after the other while twenty others push all that they have.
///
/// The twenty are a process of their own: in hers she would wait for their threads.
struct BesideWork {
    let folder: URL

    /// - Returns: How long the slowest but one in a hundred of her pushes took, and how many they
    ///   were while others pushed.
    func measure(server program: URL) async throws -> Measurement {
        let server = try MeasuredServer(
            program: program, folder: folder.appending(path: "beside-server"))
        let tester = try await Writer("tester", in: folder, at: server.place)
        let crowd = try CrowdProcess(in: folder, at: server.place)
        // What the works before have left to the disk is none of this one's.
        sync()
        try crowd.begin()
        var seed: UInt64 = 1_000
        while crowd.isUnderWay {
            try tester.save(states: 1, seed: seed)
            try await tester.sync()
            seed += 1
        }
        try crowd.end()
        let pushes = tester.pushes
        _ = try server.stop()
        return Measurement(
            work: .beside, duration: pushes[pushes.count * 99 / 100], count: pushes.count)
    }
}

/// Twenty writers, each with an audit of her own.
struct Crowd {
    private let writers: [Writer]

    private static let count = 20
    /// Component states, one change each, of every writer: a few full pushes.
    private static let statesPerWriter = 3_000

    /// Saves what they will push.
    init(in folder: URL, at server: ServerPlace) async throws {
        var writers: [Writer] = []
        for index in 0..<Self.count {
            let writer = try await Writer("writer-\(index)", in: folder, at: server)
            try writer.save(states: Self.statesPerWriter, seed: UInt64(index))
            writers.append(writer)
        }
        self.writers = writers
    }

    /// Pushes everything, all at the same time.
    func push() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers { group.addTask { try await writer.sync() } }
            try await group.waitForAll()
        }
    }
}

/// A crowd in a process of its own: it says when everything is saved, and pushes when it is told.
private final class CrowdProcess {
    private let process = Process()
    private let orders = Pipe()
    private let reports = Pipe()

    /// Returns once everything is saved.
    init(in folder: URL, at server: ServerPlace) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "crowd", folder.path, server.program.path, server.folder.path, server.address,
        ]
        process.standardInput = orders
        process.standardOutput = reports
        try process.run()
        guard !reports.fileHandleForReading.availableData.isEmpty else { throw Failure.cutShort }
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    var isUnderWay: Bool { process.isRunning }

    func begin() throws {
        try orders.fileHandleForWriting.write(contentsOf: Data("push\n".utf8))
    }

    func end() throws {
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.cutShort }
    }

    /// Why nobody was beside her.
    enum Failure: Error, CustomStringConvertible {
        case cutShort

        var description: String { "the twenty writers could not push all that they had" }
    }
}

/// Somebody with an audit of her own on the server.
private struct Writer: Sendable {
    private let client: AuditClient
    private let transport: CountingTransport
    private let audit: AuditID

    init(_ name: String, in folder: URL, at server: ServerPlace) async throws {
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
        _ = try await client.syncing.sync(audit, over: transport)
    }
}
