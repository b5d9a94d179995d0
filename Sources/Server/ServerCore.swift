package import Foundation
import GRDB
package import Logging
package import Shared
import Storage

/// Everything the server does, without sockets: routes parse a request, call this, and answer.
///
/// Time is a parameter, so that a simulator can run it; equal calls on equal data answer alike.
package final class ServerCore: Sendable {
    /// What is told in capabilities and enforced on every request.
    package let limits: Limits
    let store: SQLiteStore
    let secret: ServerSecret
    private let commits: CommitQueue
    private let pushes: PushHandler
    private let pulls: PullHandler
    private let log: Logger

    /// Serves what a store holds; `log` hears of failures that clients are not told of.
    package init(
        store: SQLiteStore, secret: ServerSecret, limits: Limits = .standard,
        log: Logger = Logger(label: "accord-server")
    ) {
        self.log = log
        self.store = store
        self.secret = secret
        self.limits = limits
        commits = CommitQueue(store: store)
        pushes = PushHandler(epoch: store.epoch, sealKey: secret.sealKey, limits: limits)
        pulls = PullHandler(epoch: store.epoch, sealKey: secret.sealKey)
    }

    /// This database's life.
    package var epoch: EpochID { store.epoch }

    // MARK: Sync

    /// Takes over a contiguous batch of the bearer's chain (docs/protocol.md, "Push").
    ///
    /// Durable when this returns. A batch that was taken over before is answered as it was then.
    ///
    /// - Throws: `Problem`; then nothing of the batch was taken over.
    package func push(
        _ request: WirePushRequest, to audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> WirePushResponse {
        let (person, replica) = try bearer.device()
        guard EpochID(bytes: request.epoch) == epoch else {
            throw Problem(
                .epochChanged, expected: epoch.hex, actual: [UInt8](request.epoch).hex)
        }
        let batch = try PushBatch(request, audit: audit, person: person, limits: limits)
        guard batch.replica == replica else {
            throw Problem(.notAllowed, detail: "a device pushes its own chain only")
        }
        return try await write { [pushes] db in
            try pushes.run(batch, person: person, at: now.unixMilliseconds, in: db)
        }
    }

    /// Tells what is new since a cursor, from one snapshot (docs/protocol.md, "Pull").
    package func pull(
        _ request: PullRequest, by bearer: Bearer
    ) async throws(Problem) -> PullAnswer {
        try await read { [pulls] db in
            let reader = try AuditReader(bearer, of: request.audit, in: db)
            return try pulls.run(request, by: reader, in: db)
        }
    }

    /// One chain with the outcomes of its changes: one's own devices', or any for a lead.
    ///
    /// The answer stops after some megabytes; the rest is asked for from the number after it.
    package func chain(
        of replica: ReplicaID, from n: UInt64, in audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> WireChainResponse {
        try await read { [limits] db in
            let reader = try AuditReader(bearer, of: audit, in: db)
            let row = try IdentityTables(db: db).replica(replica)
            guard reader.role == .lead || row?.person == reader.replica?.person else {
                throw Problem(.notAllowed, detail: "a chain is for its person and for leads")
            }
            guard let row else { return WireChainResponse() }
            return try ChainTables(db: db, audit: reader.audit.number)
                .answer(replica: row.number, from: n, bytesMax: limits.pushBytesMax)
        }
    }

    // MARK: Digests

    /// The 256 sums that two sides compare to find where they differ.
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

    /// Key and digest of every record in one of the 256 buckets, ascending by key.
    package func bucket(
        _ bucket: UInt8, of audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> WireBucketResponse {
        try await read { db in
            let reader = try AuditReader(bearer, of: audit, in: db)
            var response = WireBucketResponse()
            try RecordTable(db: db, audit: reader.audit.number).digests { key, digest in
                guard Hash256.bucket(ofKey: key) == Int(bucket) else { return }
                var entry = WireBucketResponse.Entry()
                entry.key = Data(key)
                entry.digest = digest.data
                response.entries.append(entry)
            }
            return response
        }
    }

    // MARK: Transactions

    /// Whether the database answers.
    ///
    /// - Throws: The problem that requests would meet.
    package func checkStore() async throws(Problem) {
        _ = try await read { db in try ServerTable(db: db).epoch() }
    }

    /// One savepoint of a group commit; durable when it returns.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(Problem) -> Value {
        do { return try await commits.write(work) } catch { throw problem(of: error) }
    }

    /// One read snapshot.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(Problem) -> Value {
        do { return try await store.read(work) } catch { throw problem(of: error) }
    }

    /// What a client is told of an error; what happened inside stays in the log.
    private func problem(of error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        let failure = StorageError(error, path: SQLiteStore.fileName)
        log.error("storage failed", metadata: ["error.description": "\(failure)"])
        return switch failure {
        case .diskFull: Problem(.storageFull, retryAfter: 60)
        case .busy: Problem(.overloaded, retryAfter: 1)
        case .damaged, .failed, .foreignFile, .newerVersion: Problem(.bug, retryAfter: 60)
        }
    }
}

extension Hash256 {
    /// The bucket of a key's bytes: the first byte of their SHA-256.
    fileprivate static func bucket(ofKey key: [UInt8]) -> Int { Int(Hash256(of: key).bytes[0]) }
}
