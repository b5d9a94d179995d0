import Foundation
package import Shared
import Storage

/// Chains of other devices, as bundles bring and take them.
package struct BundleStore {
    let store: ClientStore

    /// The chains of an audit that others can be given, own ones first, and how far.
    ///
    /// The present replica's is given whole, older ones as far as a server has acknowledged them:
    /// the rest was issued again. Imported ones that a server has wholly are gone from here.
    func chains(_ audit: AuditID) throws -> [(row: ChainRow, end: ChainEnd)] {
        try store.file.read { database in
            guard let home = try ClientStore.home(database),
                let row = try ClientStore.audit(audit, database)
            else { return [] }
            var chains: [(row: ChainRow, end: ChainEnd)] = []
            for chain in try ClientStore.chains(row, database) {
                guard chain.source == .own else {
                    chains.append((row: chain, end: chain.end))
                    continue
                }
                let last = chain.replica == home.replica ? chain.n : chain.acknowledged
                let n = try Self.lastWithBody(of: chain, upTo: last, database)
                guard n > 0 else { continue }
                let hash = try ClientStore.chainHash(of: chain, at: n, in: row, database)
                let end = ChainEnd(dot: Dot(replica: chain.replica, n: n), chain: hash)
                chains.append((row: chain, end: end))
            }
            return chains
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

    /// The certificates for her other ids in which changes of an own chain are.
    ///
    /// The id of the proof's first key needs none.
    ///
    /// - Returns: Nil where one of these is not here.
    func others(
        of chain: ChainRow, through last: UInt64, by proof: DeviceProof
    ) throws -> [Certificate]? {
        try store.file.read { database in
            guard let home = try ClientStore.home(database) else { return [] }
            let told = try OwnIDs.certificates(database)
            let known = Dictionary(told.map { ($0.person, $0) }) { $1 }
            // Every change in her own name has her id in it; nearly all are, and are not read.
            let names = try database.rows(
                """
                select chain.replica, change.n, change.body, record.key
                from chain join change on change.chain = chain.number
                join record on record.number = change.record
                where chain.number = ?1 and change.n <= ?2 and instr(change.body, ?3) = 0
                """, chain.number, last, home.person
            ) { try $0.change(of: try $0.recordKey(3)).actingPerson }
            let others = Set(names).sorted().filter { !proof.isOwn($0) }
            let certificates = others.compactMap { known[$0] }
            return certificates.count == others.count ? certificates : nil
        }
    }

    /// The next changes of a chain above a number, some half a megabyte at a time.
    func changes(
        of chain: ChainRow, above n: UInt64, through last: UInt64
    ) throws -> [WirePushedChange] {
        try store.file.read { database in
            var changes: [WirePushedChange] = []
            var bytes = 0
            try database.eachWhile(
                """
                select record.key, change.body
                from change join record on record.number = change.record
                where change.chain = ?1 and change.n > ?2 and change.n <= ?3 order by change.n
                """, chain.number, n, last
            ) { row in
                var change = WirePushedChange()
                change.key = Data(row.blob(0))
                change.body = Data(row.blob(1))
                changes.append(change)
                bytes += change.key.count + change.body.count
                return bytes < BundleFormat.changesBytesMax
            }
            return changes
        }
    }

    /// Imports chains from a bundle: all that `body` appends, or nothing if it throws.
    func importChains<Result>(
        _ audit: AuditID, trusting server: ServerKey? = nil,
        _ body: (inout ImportSession) throws -> Result
    ) throws -> Result {
        try store.file.write { database in
            guard let home = try ClientStore.home(database)
            else { preconditionFailure("A store is initialised before anything is imported.") }
            let row = try ClientStore.ensureAudit(audit, database)
            var session = ImportSession(
                audit: row, home: home, trust: try DeviceTrust(server, in: row, database),
                checkpoint: try LastCheckpoint(of: row, database), database)
            return try body(&session)
        }
    }

    /// How many changes of others are shown here that no server has confirmed.
    package func importedCount(_ audit: AuditID) throws -> Int {
        try store.read(audit, or: 0) { row, database in
            try database.count(
                """
                select count(*) from chain join change on change.chain = chain.number
                where chain.audit = ?1 and chain.source = 2 and change.overlay > 0
                """, row.number)
        }
    }

    /// What of imported chains the server did not accept, by chain and number.
    ///
    /// The changes of a chain that it did not take at all count as rejected.
    package func importedRefusals(_ audit: AuditID) throws -> [LoggedChange] {
        try store.read(audit, or: []) { row, database in
            let plan = try ClientStore.plan(row, database)
            return try database.rows(
                """
                select chain.replica, change.n, change.body, record.key, chain.person_name,
                  coalesce(change.outcome, 2), coalesce(change.reason, chain.trouble),
                  chain.person
                from chain join change on change.chain = chain.number
                join record on record.number = change.record
                where chain.audit = ?1 and chain.source = 2 and (change.outcome in (2, 3)
                    or change.outcome is null and chain.is_refused = 1)
                order by chain.number, change.n
                """, row.number
            ) {
                let change = try $0.change(of: try $0.recordKey(3))
                return LoggedChange(
                    change: change, recorded: Date(unixMilliseconds: change.body.wallTime),
                    outcome: $0.outcome(5), reason: $0.text(6),
                    importedFrom: plan.name(of: try $0.identifier(7), said: $0.text(4)))
            }
        }
    }

    /// Whose work the server did not take at the last attempt, and why.
    package func importedTroubles(_ id: AuditID) throws -> [(personName: String, trouble: String)] {
        try store.read(id, or: []) { row, database in
            let plan = try ClientStore.plan(row, database)
            return try database.rows(
                """
                select person_name, trouble, person from chain
                where audit = ?1 and source = 2 and trouble is not null order by number
                """, row.number
            ) {
                let name = plan.name(of: try $0.identifier(2), said: $0.text(0))
                return (personName: name, trouble: $0.text(1))
            }
        }
    }
}
