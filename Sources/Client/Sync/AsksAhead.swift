import HTTPClient
import Shared

/// Whether a session asks for what follows before it has stored what was answered.
package enum AsksAhead: Sendable {
    case never
    /// While the answer is stored: the server works and compresses while the laptop writes.
    case beside
    /// Before the answer is stored, in the same order in every run: for the simulator.
    case first
}

/// One call that is under way before a session asks for it.
struct AheadCall<Answer: Sendable>: Sendable {
    private let task: Task<Answer, any Error>

    init(_ call: @escaping @Sendable () async throws -> Answer) { task = Task { try await call() } }

    func finish() async { _ = await task.result }

    /// The answer, as if the call had been made now.
    func answer() async throws(ServerCallError) -> Answer {
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch { throw error as? ServerCallError ?? .transport(.cancelled) }
    }

    func cancel() { task.cancel() }
}

/// One pull that is under way before a session asks for it.
///
/// It asks for the piece behind one that is not stored yet, or for whatever comes next when all is
/// here. The answer is used only for that very cursor, so that it is as if it had been slow on its
/// way.
package struct AheadPull: Sendable {
    private let cursor: [UInt8]?
    /// Its answer is nil when nothing is new.
    let call: AheadCall<PullPiece?>

    init(
        _ audit: AuditID, from start: PullStart, countMax: Int, replica: ReplicaID,
        by server: ServerCalls
    ) {
        cursor = start.cursor
        call = AheadCall {
            try await server.pull(audit, from: start, countMax: countMax, replica: replica)
        }
    }

    func answers(_ start: PullStart) -> Bool { start.cursor == cursor }
}

/// The push of what follows a batch, under way before the answer to that batch is settled.
///
/// It goes out only behind a number under which the server named the laptop's own hash, so it is
/// what the next run would send if this one ended here: the server then knows it already.
struct AheadPush: Sendable {
    private let reading: AheadCall<OutgoingBatch?>
    /// Its answer is nil when nothing was sent; a push that is cancelled may have been taken.
    let call: AheadCall<Acknowledgement?>

    init(
        behind acknowledgement: Acknowledgement, of audit: AuditID, countMax: Int, bytesMax: Int,
        as compression: TransportRequest.Compression, from store: ClientStore,
        to server: ServerCalls
    ) {
        let reading = AheadCall {
            try store.push.batch(
                audit, behind: acknowledgement, countMax: countMax, bytesMax: bytesMax)
        }
        self.reading = reading
        call = AheadCall {
            guard let batch = try await reading.answer() else { return nil }
            return try await server.push(
                batch, to: audit, epoch: try store.home()?.epoch, as: compression)
        }
    }

    /// What is sent; nil when nothing is, or when it could not be read.
    func batch() async -> OutgoingBatch? { try? await reading.answer() }
}
