package import Shared
import Storage
import SwiftProtobuf

/// One transaction of importing; decides what of each chain is new, and never bends a chain.
struct ImportSession {
    private(set) var taken = BundleTaken()
    private let audit: StoredAudit
    private let home: HomeRow
    private let trust: DeviceTrust
    private let database: Database
    /// What the last checkpoint said that the server has.
    private let confirmed: [ReplicaID: UInt64]
    private var current: Importing?
    private var touched: Set<Int64> = []

    /// The chain whose changes come now.
    private struct Importing {
        let chain: SignedChain
        let author: Author
        let writer: ChainWriter
        /// Where what is held of it ends, as own or imported; its hash has to be met there.
        let held: ChainRow?
        /// Numbers up to here are not shown: they are own ones, or the server has them; all of a
        /// chain that is kept apart.
        let shownAbove: UInt64
        var count = 0
    }

    init(audit: StoredAudit, home: HomeRow, trust: DeviceTrust, _ database: Database) throws {
        self.audit = audit
        self.home = home
        self.trust = trust
        self.database = database
        confirmed = try Self.seen(audit, database)
    }

    /// Begins with a chain; its changes follow, each through `append`.
    ///
    /// One that has another history than the one here is passed over, and told.
    mutating func begin(_ chain: SignedChain, by author: Author) throws {
        try end()
        let (replica, last) = (chain.end.replica, chain.end.n)
        let imported = try ClientStore.chain(audit, replica, .imported, database)
        let held = try imported ?? ClientStore.chain(audit, replica, .own, database)
        if let held, last <= held.n {
            // A chain that is no longer than what is held has to be its beginning.
            let hash = try ClientStore.chainHash(of: held, at: last, in: audit, database)
            guard hash == chain.end.chain else { return pass(over: author, at: last) }
            if let imported, last == held.n { try takeProof(of: chain, by: author, for: imported) }
            return
        }
        let heldN = held?.n ?? 0
        guard replica != home.replica else { return pass(over: author, at: heldN + 1) }
        let confirmed = confirmed[replica] ?? 0
        let number = try imported?.number ?? insert(chain, by: author, acknowledged: confirmed)
        let ownN = held?.source == .own ? heldN : 0
        let counts = trust.level(of: chain, by: author.person).counts(in: audit)
        current = Importing(
            chain: chain, author: author, writer: try ChainWriter(chain: number, database),
            held: held,
            shownAbove: counts ? max(confirmed, ownN) : .max)
    }

    /// Takes the next change of the chain that began last, unless that was passed over.
    ///
    /// - Parameter end: Where the chain ends with it.
    mutating func append(_ change: ChainChange, to end: ChainEnd) throws {
        guard var importing = current else { return }
        let held = importing.held
        if let held, end.n == held.n, end != held.end {
            // Of a chain that was imported before nothing is written up to here.
            if held.source == .own {
                try database.run("delete from change where chain = ?1", importing.writer.number)
                try database.run("delete from chain where number = ?1", importing.writer.number)
            }
            return pass(over: importing.author, at: change.n)
        }
        let isHeld = change.n <= held?.n ?? 0
        // Of a chain that this laptop wrote part of, the whole is imported beside its own.
        guard !isHeld || held?.source == .own else { return }
        let record = try ClientStore.ensureRecord(
            RecordKey(bytes: change.key) ?? .plan(audit.id), audit, database)
        let isShown = change.n > importing.shownAbove && change.isInEffect
        try importing.writer.append(
            ChainWriter.Row(
                n: change.n, record: record, hash: change.hash, chainHash: end.chain,
                // That it was applied is the author's word; a server may have been restored since.
                outcome: change.isInEffect ? nil : change.answer?.outcome,
                reason: change.answer.flatMap { $0.reason.isEmpty ? nil : $0.reason },
                overlay: isShown ? 2 : 0, body: change.body))
        if isShown { touched.insert(record) }
        if !isHeld { importing.count += 1 }
        current = importing
    }

    /// Ends with the last chain; says what was new.
    mutating func ended() throws -> BundleTaken {
        try end()
        return taken
    }

    /// Composes what is shown anew; the last step of the transaction.
    func finish() throws { try RecordRefresh.refresh(touched, of: audit, database) }

    private mutating func end() throws {
        guard let importing = current else { return }
        let (chain, author) = (importing.chain, importing.author)
        try note(chain, by: author, as: importing.writer.number)
        let level = trust.level(of: chain, by: author.person)
        let apart: ApartChain.Status? =
            level.counts(in: audit) ? nil : level == .accepted ? .accepted : .unknown
        taken.note(chain, by: author, importing.count, apart: apart)
        current = nil
    }

