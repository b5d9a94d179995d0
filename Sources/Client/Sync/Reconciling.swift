import Shared

/// Performs the steps of healing one audit on a restored server.
struct Reconciling {
    let audit: AuditID
    /// The server's, in which everything is brought back.
    let epoch: EpochID
    let store: ClientStore
    let server: ServerCalls

    /// Performs one step.
    ///
    /// - Returns: What happened; nil once all is brought back.
    func perform(_ action: ReconcileAction) async throws(ServerCallError) -> ReconcileEvent? {
        switch action {
        case .show: return try await show()
        case .compare: return .compared(try await compare())
        case .list(let buckets): return .listed(try await list(buckets))
        case .listAll: return .listed(try stored { try $0.reconcile.pulledKeys(audit) })
        case .bringBack(let keys, let bytesMax): return try await sendRecords(keys, bytesMax)
        case .returnChain(let replica, let n, let countMax, let bytesMax):
            let batch = try stored {
                try $0.reconcile.batch(
                    audit, replica, above: n, countMax: countMax, bytesMax: bytesMax)
            }
            guard let batch else { return .chainRefused }
            return .returned(
                try await server.push(batch, to: audit, epoch: epoch), from: batch.first)
        case .settle(let settlement, let first): return try settle(settlement, from: first)
        case .reclaim(let replica): return try await reclaim(replica)
        case .finish:
            try stored { try $0.reconcile.finish(audit) }
            return nil
        }
    }

    private func show() async throws(ServerCallError) -> ReconcileEvent {
        let seals = try stored { try $0.reconcile.receipts(audit) }
        let plan = try stored { try $0.reconcile.images([.plan(audit)], bytesMax: .max) }
        let answer = try await heal(seals, plan.images)
        var lacking: [OwnChain] = []
        var contradicted: [ReplicaID] = []
        for ack in seals.acks {
            let replica = ack.dot.replica
            let entry = answer.chains.lazy.compactMap(ChainEntry.init)
                .first { $0.dot.replica == replica }
            let n = entry?.dot.n ?? 0
            let own = try stored { try $0.reconcile.chainHash(of: replica, at: n, in: audit) }
            if let entry, own != entry.chain {
                contradicted.append(replica)
            } else if n < ack.dot.n {
                lacking.append(OwnChain(replica: replica, acknowledged: ack.dot.n, known: n))
            }
        }
        return .shown(lacking, contradicted: contradicted)
    }

    /// Shows seals and records, and keeps the cursor through which the next pull has to lead.
    private func heal(
        _ seals: ShownReceipts, _ records: [ImageWithReceipt]
    ) async throws(ServerCallError) -> WireReconcileResponse {
        let answer = try await server.heal(audit, to: epoch, seals, records: records)
        try stored { try $0.reconcile.keepCursor([UInt8](answer.cursor), of: audit, in: epoch) }
        return answer
    }

    private func compare() async throws(ServerCallError) -> [UInt8] {
        let own = try stored { try $0.reconcile.bucketSums(audit) }
        let answer = try await server.digests(audit)
        let theirs = answer.buckets.compactMap { Hash256(bytes: $0) }
        guard theirs.count == own.count else {
            throw .transport(.notOurServer(detail: "the digests are incomplete"))
        }
        return zip(own, theirs).enumerated().compactMap { bucket, sums in
            sums.0 == sums.1 ? nil : UInt8(bucket)
        }
    }

    private func list(_ buckets: [UInt8]) async throws(ServerCallError) -> [RecordKey] {
        let theirs = try await server.digests(audit, buckets: buckets)
        let own = try stored {
            try $0.reconcile.baseDigests(audit, buckets: Set(buckets.map(Int.init)))
        }
        return own.filter { theirs[$0.key] != $0.value }.map(\.key).sortedByBytes()
    }

    private func sendRecords(
        _ keys: [RecordKey], _ bytesMax: Int
    ) async throws(ServerCallError) -> ReconcileEvent {
        let (images, count) = try stored { try $0.reconcile.images(keys, bytesMax: bytesMax) }
        if !images.isEmpty {
            let seals = try stored { try $0.reconcile.receipts(audit) }
            _ = try await heal(seals, images)
        }
        return .broughtBack(count)
    }

    private func settle(
        _ settlement: Settlement, from first: UInt64
    ) throws(ServerCallError) -> ReconcileEvent {
        try stored {
            try $0.reconcile.settleReturned(settlement, from: first, in: audit, epoch: epoch)
        }
        return .settled(settlement.replica, through: settlement.through)
    }

    /// Finds the last number up to which server and laptop have one chain, and lets go of the rest.
    private func reclaim(_ replica: ReplicaID) async throws(ServerCallError) -> ReconcileEvent {
        var common: UInt64 = 0
        while true {
            let answer = try await server.chain(audit, replica, from: common + 1)
            let theirs = answer.changes.compactMap { Hash256(bytes: $0.hash) }
            let own = try stored {
                try $0.reconcile.changeHashes(
                    of: replica, above: common, count: theirs.count, in: audit)
            }
            let agreed = zip(theirs, own).prefix { $0 == $1 }.count
            common += UInt64(agreed)
            if theirs.isEmpty || agreed < theirs.count { break }
        }
        try stored { try $0.reconcile.reclaim(replica, above: common, in: audit) }
        return .reclaimed(replica)
    }

    private func stored<Value>(
        _ work: (ClientStore) throws -> Value
    ) throws(ServerCallError) -> Value {
        do { return try work(store) } catch { throw .storage(error) }
    }
}

extension ReconcileStore {
    /// Every record that was pulled.
    fileprivate func pulledKeys(_ audit: AuditID) throws -> [RecordKey] {
        try baseDigests(audit, buckets: Set(0...255)).keys.sortedByBytes()
    }
}

extension Sequence<RecordKey> {
    fileprivate func sortedByBytes() -> [RecordKey] {
        sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
