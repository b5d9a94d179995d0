import Foundation
import GRDB
import Shared
import Storage

/// A chain that goes into a bundle.
struct BundledChain {
    let replica: ReplicaID
    /// The last number and the chain hash there.
    let end: (n: UInt64, hash: Hash256)
    let origin: Origin

    enum Origin {
        /// This laptop's, signed when it is written.
        case own
        /// Another's, with the signature it came with.
        case carried(CarriedChain, number: Int64)
    }
}

extension ClientStore {
    /// The chains of an audit that others can be given, own ones first.
    ///
    /// Of the present replica everything; of older ones what a server has acknowledged, because the
    /// rest was issued again. Carried ones that a server has wholly are gone from here.
    func bundledChains(_ audit: AuditID) throws -> [BundledChain] {
        try file.read { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database)
            else { return [] }
            return try Self.ownChains(row, home, database) + Self.carriedChains(row, database)
        }
    }

    private static func ownChains(
        _ audit: AuditRow, _ home: HomeRow, _ database: Database
    ) throws -> [BundledChain] {
        let rows = try SQLStatement(
            """
            select replica.id, change.n, change.chain
            from chain
            join replica on replica.number = chain.replica
            join change on change.audit = chain.audit and change.replica = chain.replica
              and change.n = iif(chain.replica = ?2, chain.n, chain.acknowledged)
            where chain.audit = ?1
            order by chain.replica
            """, in: database)
        rows.bind(1, audit.number)
        rows.bind(2, home.replicaNumber)
        defer { rows.reset() }
        var chains: [BundledChain] = []
        while try rows.step() {
            let end = (n: rows.unsigned(1), hash: try rows.hash(2))
            chains.append(
                BundledChain(replica: try rows.identifier(0), end: end, origin: .own))
        }
        return chains
    }

    private static func carriedChains(
        _ audit: AuditRow, _ database: Database
    ) throws -> [BundledChain] {
        let rows = try SQLStatement(
            """
            select number, replica, person, person_name, public_key, signer, n, hash, signature
            from carried_chain
            where audit = ?1
            order by number
            """, in: database)
        rows.bind(1, audit.number)
        defer { rows.reset() }
        var chains: [BundledChain] = []
        while try rows.step() {
            let replica: ReplicaID = try rows.identifier(1)
            let (n, hash) = (rows.unsigned(6), try rows.hash(7))
            let chain = CarriedChain(
                replica: replica, person: try rows.identifier(2), personName: rows.text(3),
                publicKey: rows.blob(4), signer: try rows.identifier(5),
                signed: SignedChain(
                    dot: Dot(replica: replica, n: n), chain: hash, signature: rows.blob(8)))
            chains.append(
                BundledChain(
                    replica: replica, end: (n, hash),
                    origin: .carried(chain, number: rows.int(0))))
        }
        return chains
    }

    /// The next changes of a chain above a number, some half a megabyte at a time.
    func bundledChanges(
        of chain: BundledChain, in audit: AuditID, above n: UInt64
    ) throws -> [WirePushedChange] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows: SQLStatement
            switch chain.origin {
            case .own:
                rows = try SQLStatement(
                    """
                    select record.key, change.hash, change.body, change.outcome, change.reason
                    from change join record on record.number = change.record
                    join replica on replica.number = change.replica
                    where change.audit = ?1 and replica.id = ?2 and change.n > ?3
                      and change.n <= ?4
                    order by change.n
                    """, in: database)
                rows.bind(1, row.number)
                rows.bind(2, chain.replica)
            case .carried(_, let number):
                rows = try SQLStatement(
                    """
                    select record.key, carried_change.hash, body, outcome, reason
                    from carried_change join record on record.number = carried_change.record
                    where chain = ?1 and n > ?3 and n <= ?4 and ?2 is not null
                    order by n
                    """, in: database)
                rows.bind(1, number)
                rows.bind(2, chain.replica)
            }
            rows.bind(3, n)
            rows.bind(4, chain.end.n)
            defer { rows.reset() }
            return try WirePushedChange.next(of: rows)
        }
    }
}

extension WirePushedChange {
    /// Reads rows of key, hash, body, outcome and reason until there are enough for one item.
    fileprivate static func next(of rows: SQLStatement) throws -> [WirePushedChange] {
        var changes: [WirePushedChange] = []
        var bytes = 0
        while bytes < BundleFormat.changesBytesMax, try rows.step() {
            let body = rows.blob(2)
            let code = rows.isNull(3) ? nil : UInt8(exactly: rows.int(3))
            let outcome = code.flatMap { Trail.Outcome(code: $0) }
            let isVoid = body.isEmpty || outcome == .void
            bytes += body.count + rows.withBlob(0) { $0.count }
            changes.append(
                WirePushedChange(
                    CarriedChange(
                        n: 0, key: rows.blob(0), hash: try rows.hash(1), chain: .zero,
                        body: isVoid ? nil : body, outcome: outcome, reason: rows.text(4))))
        }
        return changes
    }
}
