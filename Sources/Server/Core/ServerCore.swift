package import Foundation
package import Logging
package import Shared
import Storage

/// Everything the server does, without sockets: routes parse a request, call this, and answer.
///
/// Time is a parameter, so that a simulator can run it; equal calls on equal data answer alike.
package final class ServerCore: Sendable {
    package let limits: Limits
    let store: AuditStore
    let secret: ServerSecret
    let notifier: ChangeNotifier
    let otherProcesses: OtherProcessCommits
    let evidence: EvidenceStore
    /// Remembers outside the database what was told of it; nil beside a serving process.
    let witness: HeadWitness?
    /// When a new life of the database begins, which no request's time tells.
    let now: @Sendable () -> Date
    let drawEpoch: @Sendable () -> EpochID
    let drawInvite: @Sendable () -> InviteCode
    let ownReplicas: OwnReplicas
    let exports: AskerBudget
    let spool: ExportSpool
    private let commits: CommitQueue
    private let batches = BatchReading()
    private let log: Logger

    /// Serves a store; `log` hears of failures that clients are not told of.
    ///
    /// - Parameter clock: By which it looks for what other processes commit.
    package init(
        store: AuditStore, secret: ServerSecret, limits: Limits = .standard,
        witness: HeadWitness? = nil, now: @escaping @Sendable () -> Date,
        log: Logger = Logger(label: "accord-server"),
        clock: any Clock<Duration> = ContinuousClock(),
        drawEpoch: @escaping @Sendable () -> EpochID = {
            var generator = SystemRandomNumberGenerator()
            return EpochID.random(using: &generator)
        },
        drawReplica: @escaping @Sendable () -> ReplicaID = {
            var generator = SystemRandomNumberGenerator()
            return ReplicaID.random(using: &generator)
        },
        drawInvite: @escaping @Sendable () -> InviteCode = {
            var generator = SystemRandomNumberGenerator()
            return InviteCode.random(using: &generator)
        }
    ) {
        self.store = store
        self.secret = secret
        self.limits = limits
        self.witness = witness
        self.now = now
        self.log = log
        self.drawEpoch = drawEpoch
        self.drawInvite = drawInvite
        ownReplicas = OwnReplicas(draw: drawReplica)
        notifier = ChangeNotifier(limits: limits)
        otherProcesses = OtherProcessCommits(store: store, notifier: notifier, clock: clock)
        evidence = EvidenceStore(BlobStore(in: store.folder))
        exports = AskerBudget(sharesPerAskerMax: limits.exportsPerPersonMax)
        spool = ExportSpool(in: store.folder, limits: limits)
        commits = CommitQueue(store: store)
    }

    /// Opens or creates a data folder; throws `SecretsError`, `StorageError`.
    convenience init(
        folder: URL, purpose: AuditStore.Purpose, limits: Limits = .standard,
        now: @escaping @Sendable () -> Date, log: Logger = Logger(label: "accord-server"),
        using generator: inout some RandomNumberGenerator
    ) throws {
        let secret = try SecretsFolder(in: folder).secret(using: &generator)
        let store = try AuditStore(folder: folder, purpose: purpose, at: now(), using: &generator)
        // The file of what was told has one writer, as the folder has one server.
        let witness = purpose == .serving ? try HeadWitness(in: folder) : nil
        self.init(
            store: store, secret: secret, limits: limits, witness: witness, now: now, log: log)
    }

    package var epoch: EpochID { store.epoch }

    // MARK: Sync

    /// Takes over a contiguous batch of the bearer's chain (docs/protocol.md, "Push").
    ///
    /// Durable when this returns. A batch that was taken over before is answered as it was then. A
    /// long one is taken in pieces, and between two of them everybody else has a turn.
    ///
    /// - Throws: `Problem`. A batch that is refused as a whole leaves nothing; of one that the disk
    ///   cuts short, the pieces before are kept, and known when it comes again.
    package func push(
        _ request: WirePushRequest, to audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> WirePushResponse {
        let replica = try bearer.device().replica
        let batch = try await batches.read(
            request, audit: audit, key: secret.sealKey, limits: limits)
        // What the server acknowledged once, any device of the person may bring back.
        guard batch.replica != replica || batch.signed == nil
        else { throw Problem(.malformed, detail: "an own chain needs no signature") }
        guard batch.replica == replica || batch.proof != nil || batch.signed != nil
        else { throw Problem(.notAllowed, detail: "a device pushes its own chain only") }
        var answer = try await take(batch, by: bearer, at: now)
        note(answer.head, of: audit)
        while batch.goesInPieces, answer.acknowledged < batch.last {
            var next = try await take(batch, by: bearer, at: now, continues: true)
            note(next.head, of: audit)
            guard next.acknowledged > answer.acknowledged else { break }
            next.outcomes = answer.outcomes + next.outcomes.filter { $0.n > answer.acknowledged }
            answer = next
        }
        return answer
    }

    private func take(
        _ batch: PushBatch, by bearer: Bearer, at now: Date, continues: Bool = false
    ) async throws(Problem) -> WirePushResponse {
        let (person, replica) = try bearer.device()
        let count = batch.items.count
        let weight = batch.goesInPieces ? min(count, PushHandler.pieceChangesMax) : count
        let answer = try await write(by: bearer, weight: weight) {
            [secret, limits] db -> (push: WirePushResponse, kept: UInt64) in
            let epoch = try ServerTable(db: db).currentEpoch()
            guard batch.epoch == epoch else {
                throw Problem(.epochChanged, expected: epoch.hex, actual: batch.epoch?.hex ?? "")
            }
            let now = now.unixMilliseconds
            let push = PushHandler(epoch: epoch, sealKey: secret.sealKey, limits: limits)
            guard let signed = batch.signed else {
                try IdentityTables(db: db)
                    .learn(batch.ids(of: replica, by: secret.serverKey), of: person)
                let answer = try push.run(
                    batch, person: person, device: replica, at: now, continues: continues, in: db)
                return (answer, 0)
            }
            let carried = ImportedPush(
                epoch: epoch, serverKey: secret.serverKey, limits: limits, db: db)
            let unplaced = UnplacedPush(epoch: epoch, limits: limits, db: db)
            try carried.check(batch, signed: signed, carrier: person, device: replica)
            if let answer = try push.repeated(batch, in: db) { return (answer, 0) }
            switch try carried.place(batch, signed: signed, at: now) {
            case .of(let author):
                do {
                    let answer = try push.run(
                        batch, person: author, device: batch.replica, at: now, in: db)
                    return (answer, 0)
                } catch let problem as Problem {
                    return try unplaced.run(batch, carrier: person, after: problem, at: now)
                }
            case .unplaced(let reason):
                return try unplaced.run(batch, carrier: person, because: reason, at: now)
            }
        }
        if answer.kept > 0 { witness?.note(batch.audit, kept: answer.kept) }
        return answer.push
    }

    /// Notes an audit's new head, which is durable by now, and wakes who waits for it.
    func note(_ head: WireHead, of audit: AuditID) {
        if let trail = Hash256(bytes: head.trail) {
            witness?.note(audit, HeadWitness.Head(sequence: head.sequence, trail: trail))
        }
        notifier.notify(audit)
    }

    /// Tells what is new since a cursor, from one snapshot (docs/protocol.md, "Pull").
    package func pull(_ pull: PullRequest, by bearer: Bearer) async throws(Problem) -> PullAnswer {
        let (epoch, found) = try await read { [self] db -> (EpochID, Found<PullAnswer>) in
            let pulls = try pulls(in: db)
            let epoch = pulls.epoch
            // First of all: a device that is unknown since a restore must hear of that.
            let cursor = try pulls.checkEpoch(of: pull)
            do {
                let reader = try AuditReader(bearer, of: pull.audit, in: db)
                return (epoch, .answer(try pulls.run(pull, by: reader, in: db)))
            } catch is ContradictedCursor {
                return (epoch, .restored)
            } catch let problem as Problem where problem.code == .auditUnknown && cursor != nil {
                // Nobody gets a cursor of an audit that there was not.
                return (epoch, .restored)
            }
        }
        return try await answer(found, in: epoch)
    }

    /// Returns once a pull would tell something new or its place is left; throws as the pull would.
    func waitForNews(
        _ request: PullRequest, by bearer: Bearer, at place: ChangeNotifier.Place
    ) async throws(Problem) {
        var news = place.news.makeAsyncIterator()
        while try await isUpToDate(request, by: bearer) {
            guard await news.next() != nil else { return }
        }
    }

    func isUpToDate(_ request: PullRequest, by bearer: Bearer) async throws(Problem) -> Bool {
        try await read { [self] db in
            let pulls = try pulls(in: db)
            try pulls.checkEpoch(of: request)
            let reader = try AuditReader(bearer, of: request.audit, in: db)
            do {
                return try pulls.isUpToDate(request, by: reader, in: db)
            } catch is ContradictedCursor {
                return false  // The pull itself sees to it.
            }
        }
    }

    private func pulls(in db: Database) throws -> PullHandler {
        PullHandler(
            epoch: try ServerTable(db: db).currentEpoch(), secret: secret, limits: limits,
            now: now().unixMilliseconds)
    }

    /// One chain with its outcomes: of one's own devices, or any for a lead.
    ///
    /// The answer stops after some megabytes; the rest is asked for from the number after it.
    package func chain(
        of replica: ReplicaID, from n: UInt64, in audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> WireChainResponse {
        try await read { [limits, secret] db in
            let reader = try AuditReader(bearer, of: audit, in: db)
            // Nothing to whoever asks: a laptop that is made anew asks a restored server so, too.
            guard let row = try IdentityTables(db: db).replica(replica)
            else { return WireChainResponse() }
            guard reader.role == .lead || row.person == reader.replica?.person
            else { throw Problem(.notAllowed, detail: "a chain is for its person and for leads") }
            return try ChainTables(db: db, audit: reader.audit.number).answer(
                replica, number: row.number, from: n, bytesMax: limits.pushBytesMax
            ) { top in
                secret.sealKey.acknowledgement(
                    of: top, in: audit, epoch: try ServerTable(db: db).currentEpoch())
            }
        }
    }

    // MARK: Digests

    package func digest(
        of audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> WireDigestResponse {
        try await read { db in
            let reader = try AuditReader(bearer, of: audit, in: db)
            var sums = [Hash256](repeating: .zero, count: 256)
            try RecordTable(db: db, audit: reader.audit.number).digests { key, digest in
                let bucket = Hash256.bucket(ofKey: key)
                sums[bucket] = sums[bucket] &+ digest
            }
            var response = WireDigestResponse()
            response.head = reader.audit.head
            response.buckets = sums.map(\.data)
            return response
        }
    }

    /// Key and digest of every record in some of the 256 buckets, ascending by key.
    package func buckets(
        _ buckets: Set<UInt8>, of audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> WireBucketResponse {
        try await read { db in
            let reader = try AuditReader(bearer, of: audit, in: db)
            var response = WireBucketResponse()
            try RecordTable(db: db, audit: reader.audit.number).digests { key, digest in
                guard buckets.contains(UInt8(Hash256.bucket(ofKey: key))) else { return }
                var entry = WireBucketResponse.Entry()
                entry.key = Data(key)
                entry.digest = digest.data
                response.entries.append(entry)
            }
            return response
        }
    }

    // MARK: Transactions

    /// Throws the problem that requests would meet: no database answers, or no room for findings.
    package func checkStore() async throws(Problem) {
        _ = try await read { try ServerTable(db: $0).epoch() }
        guard let free = evidence.blobs.freeBytes(), free < Self.readyBytesMin else { return }
        throw Problem(.storageFull, retryAfter: 60)
    }

    /// What is to be told of this moment to whoever watches the server.
    func state() async throws -> ServerMetrics.State {
        try await evidence.onDisk { [self] in
            let (database, log) = store.bytes()
            return ServerMetrics.State(
                heldPulls: notifier.placesCount, waitingWrites: commits.waitingCount,
                freeDisk: evidence.blobs.freeBytes(), database: database, log: log)
        }
    }

    /// With less room on the disk a push may fail.
    private static let readyBytesMin: UInt64 = 16 * 1024 * 1024

    /// One savepoint of a group commit, durable when it returns; it waits among its bearer's writes
    /// or the server's own, and its weight is counted in changes.
    func write<Value: Sendable>(
        by bearer: Bearer? = nil, weight: Int = 1,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(Problem) -> Value {
        let turn = CommitQueue.Turn(asker: bearer?.asker, weight: weight)
        do { return try await commits.write(turn, work) } catch { throw problem(of: error) }
    }

    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(Problem) -> Value {
        do { return try await store.read(work) } catch { throw problem(of: error) }
    }

    /// What a client is told of an error; what happened inside stays in the log.
    func problem(of error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        let failure = StorageError(error, path: AuditStore.fileName)
        log.error("storage failed", metadata: ["error.description": "\(failure)"])
        return switch failure {
        case .diskFull: Problem(.storageFull, retryAfter: 60)
        case .busy: Problem(.overloaded, retryAfter: 1)
        case .damaged, .failed, .foreignFile, .newerVersion, .olderVersion, .replaced, .taken,
            .unfit:
            Problem(.bug, retryAfter: 60)
        }
    }
}

extension Hash256 {
    /// The bucket of a key's bytes: the first byte of their SHA-256.
    fileprivate static func bucket(ofKey key: [UInt8]) -> Int { Int(Hash256(of: key).bytes[0]) }
}
