package import Shared
import Storage

/// The next changes to send, own or imported, as they were recorded.
package struct OutgoingBatch: Sendable {
    /// Where the chain ends before them: at the last change that was answered.
    package let before: ChainEnd
    /// Ascending from `first` without a gap.
    package let changes: [ChainChange]
    /// What the server acknowledged of the chain, for changes that a restore took from it.
    var proof: Acknowledgement?
    /// The changes behind the batch, up to the proof's number, each with its outcome's code; of an
    /// imported chain up to the signature's.
    var following: [(hash: Hash256, outcome: UInt8)] = []
    /// Its author's, for an imported chain; nil for an own one.
    var signed: SignedChain?
    /// The nonce from which an imported chain's audit id was made; empty where that is not known.
    var nonce: [UInt8] = []
    /// With an own chain the server's word for her other ids, which it may have forgotten.
    var ids: [Certificate] = []

    package var replica: ReplicaID { before.replica }
    package var first: UInt64 { before.n + 1 }
    package var last: UInt64 { before.n + UInt64(changes.count) }
}

extension PushStore {
    /// Reads the next changes to send, of whichever chain is next; nil when all are answered.
    ///
    /// - Parameter bytesMax: For the bodies alone; the first change is always taken.
    package func nextBatch(
        _ audit: AuditID, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        try store.file.read { database in
            guard let home = try ClientStore.home(database),
                let row = try ClientStore.audit(audit, database),
                let (chain, count) = try Self.turn(row, home, countMax: countMax, database)
            else { return nil }
            return try Self.batch(
                of: chain, above: chain.sentThrough, in: row, countMax: count, bytesMax: bytesMax,
                database)
        }
    }

    /// Reads what follows a number that the server says it has, before that is settled.
    ///
    /// Nil when nothing follows, when the server names another hash than the own, and while
    /// imported chains wait, which have to be heard about the order.
    func batch(
        _ audit: AuditID, behind acknowledgement: Acknowledgement, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        try store.file.read { database in
            let end = acknowledgement.end
            guard let home = try ClientStore.home(database),
                end.replica == home.replica,
                let row = try ClientStore.audit(audit, database),
                let chain = try ClientStore.chain(row, home.replica, .own, database),
                chain.acknowledged <= end.n, end.n < chain.n,
                try Self.pendingImported(row, database).isEmpty,
                try end.chain == ClientStore.chainHash(of: chain, at: end.n, in: row, database)
            else { return nil }
            return try Self.batch(
                of: chain, above: end.n, in: row, countMax: countMax, bytesMax: bytesMax,
                database)
        }
    }

    /// Whose changes go next, and how many at most; nil when nothing waits.
    private static func turn(
        _ audit: StoredAudit, _ home: HomeRow, countMax: Int, _ database: Database
    ) throws -> (chain: ChainRow, count: Int)? {
        var waiting = try pendingImported(audit, database)
        let own = try ClientStore.chain(audit, home.replica, .own, database)
        if let own, own.acknowledged < own.n { waiting.append(own) }
        guard waiting.count > 1 else { return waiting.first.map { ($0, countMax) } }
        // Only as many as can go next.
        let lanes = try waiting.map { chain in
            try database.rows(
                """
                select ?1, change.n, change.body, record.key
                from change join record on record.number = change.record
                where change.chain = ?2 and change.n > ?3 order by change.n limit ?4
                """, chain.replica, chain.number, chain.sentThrough, countMax
            ) { try $0.change(of: try $0.recordKey(3)) }
        }
        return CausalOrder(lanes).turn.map { (waiting[$0.lane], $0.count) }
    }

    /// Changes of a chain above a number, and what has to be shown with them.
    ///
    /// - Parameter proof: Of an own chain that a restored server has lost part of; then with the
    ///   outcomes, and no further than it reaches.
    /// - Returns: Nil when nothing can be sent.
    static func batch(
        of chain: ChainRow, above n: UInt64, in audit: StoredAudit, countMax: Int, bytesMax: Int,
        proof: Acknowledgement? = nil, _ database: Database
    ) throws -> OutgoingBatch? {
        let last = proof?.end.n ?? chain.n
        var changes: [ChainChange] = []
        var following: [(hash: Hash256, outcome: UInt8)] = []
        var bytes = 0
        try database.eachWhile(
            """
            select record.key, change.body, change.hash,
              coalesce(change.outcome, later_outcome.code),
              coalesce(change.reason, later_outcome.reason)
            from change join record on record.number = change.record \(ChangeAnswer.laterJoin)
            where change.chain = ?1 and change.n > ?2 and change.n <= ?3 order by change.n
            """, chain.number, n, last
        ) { row in
            let bodyBytes = row.withBlob(1) { $0.count }
            bytes += bodyBytes
            let isFull = !changes.isEmpty && (changes.count == countMax || bytes > bytesMax)
            // Where no body is left the rest is shown by its hashes at most.
            guard isFull || bodyBytes == 0 || !following.isEmpty else {
                let next = n + 1 + UInt64(changes.count)
                changes.append(try ChainChange(row, n: next, withAnswer: proof != nil))
                return true
            }
            guard proof != nil || chain.signed != nil else { return false }
            let code = proof == nil ? 0 : UInt8(truncatingIfNeeded: row.int(3))
            following.append((try row.hash(2), code))
            return true
        }
        guard !changes.isEmpty else { return nil }
        let hash = try ClientStore.chainHash(of: chain, at: n, in: audit, database)
        var batch = OutgoingBatch(
            before: ChainEnd(dot: Dot(replica: chain.replica, n: n), chain: hash),
            changes: changes, proof: proof, following: following, signed: chain.signed)
        if chain.signed != nil {
            batch.nonce = try ClientStore.founding(of: audit.id, database)?.nonce ?? []
        } else {
            batch.ids = try OwnIDs.certificates(database)
        }
        return batch
    }
}

extension ChainChange {
    /// Reads a row of key, body, hash, outcome and reason.
    ///
    /// - Parameter withAnswer: Whether the server, which was restored, is told what it said before.
    fileprivate init(_ row: Row, n: UInt64, withAnswer: Bool) throws {
        self.init(n: n, key: row.blob(0), hash: try row.hash(2), body: row.blob(1))
        guard withAnswer else { return }
        answer = row.optional(3) {
            ChangeAnswer(n: n, code: Int(row.int($0)), reason: row.text(4))
        }
    }
}
