import GRDB
import Shared
import Storage

/// A chain that goes into a bundle.
struct BundledChain {
    let row: ChainRow
    /// The last number that goes with it, and the chain hash there.
    let end: (n: UInt64, hash: Hash256)
    /// As it came, with its signature; nil for an own one, which is signed when it is written.
    let imported: BundleChain?
}

/// Chains of other devices, as bundles bring and take them.
package struct BundleStore {
    let store: ClientStore
}

extension BundleStore {
    /// The chains of an audit that others can be given, own ones first.
    ///
    /// Of the present replica everything; of older ones what a server has acknowledged, because the
    /// rest was issued again. Imported ones that a server has wholly are gone from here.
    func chains(_ audit: AuditID) throws -> [BundledChain] {
        try store.file.read { database in
            guard let home = try ClientStore.home(database),
                let row = try ClientStore.audit(audit, database)
            else { return [] }
            var bundled: [BundledChain] = []
            for chain in try ClientStore.chains(row, .own, database) {
                let last = chain.replica == home.replica ? chain.n : chain.acknowledged
                let n = try Self.lastWithBody(of: chain, upTo: last, database)
                guard n > 0 else { continue }
                let hash = try ClientStore.chainHash(of: chain, at: n, in: row, database)
                bundled.append(BundledChain(row: chain, end: (n, hash), imported: nil))
            }
            for chain in try ClientStore.chains(row, .imported, database) {
                bundled.append(
                    BundledChain(
                        row: chain, end: (chain.n, chain.hash),
                        imported: try Self.asImported(chain, database)))
            }
            return bundled
        }
    }

    /// A bundle has every change with its body; what is behind one that has none stays.
    private static func lastWithBody(
        of chain: ChainRow, upTo last: UInt64, _ database: Database
    ) throws -> UInt64 {
        try database.first(
            """
            select coalesce(min(n) - 1, ?2) from change
            where chain = ?1 and n <= ?2 and length(body) = 0
            """, chain.number, last
        ) { $0.unsigned(0) } ?? 0
    }

    private static func asImported(
        _ chain: ChainRow, _ database: Database
    ) throws -> BundleChain? {
        try database.first(
            """
            select person, person_name, proof, signature from chain where number = ?1
            """, chain.number
        ) { row -> BundleChain? in
            guard let proof = DeviceProof(serialized: row.blob(2)) else { return nil }
            return BundleChain(
                replica: chain.replica, person: try row.identifier(0), personName: row.text(1),
                proof: proof,
                signed: SignedChain(
                    dot: Dot(replica: chain.replica, n: chain.n), chain: chain.hash,
                    signature: row.blob(3)))
        } ?? nil
    }

    /// The next changes of a chain above a number, some half a megabyte at a time.
    func changes(of chain: BundledChain, above n: UInt64) throws -> [WirePushedChange] {
        try store.file.read { database in
            var changes: [WirePushedChange] = []
            var bytes = 0
            try database.eachWhile(
                """
                select record.key, change.hash, change.body, change.outcome, change.reason
                from change join record on record.number = change.record
                where change.chain = ?1 and change.n > ?2 and change.n <= ?3
                order by change.n
                """, chain.row.number, n, chain.end.n
            ) { row in
                let change = try BundleChange(row)
                changes.append(WirePushedChange(change))
                bytes += change.key.count + change.body.count
                return bytes < BundleFormat.changesBytesMax
            }
            return changes
        }
    }
}

extension BundleChange {
    /// Reads a row of key, hash, body, outcome and reason.
    fileprivate init(_ row: SQLStatement) throws {
        let code = row.isNull(3) ? nil : UInt8(exactly: row.int(3))
        self.init(
            n: 0, key: row.blob(0), hash: try row.hash(1), chain: .zero, body: row.blob(2),
            outcome: code.flatMap { Trail.Outcome(code: $0) }, reason: row.text(4))
    }
}
