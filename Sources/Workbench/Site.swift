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
    let broadcast = EventBroadcast()
    let backgroundSync: BackgroundSync
    let indexing: BackgroundIndexing
    /// Nil where no phones are let in.
    let phone: PhonePasses?
    private let queue = DispatchQueue(label: "accord.workbench")
    /// A long video must not hold up the next verdict.
    private let files = DispatchQueue(label: "accord.workbench.files")

    init(client: AuditClient, catalogue: Catalogue, settings: WorkbenchSettings) {
        self.client = client
        self.catalogue = catalogue
        self.settings = settings
        backgroundSync = BackgroundSync(client, broadcast, settings)
        indexing = BackgroundIndexing(client, catalogue, broadcast)
        phone = settings.phoneHost.map { PhonePasses(host: $0, now: settings.now) }
    }

    /// Does the work of pages one after the other, or beside it moves bytes, where it may wait.
    func run<Result: Sendable>(
        isAside: Bool = false,
        _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            (isAside ? files : queue).async { [self] in
                continuation.resume(
                    with: Swift.Result {
                        try work(
                            PageContext(site: self, person: client.whoami(), now: client.now))
                    })
            }
        }
    }

    func noteSaved(_ audit: AuditID) { broadcast.post(EventBroadcast.Event(.saved, of: audit)) }
}
