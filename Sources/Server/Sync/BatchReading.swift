import Dispatch
import Shared

/// Reads large batches one after the other, on a thread of its own.
///
/// Twenty of them at once would keep every thread of the pool for as long as they all take, and a
/// push of one change would wait for one of them.
struct BatchReading: Sendable {
    private let queue = DispatchQueue(label: "accord-server.batches", qos: .utility)

    /// Changes of a batch that is read at once, where it came.
    private static let smallMax = 32

    func read(
        _ request: WirePushRequest, audit: AuditID, key: ReceiptKey, limits: Limits
    ) async throws(Problem) -> PushBatch {
        guard request.changes.count > Self.smallMax
        else { return try PushBatch(request, audit: audit, key: key, limits: limits) }
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(Problem) in
                        try PushBatch(request, audit: audit, key: key, limits: limits)
                    })
            }
        }
        return try result.get()
    }
}
