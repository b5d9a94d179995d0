import Client
import Foundation
import Server
import Shared
import TestSupport

/// One tester's laptop in the simulation: a real store on disk, and a process that can crash.
struct Laptop {
    let person: PersonID
    let bearer: Bearer
    let network: SimulatedNetwork
    private let path: String
    private(set) var store: ClientStore
    /// Forms open on the screen; a crash closes them.
    var forms: [Form] = []
    /// The sync that is under way, between two of its actions.
    var session: SyncSession<SeededGenerator>?
    /// How many changes were said to be saved.
    var saved = 0

    /// A form on one record, as it was when it opened.
    struct Form {
        let key: RecordKey
        var context: FormContext
    }

    init(
        folder: URL, name: String, person: PersonID, replica: ReplicaID, epoch: EpochID,
        network: SimulatedNetwork
    ) throws {
        path = folder.appending(path: "\(name).sqlite").path
        self.person = person
        bearer = .device(person: person, replica: replica)
        self.network = network
        store = try ClientStore(path: path)
        try store.initialise(
            home: AuditID(high: 0, low: person.low), person: person, name: name, replica: replica)
        try store.adopt(person: person, name: name, epoch: epoch)
    }

    /// Loses everything but the disk.
    mutating func crash() throws {
        forms = []
        session = nil
        try store.close()
        store = try ClientStore(path: path)
    }

    /// Begins a sync, unless one is under way.
    mutating func beginSync(_ audit: AuditID, seed: UInt64) {
        guard session == nil else { return }
        session = SyncSession(
            audit: audit, store: store, transport: network,
            machine: SyncMachine(
                persistence: SyncPersistence(attemptsMax: 1, pauseFirst: .zero)),
            now: { Date(timeIntervalSince1970: 1_700_000_000) }, pause: { _ in },
            generator: SeededGenerator(seed: seed))
    }

    /// Performs one action of the sync under way; drops it when it is over.
    ///
    /// - Returns: How it ended, when this step ended it.
    mutating func stepSync() async throws -> SyncEnd? {
        guard var current = session else { return nil }
        let goesOn = try await current.step()
        session = goesOn ? current : nil
        return current.end
    }
}
