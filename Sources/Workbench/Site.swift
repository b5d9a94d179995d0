import Client
import Dispatch
import Shared

/// All that the workbench serves its pages from, whoever asks for them.
final class Site: Sendable {
    let client: AuditClient
    /// New audits begin with it; an audit that pins another one is read with that.
    let catalogue: Catalogue
    let settings: WorkbenchSettings
    let undo = UndoList()
    let coverage = CoverageMemory()
    let broadcast = EventBroadcast()
    let backgroundSync: BackgroundSync
    private let queue = DispatchQueue(label: "accord.workbench")
    /// A long video must not hold up the next verdict.
    private let files = DispatchQueue(label: "accord.workbench.files")

    init(client: AuditClient, catalogue: Catalogue, settings: WorkbenchSettings) {
        self.client = client
        self.catalogue = catalogue
        self.settings = settings
        backgroundSync = BackgroundSync(client, broadcast, settings)
    }

    /// Does the work of pages: one thing after the other, on a thread that may wait for a disk.
    ///
    /// - Parameter isAside: Whether it moves bytes of files, which goes on beside all other work.
    func run<Result: Sendable>(
        as person: PersonID, isAside: Bool = false,
        _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            (isAside ? files : queue).async { [self] in
                let context = PageContext(site: self, person: person, now: client.now)
                continuation.resume(with: Swift.Result { try work(context) })
            }
        }
    }

    /// Tells open pages that something was saved.
    func noteSaved(_ audit: AuditID) { broadcast.post(News(.saved, of: audit)) }
}
