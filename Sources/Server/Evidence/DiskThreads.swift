import Foundation

/// Threads that may wait for the disk, so that none of the cooperative pool has to.
struct DiskThreads: Sendable {
    private let queue = DispatchQueue(
        label: "accord-server.evidence", attributes: .concurrent)

    /// Runs a call that may wait, and returns with its result.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
