package import Foundation
package import HTTPClient
package import Shared
import Storage

/// Makes a home's database anew from the server and the journal, and sets the old one aside.
///
/// For a database that is damaged beyond what composing anew can mend. Everything is made beside
/// it, and only what is whole takes its place: whatever fails before leaves all as it was.
package struct HomeRebuilding {
    private let home: ClientHome
    private let connect: (Identity.Enrolment) throws(TransportError) -> any Transport
    private let pause: (Duration) async throws -> Void
    private let asksAhead: AsksAhead

    /// What became of a home.
    package struct Outcome: Hashable, Sendable {
        /// Where the old database lies now; nil when there was none.
        package let setAside: String?
        /// How many own changes the server had.
        package let restored: Int
        /// How many came from the journal, or from what could be read of the old database.
        package let replayed: Int
        package let audits: [AuditID]
    }

    /// - Parameter pause: Waits before something that failed is tried again.
    package init(
        of home: ClientHome,
        connect: @escaping (Identity.Enrolment) throws(TransportError) -> any Transport,
        pause: @escaping (Duration) async throws -> Void = {
            try await ContinuousClock().sleep(for: $0)
        },
        asksAhead: AsksAhead = .beside
    ) {
        self.home = home
        self.connect = connect
        self.pause = pause
        self.asksAhead = asksAhead
    }

    /// Rebuilds; the laptop then goes on as a device of its own.
    ///
    /// - Throws: `ClientError.notJoined`, `.transport`, `.problem`, `ReportedError`; home and
    ///   database are as they were, and doing it again goes on from there.
    package func run(
        at now: Date, using generator: inout some RandomNumberGenerator
    ) async throws -> Outcome {
        do {
            return try await attempt(at: now, begunAnew: false, using: &generator)
        } catch is SuccessorOutlived {
            try DurableFolder.remove(home.nextIdentityPath)
            return try await attempt(at: now, begunAnew: true, using: &generator)
        }
    }

    /// The server was put back since the successor of an earlier try was enrolled there.
    ///
    /// What it lost was brought back, and it takes new work from a device of its present life only.
    private struct SuccessorOutlived: Error {}

    private func attempt(
        at now: Date, begunAnew: Bool, using generator: inout some RandomNumberGenerator
    ) async throws -> Outcome {
        let replacement = HomeReplacement(of: home)
        // One that cannot come to its end has a database in ruins, for which this begins anew.
        try? replacement.finish()
        guard let identity = try Identity.read(home), let server = identity.server else {
            if case .ruins(let ruins) = try home.site() { throw ClientError.homeInRuins(ruins) }
            throw ClientError.notJoined
        }
        let lock = try SyncLock(home)
        defer { withExtendedLifetime(lock) {} }
        let remains = try HomeRemains(of: home, identity)
        let waiting =
            try Self.successor(of: identity, in: home)
            ?? keep(
                identity.succeeded(using: &generator))
        let (successor, answer) = try await enrol(waiting, by: server, remains)
        let (person, epoch) = try answer.personAndEpoch()
        let draft = home.databasePath + ".new"
        try Self.remove(draft)
        defer { try? Self.remove(draft) }
        let store = try ClientStore(path: draft)
        try begin(store, remains, person, answer.personName, home: .random(using: &generator))
        let isAlias = PersonID(bytes: answer.alias) == successor.person
        try store.adopt(
            person: person, name: answer.personName, epoch: epoch,
            former: isAlias ? successor.person : nil)
        guard let enrolment = successor.server else { throw ClientError.notJoined }
        let transport = try connect(enrolment)
        let calls = ServerCalls(transport: transport)
        let audits = try await ServerCalls.translated { try await calls.audits() }.audits
            .compactMap { AuditID(bytes: $0.audit) }
        var restored = 0
        for audit in audits {
            for replica in remains.replicas {
                restored += try await takeBack(replica, in: audit, remains, calls, store)
            }
        }
        let (replayed, orphans) = try store.recovery.replay(remains.entries)
        try store.recovery.rekey(with: successor.replica, pullsAfresh: true, at: now)
        let reissued = try store.recovery.reissue(
            store.recovery.missing(of: remains.earlier + orphans), at: now)
        for audit in audits {
            let end = try await pull(audit, over: transport, store, at: now, using: generator)
            if case .blocked(.epochEnded) = end, !begunAnew { throw SuccessorOutlived() }
            if let trouble = end?.trouble { throw trouble }
        }
        // The file takes its place without its log.
        try store.endLog()
        try store.close()
        let aside = try replacement.run(draft, of: successor, after: remains, at: now)
        return Outcome(
            setAside: aside, restored: restored, replayed: replayed + reissued, audits: audits)
    }

    /// The successor with which a try before this one came to nothing; nil where there was none.
    ///
    /// Each try goes on with the same key, which a server enrols once: a person's devices are
    /// counted, and a line that breaks after that would lock her out.
    package static func successor(
        of identity: Identity, in home: ClientHome
    ) throws(ClientError) -> Identity? {
        // One with a fingerprint has had a database, and may have written there.
        guard let waiting = try? Identity.read(path: home.nextIdentityPath),
            waiting.fingerprint == nil,
            waiting.keys.dropLast().last?.publicKey == identity.publicKey
        else { return nil }
        var successor = waiting
        successor.server = identity.server
        return successor
    }

    private func keep(_ successor: Identity) throws -> Identity {
        try successor.write(path: home.nextIdentityPath)
        try DurableFolder.synchronize(folderOf: home.nextIdentityPath)
        return successor
    }

    private func enrol(
        _ successor: Identity, by server: Identity.Enrolment, _ remains: HomeRemains
    ) async throws -> (identity: Identity, answer: WireEnrolResponse) {
        let request = try successor.enrolment(
            of: successor.person, named: remains.personName, invite: nil)
        let calls = ServerCalls(transport: try connect(server))
        let answer: WireEnrolResponse
        do {
            answer = try await ServerCalls.translated { try await calls.enrol(request) }
        } catch ClientError.problem(let problem) {
            // What this key is refused, another one may be given.
            if [.replicaTaken, .replicaRetired].contains(problem.code) {
                try DurableFolder.remove(home.nextIdentityPath)
            }
            throw ClientError.problem(problem)
        }
        var enrolled = successor
        enrolled.enrolled(answer, as: server)
        return (enrolled, answer)
    }

    private func begin(
        _ store: ClientStore, _ remains: HomeRemains, _ person: PersonID, _ name: String,
        home id: AuditID
    ) throws {
        guard let first = remains.replicas.first else { return }
        try store.initialise(
            home: id, person: person, name: name, replica: first, identityPath: home.identityPath)
        for replica in remains.replicas.dropFirst() {
            // Nothing was recorded yet, so nothing is issued again.
            try store.recovery.rekey(with: replica, pullsAfresh: false, at: .distantPast)
        }
    }

    /// - Returns: How many changes the server had.
    private func takeBack(
        _ replica: ReplicaID, in audit: AuditID, _ remains: HomeRemains, _ calls: ServerCalls,
        _ store: ClientStore
    ) async throws -> Int {
        var count = 0
        while true {
            let answer = try await ServerCalls.translated {
                try await calls.chain(audit, replica, from: UInt64(count) + 1)
            }
            let told = answer.changes.compactMap(ChainChange.init)
            let changes = told.map { remains.completed($0, by: replica) }
            guard !changes.isEmpty else { return count }
            count += changes.count
            let end = try store.reconcile.takeBack(
                changes, of: replica, in: audit,
                ack: answer.hasAcknowledgement
                    ? Acknowledgement(answer.acknowledgement) : nil)
            let isLast = UInt64(count) >= answer.last
            guard let end, !isLast || Hash256(bytes: answer.chain) == end else {
                let detail = "what it has of this laptop contradicts itself"
                throw ClientError.transport(.notOurServer(detail: detail))
            }
            if isLast { return count }
        }
    }

    /// - Returns: Why not everything came; nil when it did.
    private func pull(
        _ audit: AuditID, over transport: any Transport, _ store: ClientStore, at now: Date,
        using generator: some RandomNumberGenerator
    ) async throws -> SyncEnd? {
        var session = SyncSession(
            audit: audit, store: store, transport: transport,
            machine: SyncMachine(persistence: .brief), now: { now }, pause: pause,
            generator: generator, asksAhead: asksAhead)
        let end = try await session.run()
        // A change that waits for another way is in the new database; nothing else is missing.
        let isHere = try end.letsFilesFollow && store.pull.standing(audit)?.checkpointAt != nil
        return isHere ? nil : end
    }

    private static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", ".lock"] { try DurableFolder.remove(path + suffix) }
    }
}

extension ChainChange {
    fileprivate init?(_ item: WireChainItem) {
        guard let hash = Hash256(bytes: item.hash) else { return nil }
        self.init(
            n: item.n, key: [UInt8](item.key), hash: hash, body: [UInt8](item.body),
            answer: ChangeAnswer(n: item.n, code: item.outcome.rawValue, reason: item.reason))
    }
}
