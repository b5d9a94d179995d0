import Client
import Foundation
import Shared

/// The same findings recorded at once, pushed to an empty server, pulled into an empty laptop.
struct SyncWork {
    private let folder: URL
    private let sender: Laptop
    private let drafts: [RecordDraft]
    private let audit: AuditID

    /// - Parameter findings: Rounded up to whole component states.
    init(folder: URL, findings: Int) throws {
        self.folder = folder
        sender = try Laptop("sender", in: folder)
        // No server takes an audit that nobody can show to have begun.
        var generator = SystemRandomNumberGenerator()
        audit = try sender.client.store.found(
            by: sender.client.whoami().person, using: &generator)
        var synthetic = SyntheticFindings(audit: audit, seed: 2)
        let perState = SyntheticFindings.perState
        drafts = synthetic.drafts(states: (findings + perState - 1) / perState)
    }

    private var findings: Int { drafts.count * SyntheticFindings.perState }

    /// Records all findings in one transaction, one change a component state.
    func record() throws -> Duration {
        try ContinuousClock().measure { _ = try sender.client.save(drafts, in: audit) }
    }

    /// Records everything, and syncs it through a server process of its own.
    ///
    /// - Throws: `Failure` unless both laptops end with what the server has.
    func measure(server program: URL) async throws -> [Measurement] {
        var bulk = Measurement(work: .bulk, duration: try record(), count: findings)
        let server = try MeasuredServer(program: program, folder: folder.appending(path: "server"))
        let pushing = try await sender.join(server.place)
        var push = try await measure(.push, sender, over: pushing)
        push.serverMemoryBytes = server.memoryBytesMax
        let receiver = try Laptop(
            "receiver", in: folder, person: try sender.client.whoami().person)
        let pulling = try await receiver.join(server.place, isKnown: true)
        var pull = try await measure(.pull, receiver, over: pulling)
        pull.serverMemoryBytes = server.memoryBytesMax
        for (laptop, transport) in [(sender, pushing), (receiver, pulling)] {
            try await check(laptop, over: transport)
        }
        bulk.diskBytes = try sender.close()
        push.diskBytes = try server.stop()
        pull.diskBytes = try receiver.close()
        return [bulk, push, pull]
    }

    private func measure(
        _ work: Measurement.Work, _ laptop: Laptop, over transport: CountingTransport
    ) async throws -> Measurement {
        let clock = ContinuousClock()
        let start = clock.now
        let run = try await laptop.client.syncing.sync(audit, over: transport)
        let duration = clock.now - start
        guard case .complete = run.end, run.counts.notApplied == 0 else {
            throw Failure.incomplete("\(run.end)")
        }
        return Measurement(
            work: work, duration: duration, count: findings, wireBytes: transport.bytes)
    }

    /// Holds what a laptop has against the server's digests, and against its own.
    private func check(_ laptop: Laptop, over transport: CountingTransport) async throws {
        let comparison = try await laptop.client.checks.compare(audit, over: transport)
        let verification = try laptop.client.store.reconcile.verify(audit)
        guard comparison.isEqual, verification?.isSound == true,
            verification?.records == drafts.count
        else { throw Failure.differs(laptop.name) }
    }

    /// Why the figures would say nothing.
    enum Failure: Error, CustomStringConvertible {
        case incomplete(String)
        case differs(String)

        var description: String {
            switch self {
            case .incomplete(let end): "a sync did not end complete but \(end)"
            case .differs(let name): "the \(name)'s work is not what the server has"
            }
        }
    }
}
