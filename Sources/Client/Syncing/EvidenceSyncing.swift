package import HTTPClient
package import Shared

extension ClientEvidence {
    /// Sends and fetches files; after findings, and findings go first in between.
    ///
    /// - Parameter only: Leaves all other files as they are; nil for every file.
    package func sync(
        _ audit: AuditID, only: Set<Hash256>? = nil, over transport: any Transport,
        persistence: SyncPersistence = .brief,
        progress: @escaping (EvidenceProgress) -> Void = { _ in }
    ) async throws -> EvidenceReport {
        var transfer = EvidenceTransfer(
            audit: audit, store: store, folder: folder,
            calls: EvidenceCalls(audit, over: transport), persistence: persistence,
            pause: { try await ContinuousClock().sleep(for: $0) },
            syncFindings: { try await client.syncing.sync(audit, over: transport).end.trouble },
            progress: progress, generator: SystemRandomNumberGenerator())
        return try await transfer.run(only: only)
    }
}
