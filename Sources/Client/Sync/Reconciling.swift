import Shared

/// Performs the steps of healing one audit on a restored server.
struct Reconciling {
    let audit: AuditID
    let epoch: EpochID
    let store: ClientStore
    let server: ServerCalls

    /// - Returns: What happened; nil once all is brought back.
    func perform(_ action: ReconcileAction) async throws -> ReconcileEvent? {
        switch action {
        case .show(let withPlan): return try await show(withPlan: withPlan)
        case .compare: return .compared(try await compare())
        case .list(let buckets): return .listed(try await list(buckets))
        case .listAll:
            let own = try store.reconcile.baseDigests(audit, buckets: Set(0...255))
            return .listed(own.keys.sortedByBytes())
        case .bringBack(let keys, let bytesMax):
            let (images, count) = try store.reconcile.images(keys, bytesMax: bytesMax)
            if !images.isEmpty { _ = try await heal(try store.reconcile.receipts(audit), images) }
            return .broughtBack(count)
        case .setAside(let key):
            try store.reconcile.setAside(key)
            return .wasSetAside
        case .bringLeft(let key):
            let left = try store.reconcile.leftImages(of: key)
            _ = try await heal(try store.reconcile.receipts(audit), left)
            try store.reconcile.forgetLeft(key)
            return .broughtLeft
        case .returnChain(let replica, let n, let countMax, let bytesMax):
            let batch = try store.reconcile.batch(
                audit, replica, above: n, countMax: countMax, bytesMax: bytesMax)
            guard let batch else { return .chainRefused }
            do {
                let acknowledgement = try await server.push(batch, to: audit, epoch: epoch)
                return .returned(acknowledgement, from: batch.first)
            } catch ServerCallError.problem(let problem) where problem.code == .notAllowed {
                guard try mayHaveForgottenID() else { throw ServerCallError.problem(problem) }
                return .idForgotten
            }
        case .settle(let acknowledgement, let first):
            try store.reconcile.settleReturned(acknowledgement, from: first, in: audit)
            return .settled(acknowledgement.end.replica, through: acknowledgement.end.n)
        case .reclaim(let replica): return try await reclaim(replica)
        case .finish:
            try store.reconcile.finish(audit)
            return nil
        }
    }

    /// Whether she writes under several ids, and has not enrolled at the restored server yet.
    private func mayHaveForgottenID() throws -> Bool {
        guard let home = try store.home() else { return false }
        return !home.otherNames.isEmpty && home.epoch != epoch
    }

    private func show(withPlan: Bool) async throws -> ReconcileEvent {
        let seals = try store.reconcile.receipts(audit)
        let plan = try store.reconcile.images(withPlan ? [.plan(audit)] : [], bytesMax: .max)
        let chains = try await heal(seals, plan.images).chains.compactMap(ChainEnd.init)
        var lacking: [LackingChanges] = []
        var contradicted: [ReplicaID] = []
        for ack in seals.acks {
            let replica = ack.end.replica
            let entry = chains.first { $0.dot.replica == replica }
            let n = entry?.dot.n ?? 0
            let own = try store.reconcile.chainHash(of: replica, at: n, in: audit)
            if let entry, own != entry.chain {
                contradicted.append(replica)
            } else if n < ack.end.n {
                lacking.append(
                    LackingChanges(replica: replica, acknowledged: ack.end.n, known: n))
            }
        }
        return .shown(lacking, contradicted: contradicted)
    }

    /// Shows seals and records, and keeps the cursor through which the next pull has to lead.
    private func heal(
        _ seals: ShownReceipts, _ records: [(epoch: EpochID, bytes: [UInt8])]
    ) async throws -> WireReconcileResponse {
        let answer = try await server.heal(audit, to: epoch, seals, records: records)
        try store.reconcile.keepCursor([UInt8](answer.cursor), of: audit, in: epoch)
        return answer
    }

    private func compare() async throws -> [UInt8] {
        let own = try store.reconcile.bucketSums(audit)
        let answer = try await server.digests(audit)
        let theirs = answer.buckets.compactMap { Hash256(bytes: $0) }
        guard theirs.count == own.count else { throw server.notOurs("the digests are incomplete") }
        return own.indices.filter { own[$0] != theirs[$0] }.map { UInt8($0) }
    }

    private func list(_ buckets: [UInt8]) async throws -> [RecordKey] {
        let theirs = try await server.digests(audit, buckets: buckets)
        let own = try store.reconcile.baseDigests(audit, buckets: Set(buckets.map(Int.init)))
        return own.filter { theirs[$0.key] != $0.value }.map(\.key).sortedByBytes()
    }

    /// Finds the last number up to which server and laptop have one chain, and lets go of the rest.
    private func reclaim(_ replica: ReplicaID) async throws -> ReconcileEvent {
        var common: UInt64 = 0
        while true {
            let answer = try await server.chain(audit, replica, from: common + 1)
            let theirs = answer.changes.compactMap { Hash256(bytes: $0.hash) }
            let own = try store.reconcile.changeHashes(
                of: replica, above: common, count: theirs.count, in: audit)
            let agreed = zip(theirs, own).prefix { $0 == $1 }.count
            common += UInt64(agreed)
            if theirs.isEmpty || agreed < theirs.count { break }
        }
        try store.reconcile.reclaim(replica, above: common, in: audit)
        return .reclaimed(replica)
    }
}

extension Sequence<RecordKey> {
    fileprivate func sortedByBytes() -> [RecordKey] {
        sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
