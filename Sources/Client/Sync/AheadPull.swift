import Shared

/// Whether a session asks for the next piece of a pull before it has stored the one it has.
package enum PullsAhead: Sendable {
    case never
    /// While the piece is stored: the server reads and compresses while the laptop writes.
    case beside
    /// Before the piece is stored, in the same order in every run: for the simulator.
    case first
}

/// One pull that is under way before a session asks for it.
///
/// Either for the piece behind one that is not stored yet, or for whatever comes next when all is
/// here. The answer is used only for that very cursor, so that it is as if it had been slow on its
/// way.
package struct AheadPull: Sendable {
    private let cursor: [UInt8]?
    private let task: Task<PullPiece?, any Error>

    init(
        _ audit: AuditID, behind cursor: [UInt8], of opening: PullOpening, countMax: Int,
        from server: ServerCalls
    ) {
        let start = PullStart(
            cursor: cursor, acknowledged: opening.settlement.through, known: nil)
        self.init(
            audit, from: start, countMax: countMax, replica: opening.settlement.replica,
            by: server)
    }

    init(
        _ audit: AuditID, from start: PullStart, countMax: Int, replica: ReplicaID,
        by server: ServerCalls
    ) {
        cursor = start.cursor
        task = Task {
            try await server.pull(audit, from: start, countMax: countMax, replica: replica)
        }
    }

    /// Whether this is what a pull from there would ask for.
    func answers(_ start: PullStart) -> Bool { start.cursor == cursor }

    /// Returns once the request was answered or has failed.
    func finish() async {
        _ = await task.result
    }

    /// The answer, nil for one that says nothing is new.
    func answer() async throws(ServerCallError) -> PullPiece? {
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let error as ServerCallError {
            throw error
        } catch {
            throw .transport(.cancelled)
        }
    }

    /// Gives the request up.
    func cancel() {
        task.cancel()
    }
}
