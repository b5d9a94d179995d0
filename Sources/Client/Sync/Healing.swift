import Shared

/// Performs the steps of healing one audit on a restored server.
struct Healing {
    let audit: AuditID
    /// The server's, in which everything is brought back.
    let epoch: EpochID
    let store: ClientStore
    let server: ServerCalls

    /// Performs one step.
    ///
    /// - Returns: What happened; nil once all is brought back.
    func perform(_ action: HealingAction) async throws(ServerCallError) -> HealingEvent? {
        switch action {
        case .show: return .shown(try await show())
        case .compare: return .compared(try await compare())
        case .list(let buckets): return .listed(try await list(buckets))
        case .bringBack(let keys, let bytesMax): return try await bringBack(keys, bytesMax)
        case .returnChain(let replica, let n, let countMax, let bytesMax):
            let batch = try stored {
                try $0.returningBatch(
                    audit, replica, above: n, countMax: countMax, bytesMax: bytesMax)
            }
            guard let batch else { return .chainRefused }
            return .returned(
                try await server.push(batch, to: audit, epoch: epoch), from: batch.first)
        case .settle(let settlement, let first): return try settle(settlement, from: first)
        case .finish:
            try stored { try $0.finishHealing(audit) }
            return nil
        }
    }

    private func show() async throws(ServerCallError) -> [OwnChain] {
        let seals = try stored { try $0.healingSeals(audit) }
        let plan = try stored { try $0.sealedImages([.plan(audit)], bytesMax: .max) }
        let answer = try await server.heal(audit, to: epoch, seals, records: plan.images)
        let known = answer.chains.compactMap(ChainEntry.init)
        return seals.acks.compactMap { ack in
            let entry = known.first { $0.dot.replica == ack.dot.replica }
            let n = entry?.dot.n ?? 0
            return n < ack.dot.n
                ? OwnChain(replica: ack.dot.replica, acknowledged: ack.dot.n, known: n) : nil
        }
    }

    private func compare() async throws(ServerCallError) -> [UInt8] {
        let own = try stored { try $0.bucketSums(audit) }
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
        let own = try stored { try $0.baseDigests(audit, buckets: Set(buckets.map(Int.init))) }
        return own.filter { theirs[$0.key] != $0.value }.map(\.key)
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private func bringBack(
        _ keys: [RecordKey], _ bytesMax: Int
    ) async throws(ServerCallError) -> HealingEvent {
        let (images, count) = try stored { try $0.sealedImages(keys, bytesMax: bytesMax) }
        if !images.isEmpty {
            let seals = try stored { try $0.healingSeals(audit) }
            _ = try await server.heal(audit, to: epoch, seals, records: images)
        }
        return .broughtBack(count)
    }

    private func settle(
        _ settlement: Settlement, from first: UInt64
    ) throws(ServerCallError) -> HealingEvent {
        try stored {
            try $0.settleReturned(
                settlement, of: first...settlement.through, in: audit, epoch: epoch)
        }
        return .settled(settlement.replica, through: settlement.through)
    }

    private func stored<Value>(
        _ work: (ClientStore) throws -> Value
    ) throws(ServerCallError) -> Value {
        do { return try work(store) } catch { throw .storage(error) }
    }
}
