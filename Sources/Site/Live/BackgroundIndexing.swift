import Client
import Dispatch
import Reading
import Shared
import Synchronization

/// Indexes large audits for searching beside the pages, a piece at a time.
final class BackgroundIndexing: Sendable {
    /// How many component states a piece has: some tenths of a second.
    static let statesMax = 300

    private let client: AuditClient
    private let catalogue: Catalogue
    private let broadcast: EventBroadcast
    private let queue = DispatchQueue(label: "accord.workbench.indexing", qos: .utility)
    private let audits = Mutex<Set<AuditID>>([])

    init(_ client: AuditClient, _ catalogue: Catalogue, _ broadcast: EventBroadcast) {
        self.client = client
        self.catalogue = catalogue
        self.broadcast = broadcast
    }

    /// Whether an audit is being indexed.
    func isUnderWay(_ audit: AuditID) -> Bool { audits.withLock { $0.contains(audit) } }

    /// Goes on until nothing of an audit waits, and tells its pages then.
    func begin(_ audit: AuditID) {
        guard audits.withLock({ $0.insert(audit).inserted }) else { return }
        queue.async { self.goOn(audit) }
    }

    private func goOn(_ audit: AuditID) {
        // What cannot be indexed is told by the search that meets it.
        let waiting = try? index(audit)
        if let waiting, waiting > 0 { return queue.async { self.goOn(audit) } }
        audits.withLock { _ = $0.remove(audit) }
        broadcast.post(EventBroadcast.Event(.indexed, of: audit))
    }

    private func index(_ audit: AuditID) throws -> Int {
        let view = try client.view(audit)
        let own = client.catalogues.catalogue(of: view, besides: catalogue).catalogue
        return try client.queries.index(view, own, statesMax: Self.statesMax)
    }
}
