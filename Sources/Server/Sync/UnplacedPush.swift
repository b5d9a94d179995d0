import Shared
import Storage

/// Keeps a carried chain that this server cannot place (docs/protocol.md, "Carried chains").
struct UnplacedPush {
    let epoch: EpochID
    let limits: Limits
    let db: Database
    /// The answer, and the number of what was kept last.
    typealias Answer = (push: WirePushResponse, kept: UInt64)

    /// Why a chain of a device that is known is kept for the leads all the same.
    private static let contradicts =
        "the server has another history of its device, as when a laptop is copied or put back"

    /// Keeps a carried chain that contradicts what its device has brought, or goes on with one.
    ///
    /// - Parameter problem: With which it was refused as part of the device's own chain.
    /// - Throws: That problem, where it is another.
    func run(
        _ batch: PushBatch, carrier: PersonID, after problem: Problem, at now: Int64
    ) throws -> Answer {
        switch problem.code {
        case .replicaForked: break
        case .gap:
            // The server's own chain may be the shorter one.
            let kept = try kept(of: batch)
            guard let kept, kept.reason == Self.contradicts, kept.end == batch.before
            else { throw problem }
        default: throw problem  // open set: no other says that histories part
        }
        return try run(batch, carrier: carrier, because: Self.contradicts, at: now)
    }

    private func kept(of batch: PushBatch) throws -> (end: ChainEnd, reason: String)? {
        guard let audit = try AuditTables(db: db).audit(batch.audit), let key = batch.signed?.key
        else { return nil }
        return try UnplacedTables(db: db, audit: audit.number)
            .end(of: batch.replica, publicKey: key.publicKey).map { ($0.end, $0.reason) }
    }

    /// Keeps what is new of it, on its carrier's quota; nothing of it has any effect.
    ///
    /// What the log has under the same numbers is not kept twice.
    ///
    /// - Throws: `audit-unknown`, `gap`, `replica-forked`, `storage-full` once the carrier has
    ///   brought as much as one person may.
    func run(
        _ batch: PushBatch, carrier: PersonID, because reason: String, at now: Int64
    ) throws -> Answer {
        guard let audit = try AuditTables(db: db).audit(batch.audit),
            let key = batch.signed?.key
        else { throw Problem(.auditUnknown) }
        let tables = UnplacedTables(db: db, audit: audit.number)
        var end =
            try tables.end(of: batch.replica, publicKey: key.publicKey)?.end
            ?? start(of: batch, in: audit)
        guard batch.first <= end.n + 1
        else { throw Problem(.gap, expected: "\(end.n + 1)", actual: "\(batch.first)") }
        // What was brought before is not brought again: it was signed by the same key.
        let known = min(batch.items.count, Int(clamping: end.n + 1 - batch.first))
        if known < batch.items.count {
            guard known > 0 || batch.before == end else {
                throw Problem(
                    .replicaForked, detail: "the chain was brought with another history before")
            }
            let new = try lacking(batch.items.dropFirst(known), of: batch, in: audit)
            try checkRoom(for: new, of: carrier, tables)
            end = batch.end
            let chain = try tables.set(end, publicKey: key.publicKey, because: reason)
            let kept = QuarantineTables(db: db, audit: audit.number)
            for item in new {
                guard case .change(let change) = item.content else { continue }
                try tables.insert(change, in: chain, by: carrier, at: now)
                try kept.noteFiles(of: change, by: carrier)
            }
            try kept.noteNews(at: now)
        }
        var response = WirePushResponse()
        response.epoch = epoch.data
        response.chain = end.chain.data
        response.head = audit.head
        response.unplaced = end.n
        return (response, try tables.last())
    }

    /// Where the first batch of a chain may begin: behind what a restored server has of it still,
    /// which its carrier does not bring again.
    private func start(of batch: PushBatch, in audit: AuditRow) throws -> ChainEnd {
        let start = ChainEnd.start(of: batch.replica, in: batch.audit)
        guard batch.first > 1, let replica = try IdentityTables(db: db).replica(batch.replica)
        else { return start }
        let known = try ChainTables(db: db, audit: audit.number)
            .known(1...(batch.first - 1), of: replica.number)
        return known.reduce(start) { $0.after($1.hash) } == batch.before ? batch.before : start
    }

    /// Those that the log has not under their numbers.
    private func lacking(
        _ items: ArraySlice<PushBatch.Item>, of batch: PushBatch, in audit: AuditRow
    ) throws -> [PushBatch.Item] {
        guard let replica = try IdentityTables(db: db).replica(batch.replica), !items.isEmpty
        else { return Array(items) }
        let known = try ChainTables(db: db, audit: audit.number)
            .known(batch.first...batch.last, of: replica.number)
        let logged = Dictionary(known.map { ($0.n, $0.hash) }) { first, _ in first }
        return zip(items.indices, items).compactMap { index, item in
            logged[batch.first + UInt64(index)] == item.hash ? nil : item
        }
    }

    private func checkRoom(
        for items: [PushBatch.Item], of carrier: PersonID, _ tables: UnplacedTables
    ) throws {
        let used = try tables.used(by: carrier)
        let bytes = items.reduce(Int64(0)) { $0 + Int64($1.body.count) }
        guard
            used.bytes + bytes > limits.unplacedBytesMax
                || used.changes + Int64(items.count) > limits.unplacedChangesMax
        else { return }
        throw Problem(
            .storageFull,
            detail: "what you have brought of devices that this server does not know is as much "
                + "as one person may bring; it stays on your laptop until a lead has looked")
    }
}
