import Shared

/// One pull that is under way before a session asks for it.
///
/// Either for the piece behind one that is not stored yet, or for whatever comes next when all is
/// here. The answer is used only for that very cursor, so that it is as if it had been slow on its
/// way.
package struct AheadPull: Sendable {
    private let cursor: [UInt8]?
    private let call: AheadCall<PullPiece?>

    init(
        _ audit: AuditID, behind cursor: [UInt8], of opening: PullOpening, countMax: Int,
        unsent: (count: Int, age: Int), from server: ServerCalls
    ) {
        let start = PullStart(
            cursor: cursor, acknowledged: opening.settlement.through, known: nil,
            settled: opening.verdicts.ordinal, queues: opening.queues.ordinal,
            unsent: unsent)
        self.init(
            audit, from: start, countMax: countMax, replica: opening.settlement.replica,
            by: server)
    }

    init(
        _ audit: AuditID, from start: PullStart, countMax: Int, replica: ReplicaID,
        by server: ServerCalls
    ) {
        cursor = start.cursor
        call = AheadCall {
            try await server.pull(audit, from: start, countMax: countMax, replica: replica)
        }
    }

    /// Whether this is what a pull from there would ask for.
    func answers(_ start: PullStart) -> Bool { start.cursor == cursor }

    /// Returns once the request was answered or has failed.
    func finish() async { await call.finish() }

    /// The answer, nil for one that says nothing is new.
    func answer() async throws(ServerCallError) -> PullPiece? { try await call.answer() }

    /// Gives the request up.
    func cancel() { call.cancel() }
}
