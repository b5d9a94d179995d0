import HTTPClient
import Shared

extension ClientSyncing {
    /// Sends or fetches the catalogue that an audit pins, ahead of its findings.
    ///
    /// It asks once: what keeps the catalogue from its way keeps no finding back, and the next
    /// sync tries again. What is lacking until then is told wherever it is needed.
    func exchangeCatalogue(
        _ pin: CataloguePin, of audit: AuditID, over transport: any Transport
    ) async throws {
        guard try store.pull.standing(audit)?.isOnServer == true else { return }
        if let size = client.evidence.folder.size(of: pin.files) {
            guard try !store.evidence.isExchanged(pin.files, of: audit) else { return }
            try store.evidence.queue([(pin.files, size)], of: audit)
        } else {
            guard Catalogue.builtIn != pin.files else { return }
            try store.evidence.want([pin.files], of: audit)
        }
        var transfer = EvidenceTransfer(
            audit: audit, store: store, folder: client.evidence.folder,
            calls: EvidenceCalls(audit, over: transport),
            persistence: SyncPersistence(attemptsMax: 1),
            bytesMax: UInt64(Limits.standard.catalogueBytesMax), pause: { _ in },
            syncFindings: { nil }, progress: { _ in }, generator: SystemRandomNumberGenerator())
        _ = try await transfer.run(only: [pin.files])
        // Evidence is counted for people; this is none.
        if try !store.evidence.isExchanged(pin.files, of: audit) {
            try store.evidence.forget([pin.files], of: audit)
        }
    }
}
