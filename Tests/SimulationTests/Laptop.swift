import Client
import Foundation
import Server
import Shared
import TestSupport

/// One tester's laptop in the simulation: a real store on disk, and a process that can crash.
struct Laptop {
    private(set) var person: PersonID
    /// Her id before a server let her in; nil where that was the same.
    private(set) var former: PersonID?
    /// All under which she has written.
    var ids: Set<PersonID> { Set([person, former].compactMap(\.self)) }
    /// Of the replica that was enrolled last.
    var bearer: Bearer
    /// Of the replica that writes now; signs what others carry.
    var identity: Identity
    /// Every replica that this laptop has written under, or that a rebuilding which was cut off
    /// has.
    var replicas: [ReplicaID]
    let network: SimulatedNetwork
    /// Where its database, its journal and its identity lie.
    let home: ClientHome
    var path: String { home.databasePath }
    /// Has what no server has answered a second time, beside the database.
    private(set) var journal: Journal
    private(set) var store: ClientStore
    /// What is left of its database; nil while that is whole.
    var ruins: Ruins?
    /// Forms open on the screen; a crash closes them.
    var forms: [Form] = []
    /// The sync that is under way, between two of its actions.
    var session: SyncSession<SeededGenerator>?
    /// The pull that the server holds, or has answered, until a sync takes it over.
    var held: Held?
    /// The edits that were said to be saved since the last backup.
    var savedSinceBackup: Set<Deed> = []
    /// The edits that were said to be saved here, but for those that a backup in place of the
    /// database has taken away.
    var saved: Set<Deed> = []
    /// What it took out of others' files, by the hash of each change; a backup takes it away again.
    var takenOver: [Hash256: Change] = [:]
    /// Whether its database was once lost, with what it had told and was about to tell.
    var hasLostDatabase = false
    /// Whether something else may have written under one of its replicas: a copy of it, or itself
    /// before it was put back.
    var hasTwin = false

    /// Whether it began as a copy of another laptop's disk.
    private(set) var isCopy = false

    /// Whether it was lost for ever, with what it had not sent.
    var isDead = false

    /// Whether nothing can be done on it, for now or for ever.
    var isDown: Bool { isDead || ruins != nil }

    /// A form on one record, as it was when it opened.
    struct Form {
        let key: RecordKey
        var context: FormContext
    }

    init(
        folder: URL, name: String, person: PersonID, identity: Identity,
        _ answer: WireEnrolResponse, epoch: EpochID, network: SimulatedNetwork
    ) throws {
        try self.init(
            folder: folder, name: name, person: person, identity: identity, network: network)
        try join(as: person, name, answer, epoch: epoch)
    }

    /// One that has joined no server yet.
    init(
        folder: URL, name: String, person: PersonID, identity: Identity, network: SimulatedNetwork
    ) throws {
        let replica = identity.replica
        self.identity = identity
        home = try Self.home(name, in: folder)
        journal = Journal(path: home.journalPath)
        self.person = person
        bearer = .device(person: person, replica: replica)
        replicas = [replica]
        self.network = network
        store = try ClientStore(path: home.databasePath, journal: journal, patience: .zero)
        try store.initialise(
            home: AuditID(high: 0, low: person.low), person: person, name: name, replica: replica)
    }

    /// Goes on as the person whom an invite named.
    mutating func join(
        as invited: PersonID, _ name: String, _ answer: WireEnrolResponse, epoch: EpochID
    ) throws {
        if invited != person { former = person }
        person = invited
        enrolled(answer)
        try store.adopt(person: person, name: name, epoch: epoch, former: former)
        if let key = identity.serverKey { try store.devices.proveImported(by: key) }
    }

    private static let server = Identity.Enrolment(
        address: "https://larkfield.example", token: "", replica: nil,
        certificateAuthority: nil, allowsPlainHTTP: false)

    private static func home(_ name: String, in folder: URL) throws -> ClientHome {
        let home = ClientHome(
            home: folder.appending(path: name).path, state: nil, environment: [:])
        try home.create()
        return home
    }

