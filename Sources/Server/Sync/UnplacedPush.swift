import Shared
import Storage

/// Keeps a carried chain that this server cannot place (docs/protocol.md, "Carried chains").
struct UnplacedPush {
    let epoch: EpochID
    let limits: Limits
    let db: Database

    /// Keeps what is new of it, on its carrier's quota; nothing of it has any effect.
    ///
    /// - Throws: `audit-unknown`, `gap`, `replica-forked`, `storage-full` once the carrier has
    ///   brought as much as one person may.
    func run(
        _ batch: PushBatch, carrier: PersonID, because reason: String, at now: Int64
    ) throws -> WirePushResponse {
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
            try checkRoom(for: batch.items.dropFirst(known), of: carrier, tables)
            end = batch.end
            let chain = try tables.set(end, publicKey: key.publicKey, because: reason)
            for item in batch.items.dropFirst(known) {
                guard case .change(let change) = item.content else { continue }
                try tables.insert(change, in: chain, by: carrier, at: now)
            }
        }
        var response = WirePushResponse()
        response.epoch = epoch.data
        response.chain = end.chain.data
        response.head = audit.head
        response.unplaced = end.n
        return response
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

    private func checkRoom(
        for items: ArraySlice<PushBatch.Item>, of carrier: PersonID, _ tables: UnplacedTables
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
