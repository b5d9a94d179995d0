import GRDB
package import Shared
import Storage

/// The next own changes to send, as they were recorded.
package struct OutgoingBatch: Sendable {
    package let replica: ReplicaID
    /// The number of the first change, the one after all that were answered.
    package let first: UInt64
    /// The chain hash after the change before `first`.
    package let chainBefore: Hash256
    /// Ascending from `first` without a gap.
    package let changes: [OutgoingChange]
    /// What the server acknowledged of the chain, for changes that a restore took from it.
    let proof: SealedAck?
    /// The changes behind the batch, up to the proof's number, each with its outcome's code; of a
    /// carried chain up to the signature's.
    let following: [(hash: Hash256, outcome: UInt8)]
    /// Its author's, for a chain that this laptop carries; nil for an own one.
    let signed: SignedChain?

    package init(
        replica: ReplicaID, first: UInt64, chainBefore: Hash256, changes: [OutgoingChange],
        proof: SealedAck? = nil, following: [(hash: Hash256, outcome: UInt8)] = [],
        signed: SignedChain? = nil
    ) {
        self.signed = signed
        self.proof = proof
        self.following = following
        self.replica = replica
        self.first = first
        self.chainBefore = chainBefore
        self.changes = changes
    }

    /// The number of the last change.
    package var last: UInt64 { first + UInt64(changes.count) - 1 }
}

/// One change on its way: stored bytes, never encoded again.
package struct OutgoingChange: Sendable {
    /// The canonical form of the record's key.
    package let key: [UInt8]
    /// The change's body as first serialised.
    package let body: [UInt8]
    package let hash: Hash256
    /// Why the body stays here, nil when it travels.
    package let void: String?
    /// What became of it before a restore; nil for a change that is sent the first time.
    let outcome: Trail.Outcome?
    /// The server's sentence for that outcome.
    let reason: String

    package init(
        key: [UInt8], body: [UInt8], hash: Hash256, void: String?,
        outcome: Trail.Outcome? = nil, reason: String = ""
    ) {
        self.outcome = outcome
        self.reason = reason
        self.key = key
        self.body = body
        self.hash = hash
        self.void = void
    }
}

extension ClientStore {
    /// Reads the next changes to send: of carried chains first, then of the writing replica.
    ///
    /// Nil when all are answered.
    ///
    /// - Parameters:
    ///   - countMax: How many changes at most.
    ///   - bytesMax: How many bytes of bodies at most; the first change is always taken.
    package func nextBatch(
        _ audit: AuditID, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        try file.read { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database)
            else { return nil }
            let own = try Self.chain(row.number, home.replicaNumber, database)
            let turn = try Self.turn(
                audit: row, home: home, own: own, countMax: countMax, database)
            if let carried = turn.carried {
                return try Self.batch(
                    of: carried, audit: row, countMax: turn.count, bytesMax: bytesMax, database)
            }
            guard let chain = own, chain.acknowledged < chain.n else { return nil }
            let before = try Self.chainHash(
                at: chain.acknowledged, audit: row, home: home, database)
            return try Self.ownBatch(
                after: chain.acknowledged, chain: before, audit: row, home: home,
                countMax: turn.count, bytesMax: bytesMax, database)
        }
    }

    /// Reads what follows a number that the server says it has, before that is settled.
    ///
    /// Nil when nothing follows, when the server names another hash than the own, and while
    /// carried chains wait, which have to be heard about the order.
    func batch(
        _ audit: AuditID, behind settlement: Settlement, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        try file.read { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database),
                let chain = try Self.chain(row.number, home.replicaNumber, database),
                settlement.replica == home.replica,
                chain.acknowledged <= settlement.through, settlement.through < chain.n,
                try Self.pendingCarried(row, database).isEmpty,
                try settlement.chain
                    == Self.chainHash(at: settlement.through, audit: row, home: home, database)
            else { return nil }
            return try Self.ownBatch(
                after: settlement.through, chain: settlement.chain, audit: row, home: home,
                countMax: countMax, bytesMax: bytesMax, database)
        }
    }

    /// Own changes after a number, at which the chain's hash is known.
    private static func ownBatch(
        after n: UInt64, chain: Hash256, audit: AuditRow, home: HomeRow, countMax: Int,
        bytesMax: Int, _ database: Database
    ) throws -> OutgoingBatch {
        let rows = try ownRows(audit, home, after: n, countMax, database)
        defer { rows.reset() }
        var changes: [OutgoingChange] = []
        var bytes = 0
        while try rows.step() {
            let hash = try rows.hash(3)
            let body = rows.blob(1)
            bytes += body.count
            if bytes > bytesMax, !changes.isEmpty { break }
            let isVoid = !rows.isNull(4) && rows.int(4) == Int64(Trail.Outcome.void.code)
            changes.append(
                OutgoingChange(
                    key: rows.blob(2), body: body, hash: hash,
                    void: isVoid ? rows.text(5) : nil))
        }
        return OutgoingBatch(
            replica: home.replica, first: n + 1, chainBefore: chain, changes: changes)
    }

    /// The writing replica's changes after a number, ascending.
    ///
    /// In each row its number, body and key, then its hash, its outcome and the reason for that.
    static func ownRows(
        _ audit: AuditRow, _ home: HomeRow, after n: UInt64, _ countMax: Int, _ database: Database
    ) throws -> SQLStatement {
        let rows = try SQLStatement(
            """
            select change.n, change.body, record.key, change.hash, change.outcome, change.reason
            from change join record on record.number = change.record
            where change.audit = ?1 and change.replica = ?2 and change.n > ?3
            order by change.n
            limit ?4
            """, in: database)
        rows.bind(1, audit.number)
        rows.bind(2, home.replicaNumber)
        rows.bind(3, n)
        rows.bind(4, Int64(countMax))
        return rows
    }
}