    private init(cloning laptop: Laptop, at home: ClientHome, network: SimulatedNetwork) throws {
        self.home = home
        person = laptop.person
        former = laptop.former
        bearer = laptop.bearer
        identity = laptop.identity
        replicas = laptop.replicas
        self.network = network
        savedSinceBackup = laptop.savedSinceBackup
        saved = laptop.saved
        hasTwin = true
        isCopy = true
        journal = Journal(path: home.journalPath)
        store = try ClientStore(path: home.databasePath, journal: journal, patience: .zero)
        _ = try store.recovery.replayJournal(at: network.clock.now)
    }

    /// Another laptop with the same disk.
    func cloned(as name: String, in folder: URL, network: SimulatedNetwork) throws -> Laptop {
        let copy = try Self.home(name, in: folder)
        try store.checkpoint()
        try FileManager.default.copyItem(atPath: path, toPath: copy.databasePath)
        try? FileManager.default.copyItem(atPath: journal.path, toPath: copy.journalPath)
        return try Laptop(cloning: self, at: copy, network: network)
    }

    /// Opens the database as every program does: what it lost comes back from the journal.
    mutating func open(at now: Date) throws -> JournalReplay? {
        journal = Journal(path: home.journalPath)
        store = try ClientStore(path: path, journal: journal, patience: .zero)
        return try store.recovery.replayJournal(at: now)
    }

    /// Loses everything but the disk, and of the journal what was not yet on it.
    ///
    /// - Parameter torn: How many bytes of the journal a power cut takes away.
    mutating func crash(torn: Int, at now: Date) throws {
        try shut()
        try tearJournal(torn)
        guard try open(at: now) == nil else {
            throw Violation(text: "a crash took something from the database")
        }
    }

    /// Ends the program, with the forms that were open.
    mutating func shut() throws {
        forms = []
        session = nil
        held = nil
        try store.close()
    }

    /// Takes so many bytes from the journal's end.
    func tearJournal(_ torn: Int) throws {
        guard torn > 0, let file = FileHandle(forWritingAtPath: journal.path) else { return }
        let size = Int(try file.seekToEnd())
        try file.truncate(atOffset: UInt64(max(0, size - torn)))
        try file.close()
    }

    /// The edits that are in its database as its own.
    func ownEdits() throws -> Set<Deed> {
        try edits { _ in true }
    }

    /// Those of which no server has said what became of them.
    func unansweredEdits() throws -> Set<Deed> {
        // What was issued again is there twice, and may have been answered since.
        try edits { $0.outcome == nil }.subtracting(edits { $0.outcome != nil })
    }

    private func edits(where isMeant: (LoggedChange) -> Bool) throws -> Set<Deed> {
        var edits: Set<Deed> = []
        for audit in try store.audits() {
            try store.log.ownChanges(audit) { if isMeant($0) { edits.insert($0.change.deed) } }
        }
        return edits
    }

    /// Whether a server has still to hear of the replica that writes now.
    var awaitsEnrolment: Bool {
        bearer != .device(person: person, replica: identity.replica)
    }

    /// Goes on under another replica, as the store does already; the old token stays for now.
    mutating func write(under identity: Identity) {
        self.identity = identity
        replicas.append(identity.replica)
    }

    /// Shows the token of the replica that writes now.
    mutating func enrolled(_ answer: WireEnrolResponse) {
        identity.enrolled(answer, as: Self.server)
        bearer = .device(person: person, replica: identity.replica)
        network.show(token: answer.token)
    }

    /// Begins a sync, unless one is under way.
    mutating func beginSync(_ audit: AuditID, seed: UInt64) {
        guard session == nil else { return }
        session = SyncSession(
            audit: audit, store: store, transport: network,
            machine: SyncMachine(
                persistence: SyncPersistence(
                    attemptsMax: 1 + Int(seed % 3), pauseFirst: .zero)),
            now: { [clock = network.clock] in clock.now }, pause: { _ in },
            generator: SeededGenerator(seed: seed),
            asksAhead: seed.isMultiple(of: 2) ? .never : .first,
            taking: takeHeld(audit, seed: seed))
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