    /// Takes over what shows better than before whose a chain is that is here already.
    private func takeProof(
        of chain: SignedChain, by author: Author, for held: ChainRow
    ) throws {
        let level = trust.level(of: chain, by: author.person)
        let isByItsReplica = held.signed?.isByItsReplica == true
        guard !isByItsReplica || level.rawValue > held.trust.rawValue else { return }
        try note(chain, by: author, as: held.number)
        guard level.counts(in: audit), !held.trust.counts(in: audit) else { return }
        try DeviceStore.lay(held, over: audit, shown: true, database)
    }

    /// Takes nothing of a chain: what another wrote twice under one number keeps nobody else's work
    /// away.
    private mutating func pass(over author: Author, at n: UInt64) {
        current = nil
        taken.forks.append(BundleTaken.Fork(name: author.name, n: n))
    }

    private static func seen(_ row: StoredAudit, _ database: Database) throws -> [ReplicaID: UInt64]
    {
        let stored: [UInt8]? =
            try database.first(
                "select checkpoint from audit where number = ?1", row.number
            ) { $0.optional(0, $0.blob) } ?? nil
        guard let stored, let last = try? WireCheckpoint(serializedBytes: stored)
        else { return [:] }
        let entries = last.vector.compactMap { entry in
            ReplicaID(bytes: entry.replica).map { ($0, entry.n) }
        }
        return Dictionary(entries) { max($0, $1) }
    }

    private func insert(
        _ chain: SignedChain, by author: Author, acknowledged: UInt64
    ) throws -> Int64 {
        try database.run(
            """
            insert into chain
              (audit, replica, source, n, hash, acknowledged, person, person_name, signer,
              proof, signature, trust)
            values (?1, ?2, 2, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, audit.number, chain.end.replica, chain.end.chain, min(acknowledged, chain.end.n),
            author.person, author.name, chain.key?.replica, chain.device.serialized,
            chain.signature, trust.level(of: chain, by: author.person).rawValue)
        return database.insertedNumber
    }

    /// Writes where a chain ends now, and who says so; a server is asked anew.
    private func note(_ chain: SignedChain, by author: Author, as number: Int64) throws {
        try database.run(
            """
            update chain
            set n = ?2, hash = ?3, signature = ?4, signer = ?5, proof = ?6, person_name = ?7,
              trust = max(trust, ?8), is_refused = 0, trouble = null
            where number = ?1
            """, number, chain.end.n, chain.end.chain, chain.signature, chain.key?.replica,
            chain.device.serialized, author.name,
            trust.level(of: chain, by: author.person).rawValue)
    }
}

/// What of a bundle was new.
package struct BundleTaken: Sendable {
    package private(set) var people: [(person: PersonID, name: String, changes: Int)] = []
    /// What is kept apart, because nothing shows whose device wrote it; only new changes count.
    package private(set) var apart: [ApartChain] = []
    /// Chains that were passed over: their numbers stand for other changes here.
    package fileprivate(set) var forks: [Fork] = []
    /// A chain that was passed over.
    package struct Fork: Sendable {
        package let name: String
        /// Where the histories part at the latest.
        package let n: UInt64

        package var words: String {
            "The work of \(name) in this file has another history than the one here, from change "
                + "\(n) on at the latest. Nothing was taken of it. Keep the file; once the "
                + "laptops sync, the server keeps both."
        }
    }
    /// Files of evidence that this laptop did not have.
    package var files = 0

    package var changes: Int { (people.map(\.changes) + apart.map(\.changes)).reduce(0, +) }

    fileprivate mutating func note(
        _ chain: SignedChain, by author: Author, _ changes: Int, apart standing: ApartChain.Status?
    ) {
        guard changes > 0 else { return }
        if let standing {
            apart.append(
                ApartChain(
                    personName: author.name, fingerprint: chain.key?.fingerprint ?? "",
                    changes: changes, standing: standing))
        } else if let index = people.firstIndex(where: { $0.person == author.person }) {
            people[index].changes += changes
        } else {
            people.append((author.person, author.name, changes))
        }
    }
}

extension ChainChange {
    /// Whether it is shown until a server says otherwise.
    fileprivate var isInEffect: Bool {
        switch answer?.outcome {
        case nil, .applied, .again: true
        case .rejected, .quarantined: false
        }
    }
}
