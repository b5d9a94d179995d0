import Client
import Foundation
import Server
import Shared
import TestSupport

/// One tester's laptop in the simulation: a real store on disk, and a process that can crash.
struct Laptop {
    let person: PersonID
    /// Of the replica that writes now.
    private(set) var bearer: Bearer
    /// Of the replica that writes now; signs what others carry.
    private(set) var identity: Identity
    /// Every replica that this laptop has written under, the present one last.
    private(set) var replicas: [ReplicaID]
    let network: SimulatedNetwork
    private let path: String
    private(set) var store: ClientStore
    /// Forms open on the screen; a crash closes them.
    var forms: [Form] = []
    /// The sync that is under way, between two of its actions.
    var session: SyncSession<SeededGenerator>?
    /// The edits that were said to be saved since the last backup.
    var savedSinceBackup: Set<EditID> = []
    /// The edits that were said to be saved here, but for those that a backup in place of the
    /// database has taken away.
    var saved: Set<EditID> = []
    /// Whether something else may have written under one of its replicas: a copy of it, or itself
    /// before it was put back.
    var hasTwin = false

    /// Whether it was lost for ever, with what it had not sent.
    var isDead = false

    /// A form on one record, as it was when it opened.
    struct Form {
        let key: RecordKey
        var context: FormContext
    }

    init(
        folder: URL, name: String, person: PersonID, identity: Identity, epoch: EpochID,
        network: SimulatedNetwork
    ) throws {
        let replica = identity.replica
        self.identity = identity
        path = folder.appending(path: "\(name).sqlite").path
        self.person = person
        bearer = .device(person: person, replica: replica)
        replicas = [replica]
        self.network = network
        store = try ClientStore(path: path)
        try store.initialise(
            home: AuditID(high: 0, low: person.low), person: person, name: name, replica: replica)
        try store.adopt(person: person, name: name, epoch: epoch)
    }

    private init(cloning laptop: Laptop, at path: String, network: SimulatedNetwork) throws {
        self.path = path
        person = laptop.person
        bearer = laptop.bearer
        identity = laptop.identity
        replicas = laptop.replicas
        self.network = network
        savedSinceBackup = laptop.savedSinceBackup
        saved = laptop.saved
        store = try ClientStore(path: path)
    }

    /// Another laptop with the same disk.
    func cloned(as name: String, in folder: URL, network: SimulatedNetwork) throws -> Laptop {
        let copy = folder.appending(path: "\(name).sqlite").path
        try store.checkpoint()
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return try Laptop(cloning: self, at: copy, network: network)
    }

    /// Copies the database aside.
    func backUp() throws {
        try store.checkpoint()
        try? FileManager.default.removeItem(atPath: path + ".backup")
        try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
    }

    /// Puts the backup in place of the database; false when there is none.
    mutating func putBack() throws -> Bool {
        let files = FileManager.default
        guard files.fileExists(atPath: path + ".backup") else { return false }
        forms = []
        session = nil
        try store.close()
        for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        try files.copyItem(atPath: path + ".backup", toPath: path)
        store = try ClientStore(path: path)
        return true
    }

    /// Goes on under another replica, as the store does already.
    mutating func write(under identity: Identity) {
        let replica = identity.replica
        self.identity = identity
        bearer = .device(person: person, replica: replica)
        replicas.append(replica)
        network.show(bearer)
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
            generator: SeededGenerator(seed: seed),
            pullsAhead: seed.isMultiple(of: 2) ? .never : .first)
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
