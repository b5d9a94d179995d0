import Client
import Dispatch
import Foundation
import Presentation
import Shared

/// Where the work of pages is done: one thing after the other, on a thread that may wait for a
/// disk.
final class Desk: Sendable {
    let client: AuditClient
    /// What audits are begun with, and read with that pin it.
    let catalogue: Catalogue
    let settings: WorkbenchSettings
    /// What can be taken back.
    let undo = UndoList()
    /// What the last page of a whole audit was made from.
    let coverage = CoverageMemory()
    /// What open pages are told.
    let broadcast = EventBroadcast()
    /// What keeps audits in step with the server.
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

    /// Does work that reads or writes files.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (Desk) throws -> Result
    ) async throws -> Result {
        try await run(work, on: queue)
    }

    /// Moves the bytes of files, beside all other work.
    func runAside<Result: Sendable>(
        _ work: @escaping @Sendable (Desk) throws -> Result
    ) async throws -> Result {
        try await run(work, on: files)
    }

    private func run<Result: Sendable>(
        _ work: @escaping @Sendable (Desk) throws -> Result, on queue: DispatchQueue
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work(self) }) }
        }
    }

    /// What an audit is read with: its own catalogue, where that is here.
    func catalogue(of view: AuditView) throws -> Catalogue {
        try client.catalogue(of: view, besides: catalogue).catalogue
    }

    /// The present moment, of which pages tell the time.
    var now: Date { client.now }
}
