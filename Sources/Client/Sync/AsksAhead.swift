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

    /// Begins at once.
    init(_ call: @escaping @Sendable () async throws -> Answer) {
        task = Task { try await call() }
    }

    /// Returns once the call was answered or has failed.
    func finish() async {
        _ = await task.result
    }

    /// The answer, as if the call had been made now.
    func answer() async throws(ServerCallError) -> Answer {
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

    /// Gives the call up.
    func cancel() {
        task.cancel()
    }
}
