import Foundation
package import Shared
import Storage

/// One tester's Accord, put together: home, identity, store, recorder and transport.
///
/// The only place of the client that asks the clock and draws secrets.
package final class AuditClient: Sendable {
    /// Where her things lie.
    package let home: ClientHome
    /// Open for as long as the client lives.
    package let store: ClientStore
    package let recorder: Recorder

    /// Opens the home that `accord init` made.
    ///
    /// - Throws: `ClientError.noHome`, `.storage`.
    package init(home: ClientHome) throws(ClientError) {
        guard home.exists else { throw .noHome(path: home.folder.path) }
        self.home = home
        do throws(StorageError) {
            store = try ClientStore(path: home.databasePath)
        } catch {
            throw .storage(error)
        }
        recorder = Recorder(store: store)
    }

    /// Makes a new home with a database, a person and an identity; needs no network.
    ///
    /// - Parameter person: The id an earlier laptop of hers has; nil mints one.
    package static func create(
        _ home: ClientHome, name: String, person: PersonID? = nil
    ) throws -> AuditClient {
        guard !home.exists else { throw ClientError.homeExists(path: home.folder.path) }
        var generator = SystemRandomNumberGenerator()
        let replica = ReplicaID.random(using: &generator)
        try home.create()
        // The identity first: a home without one is noticed, an identity without a home is not.
        try Identity(replica: replica).write(home)
        let store = try ClientStore(path: home.databasePath)
        try store.initialise(
            home: .random(using: &generator), person: person ?? .random(using: &generator),
            name: Text(normalizing: name).string, replica: replica)
        try store.close()
        return try AuditClient(home: home)
    }

    /// What the database says of itself.
    package func whoami() throws -> HomeRow {
        guard let row = try store.home() else { throw ClientError.noHome(path: home.folder.path) }
        return row
    }

    /// The identity of the writing replica.
    ///
    /// - Throws: `ClientError.identityMissing` when the home was copied or restored without it.
    package func identity() throws -> Identity {
        guard let identity = try Identity.read(home), identity.replica == (try whoami().replica)
        else { throw ClientError.identityMissing(path: home.stateFolder.path) }
        return identity
    }

    /// Saves drafts under the present time.
    @discardableResult
    package func save(_ drafts: [RecordDraft], in audit: AuditID) throws -> [Change] {
        var generator = SystemRandomNumberGenerator()
        return try recorder.save(drafts, in: audit, at: Date(), using: &generator)
    }

    /// Syncs one audit to the end of what can be done now.
    package func sync(
        _ audit: AuditID, over transport: any Transport,
        persistence: SyncPersistence = .brief,
        progress: (SyncCounts) -> Void = { _ in }
    ) async throws -> (end: SyncEnd, counts: SyncCounts) {
        var session = SyncSession(
            audit: audit, store: store, transport: transport,
            machine: SyncMachine(persistence: persistence), now: { Date() },
            pause: { try await ContinuousClock().sleep(for: $0) },
            generator: SystemRandomNumberGenerator())
        while try await session.step() { progress(session.machine.counts) }
        guard let end = session.end else {
            preconditionFailure("A run that is over has an end.")
        }
        return (end, session.machine.counts)
    }
}
