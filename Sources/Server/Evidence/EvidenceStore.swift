import Foundation

/// Where the server keeps evidence, and who is bringing some.
struct EvidenceStore: Sendable {
    let blobs: BlobStore
    let turns = UploadTurns()
    /// Threads that may wait for the disk, so that none of the cooperative pool has to.
    private let threads = DispatchQueue(label: "accord-server.evidence", attributes: .concurrent)

    init(_ blobs: BlobStore) { self.blobs = blobs }

    func onDisk<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
