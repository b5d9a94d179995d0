import Shared
import Storage

/// A change of an own chain as the server has it.
struct ReturnedChange {
    let n: UInt64
    /// Empty where the server has none.
    let key: [UInt8]
    let hash: Hash256
    /// Nil where the server has none any more.
    let body: [UInt8]?
    /// Nil for one that only a later version knows.
    let outcome: Trail.Outcome?
    /// As it stands on the wire.
    let code: Int
    let reason: String
}

extension ReconcileStore {
    /// Takes over part of an own chain from the server, for a database that is made anew.
    ///
    /// - Parameter ack: The server's word for the whole chain, which a restored one believes.
    /// - Returns: The chain hash after it; nil when it does not continue what is here.
    func takeBack(
        _ changes: [ReturnedChange], of replica: ReplicaID, in audit: AuditID,
        ack: AcknowledgementReceipt?
    ) throws -> Hash256? {
        try store.file.write { database in
            guard try ClientStore.isOwn(replica, database) else { return nil }
            let row = try ClientStore.ensureAudit(audit, database)
            let chain = try ClientStore.ensureOwnChain(row, replica, database)
            let writer = try ChainWriter(chain: chain.number, database)
            var end = (n: chain.n, hash: chain.hash)
            var refresh = RecordRefresh(audit: row, database)
            for change in changes {
                guard change.n == end.n + 1, change.isSound(by: replica) else { return nil }
                end = (change.n, ChangeHash.chain(after: end.hash, change.hash))
                let record = try ClientStore.ensureRecord(
                    RecordKey(bytes: change.key) ?? .plan(audit), row, database)
                try writer.append(change.row(of: record, chainHash: end.hash))
                if change.outcome == nil {
                    _ = try LaterOutcome(
                        n: change.n, code: change.code, reason: change.reason
                    ).keep(of: chain.number, database)
                }
                try refresh.refresh(record)
            }
            try refresh.storeRoot()
            try writer.finish(at: end.n, hash: end.hash)
            let seal = ack.flatMap { $0.dot.n == end.n && $0.chain == end.hash ? $0 : nil }
            try Acknowledgement.advance(
                chain.number, through: end.n, seal: seal?.seal,
                epoch: seal.map { try ClientStore.number(of: $0.epoch, database) }, database)
            return end.hash
        }
    }
}

extension ReturnedChange {
    /// Whether the hash is that of the body; without one there is nothing to compare.
    fileprivate func isSound(by replica: ReplicaID) -> Bool {
        guard let body else { return true }
        let dot = Dot(replica: replica, n: n)
        return ChangeHash.hash(keyBytes: key, dot: dot, body: body) == hash
    }

    fileprivate func row(of record: Int64, chainHash: Hash256) throws -> ChainWriter.Row {
        let isApplied = outcome == .applied
        return ChainWriter.Row(
            n: n, record: record, hash: hash, chainHash: chainHash,
            recorded: try body.map(ChangeBody.init(decoding:))?.wallTime ?? 0, outcome: outcome,
            reason: isApplied ? nil : reason,
            // The pull that follows takes it off again wherever the record that comes has it.
            overlay: isApplied && body != nil ? 1 : 0, body: body ?? [])
    }
}
