import Foundation
package import HTTPClient
import Shared
import Storage

/// Why a laptop goes on as a device of its own.
package enum RekeyReason: Hashable, Sendable {
    /// The home was copied, moved, or restored from a backup.
    case copied
    /// The server has other changes under this device's numbers: somewhere there is a clone.
    case forked
    /// The server has changes that this database lost: it was put back to an older state.
    case rolledBack
    /// The server was put back to an older state; it takes what is new from a new replica only.
    case serverRestored

    /// Whether what this laptop pulled before may lack something.
    var pullsAfresh: Bool {
        switch self {
        case .copied, .serverRestored: false
        case .forked, .rolledBack: true
        }
    }
}

extension AuditClient {
    /// Opens a home as it is, and makes it whole.
    ///
    /// What its database lost comes back from the journal, and where it is a copy of another home
    /// it goes on under a new replica. A rebuilding that was killed when its database had taken
    /// its place comes to its end.
    package static func open(
        _ home: ClientHome, settings: ClientSettings = .standard
    ) throws -> (client: AuditClient, replay: JournalReplay?, rekeying: RekeyReason?) {
        try HomeReplacement(of: home).finish()
        let client = try AuditClient(home: home, settings: settings)
        client.store.reserve?.keep()
        let replay = try client.store.recovery.replayJournal(at: client.now)
        return (client, replay, try client.settleIdentity(at: client.now))
    }

    /// Sees to it that this database, and no other, writes under its replica.
    ///
    /// Nothing is asked of the tester and nothing needs a network: the work so far stays, what no
    /// server has answered is issued again under a new replica, and the next sync enrols that.
    ///
    /// - Returns: Why it goes on under a new replica; nil when all is as it was.
    func settleIdentity(at now: Date) throws -> RekeyReason? {
        if let identity = try Identity.read(home), try isOwn(identity) { return nil }
        // Two programs that open a copy at once must not both go on under new replicas.
        let lock = WriteLock(path: home.identityPath + ".lock")
        try home.create()
        return try lock.hold {
            let identity = try Identity.read(home)
            if let identity, try isOwn(identity) { return nil }
            try rekey(after: identity ?? origin(), because: .copied, at: now)
            return .copied
        }
    }

    /// Whether this database, and no copy of it, writes under the identity's replica.
    func isOwn(_ identity: Identity) throws -> Bool {
        try identity.replica == whoami().replica && identity.fingerprint == HomeFingerprint.of(home)
    }

    /// Goes on under a new replica, which the next request to the server enrols.
    ///
    /// The identity first: if the program ends between the two, the next one sees that they differ
    /// and begins anew.
    func rekey(after predecessor: Identity?, because reason: RekeyReason, at now: Date) throws {
        var generator = SystemRandomNumberGenerator()
        var identity = predecessor?.succeeded(using: &generator) ?? Identity(using: &generator)
        identity.fingerprint = HomeFingerprint.of(home)
        try identity.write(home)
        try store.recovery.rekey(with: identity.replica, pullsAfresh: reason.pullsAfresh, at: now)
        try store.note(identityPath: home.identityPath)
    }

    /// The identity of the home that this one was copied from, where it is on this machine still.
    private func origin() throws -> Identity? {
        try store.identityPath().flatMap { try? Identity.read(path: $0) }
    }

    package func identity() throws -> Identity {
        if let identity = try Identity.read(home) { return identity }
        throw ClientError.identityUnreadable(path: home.identityPath)
    }

    /// The bearer token for the next request; nil before `accord join`.
    package func token() -> String? {
        (try? identity().server?.token).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Enrols a replica that goes on for an earlier one, by that one's token.
    ///
    /// - Throws: `ClientError.notJoined`, `.transport`, `.problem`; everything stays as it was, and
    ///   the next sync tries again.
    package func enrolRekeyed(over transport: any Transport) async throws {
        var identity = try identity()
        guard let server = identity.server else { throw ClientError.notJoined }
        let me = try whoami()
        guard server.replica != me.replica.hex else { return }
        let calls = ServerCalls(transport: transport)
        let request = try identity.enrolment(
            of: me.person, named: me.personName, invite: nil, ids: store.reconcile.idCertificates())
        let answer = try await ServerCalls.translated { try await calls.enrol(request) }
        if let epoch = EpochID(bytes: answer.epoch) { try store.pull.remember(epoch: epoch) }
        try checkKey(of: answer, against: identity)
        identity.enrolled(answer, as: server)
        try identity.write(home)
    }

    /// A server that suddenly certifies by another key is another one, or has lost its own.
    private func checkKey(of answer: WireEnrolResponse, against identity: Identity) throws {
        guard let known = identity.serverKey, let told = ServerKey(answer.serverKey) else { return }
        guard known != told else { return }
        throw ClientError.serverKeyChanged(known: known.fingerprint, told: told.fingerprint)
    }
}
