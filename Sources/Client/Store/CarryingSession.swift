import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage
import SwiftProtobuf

/// One transaction of taking chains over; decides what of each is new, and never bends a chain.
struct CarryingSession {
    /// What was new so far.
    private(set) var taken = BundleTaken()
    private let audit: AuditRow
    private let home: HomeRow
    private let database: Database
    /// What the last checkpoint said that the server has.
    private let confirmed: [ReplicaID: UInt64]
    private var current: Taking?
    private var touched: Set<Int64> = []

    /// The chain whose changes come now.
    private struct Taking {
        let chain: CarriedChain
        let number: Int64
        /// Where what is held of it ends; its hash has to be met there.
        let held: Held
        /// Numbers up to here are not shown: they are own ones, or the server has them.
        let shownAbove: UInt64
        var count = 0
    }

    /// How far the laptop knows a chain already.
    private struct Held {
        var n: UInt64 = 0
        var hash: Hash256?
        /// The row of the carried chain; nil for an own one, or none.
        var number: Int64?
        var isOwn = false
        /// Whether its own replica signed what is held.
        var isSelfSigned = false
    }

    init(audit: AuditRow, home: HomeRow, _ database: Database) throws {
        self.audit = audit
        self.home = home
        self.database = database
        confirmed = try Self.confirmed(audit, database)
    }

    /// Begins with a chain; its changes follow, each through `append`.
    ///
    /// - Throws: `BundleError.contradicts`.
    mutating func begin(_ chain: CarriedChain) throws {
        try end()
        let held = try held(chain)
        guard chain.last > held.n else {
            try checkPrefix(chain, held)
            if let number = held.number, chain.last == held.n, !held.isSelfSigned {
                try sign(number, by: chain)
            }
            return
        }
        guard chain.replica != home.replica else {
            throw BundleError.contradicts(name: chain.personName, n: held.n + 1)
        }
        let confirmed = confirmed[chain.replica] ?? 0
        let number = try held.number ?? insert(chain, answered: confirmed)
        current = Taking(
            chain: chain, number: number, held: held,
            shownAbove: max(confirmed, held.isOwn ? held.n : 0))
    }

    /// Takes the next change of the chain that began last.
    ///
    /// - Throws: `BundleError.contradicts`.
    mutating func append(_ change: CarriedChange) throws {
        guard var taking = current else { return }
        if change.n == taking.held.n, let hash = taking.held.hash, hash != change.chain {
            throw BundleError.contradicts(name: taking.chain.personName, n: change.n)
        }
        let isHeld = change.n <= taking.held.n
        guard !isHeld || taking.held.isOwn else { return }
        let record = try ensureRecord(RecordKey(bytes: change.key) ?? .plan(audit.id))
        let isShown = change.n > taking.shownAbove && change.isInEffect
        try insert(change, record: record, chain: taking.number, isShown: isShown)
        if isShown { touched.insert(record) }
        if !isHeld { taking.count += 1 }
        current = taking
    }

    /// Ends with the last chain; says what was new.
    mutating func ended() throws -> BundleTaken {
        try end()
        return taken
    }

    /// Composes what is shown anew; the last step of the transaction.
    func finish() throws {
        guard let row = try ClientStore.audit(audit.id, database) else { return }
        var refresh = RecordRefresh(audit: row, database)
        for record in touched.sorted() { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    private mutating func end() throws {
        guard let taking = current else { return }
        try sign(taking.number, by: taking.chain)
        taken.note(taking.chain, taking.count)
        current = nil
    }

    // MARK: What is held

    private func held(_ chain: CarriedChain) throws -> Held {
        var held = Held()
        if let number = try ClientStore.number(of: chain.replica, database),
            let own = try ClientStore.chain(audit.number, number, database)
        {
            held = Held(n: own.n, hash: own.hash, isOwn: true)
        }
        let row = try SQLStatement(
            """
            select number, n, hash, signer = replica from carried_chain
            where audit = ?1 and replica = ?2
            """, in: database)
        row.bind(1, audit.number)
        row.bind(2, chain.replica)
        defer { row.reset() }
        guard try row.step() else { return held }
        return Held(
            n: row.unsigned(1), hash: try row.hash(2), number: row.int(0),
            isSelfSigned: row.int(3) == 1)
    }

    /// A chain that is no longer than what is held has to be its beginning.
    private func checkPrefix(_ chain: CarriedChain, _ held: Held) throws {
        let sql =
            held.number == nil
            ? """
            select change.chain from change join replica on replica.number = change.replica
            where change.audit = ?1 and replica.id = ?2 and change.n = ?3
            """
            : """
            select chain_hash from carried_change
            join carried_chain on carried_chain.number = carried_change.chain
            where carried_chain.audit = ?1 and carried_chain.replica = ?2 and carried_change.n = ?3
            """
        let row = try SQLStatement(sql, in: database)
        row.bind(1, audit.number)
        row.bind(2, chain.replica)
        row.bind(3, chain.last)
        defer { row.reset() }
        guard try row.step(), try row.hash(0) == chain.signed.chain else {
            throw BundleError.contradicts(name: chain.personName, n: chain.last)
        }
    }

    private static func confirmed(
        _ audit: AuditRow, _ database: Database
    ) throws -> [ReplicaID: UInt64] {
        let row = try SQLStatement(
            "select checkpoint from audit where number = ?1", in: database)
        row.bind(1, audit.number)
        defer { row.reset() }
        guard try row.step(), !row.isNull(0),
            let checkpoint = try? WireCheckpoint(serializedBytes: row.blob(0))
        else { return [:] }
        let entries = checkpoint.vector.compactMap { entry in
            ReplicaID(bytes: entry.replica).map { ($0, entry.n) }
        }
        return Dictionary(entries) { max($0, $1) }
    }

    // MARK: Rows

    private func insert(_ chain: CarriedChain, answered: UInt64) throws -> Int64 {
        let insert = try SQLStatement(
            """
            insert into carried_chain
              (audit, replica, person, person_name, signer, public_key, n, hash, signature,
              answered)
            values (?1, ?2, ?3, ?4, ?2, ?5, 0, ?6, ?7, ?8)
            """, in: database)
        insert.bind(1, audit.number)
        insert.bind(2, chain.replica)
        insert.bind(3, chain.person)
        insert.bind(4, chain.personName)
        insert.bind(5, chain.publicKey)
        insert.bind(6, chain.signed.chain)
        insert.bind(7, chain.signed.signature)
        insert.bind(8, min(answered, chain.last))
        try insert.run()
        return database.lastInsertedRowID
    }

    /// Writes where a chain ends now, and who says so; a server is asked anew.
    private func sign(_ number: Int64, by chain: CarriedChain) throws {
        let update = try SQLStatement(
            """
            update carried_chain
            set n = ?2, hash = ?3, signature = ?4, signer = ?5, public_key = ?6, person_name = ?7,
              is_refused = 0, trouble = null
            where number = ?1
            """, in: database)
        update.bind(1, number)
        update.bind(2, chain.last)
        update.bind(3, chain.signed.chain)
        update.bind(4, chain.signed.signature)
        update.bind(5, chain.signer)
        update.bind(6, chain.publicKey)
        update.bind(7, chain.personName)
        try update.run()
    }

    private func insert(
        _ change: CarriedChange, record: Int64, chain: Int64, isShown: Bool
    ) throws {
        let insert = try SQLStatement(
            """
            insert into carried_change
              (chain, n, record, hash, chain_hash, outcome, reason, overlay, body)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, in: database)
        insert.bind(1, chain)
        insert.bind(2, change.n)
        insert.bind(3, record)
        insert.bind(4, change.hash)
        insert.bind(5, change.chain)
        // That it was applied is the author's word, and a server may have been restored since.
        insert.bind(6, change.isInEffect ? nil : change.outcome.map { Int64($0.code) })
        insert.bind(7, change.reason.isEmpty ? nil : change.reason)
        insert.bind(8, Int64(isShown ? 1 : 0))
        insert.bind(9, change.body ?? [])
        try insert.run()
    }

    private func ensureRecord(_ key: RecordKey) throws -> Int64 {
        let row = try SQLStatement(
            "select number from record where audit = ?1 and key = ?2", in: database)
        row.bind(1, audit.number)
        row.bind(2, key.bytes)
        defer { row.reset() }
        if try row.step() { return row.int(0) }
        let empty = Record(key: key)
        let insert = try SQLStatement(
            """
            insert into record (audit, key, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, 0)
            """, in: database)
        insert.bind(1, audit.number)
        insert.bind(2, key.bytes)
        insert.bind(3, empty.encoded())
        insert.bind(4, empty.digest)
        try insert.run()
        return database.lastInsertedRowID
    }
}

/// What of a bundle was new.
package struct BundleTaken: Sendable {
    /// Whose work, and how many changes of it.
    package private(set) var people: [(person: PersonID, name: String, changes: Int)] = []
    /// Files of evidence that this laptop did not have.
    package var files = 0

    package init() {}

    /// Of all people.
    package var changes: Int { people.reduce(0) { $0 + $1.changes } }

    mutating func note(_ chain: CarriedChain, _ changes: Int) {
        guard changes > 0 else { return }
        if let index = people.firstIndex(where: { $0.person == chain.person }) {
            people[index].changes += changes
        } else {
            people.append((chain.person, chain.personName, changes))
        }
    }
}

extension CarriedChange {
    /// Whether it is shown until a server says otherwise.
    fileprivate var isInEffect: Bool {
        switch outcome {
        case nil, .applied, .again: body != nil
        case .rejected, .quarantined, .void: false
        }
    }
}
