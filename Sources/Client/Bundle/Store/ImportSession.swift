package import Shared
import Storage

/// One transaction of importing; decides what of each chain is new, and never bends a chain.
struct ImportSession {
    private(set) var taken = BundleTaken()
    private let audit: StoredAudit
    private let home: HomeRow
    private let trust: DeviceTrust
    private let checkpoint: LastCheckpoint
    private let database: Database
    private var current: Importing?

    /// The chain whose changes come now.
    private struct Importing {
        let chain: SignedChain
        let author: Author
        let writer: ChainWriter
        /// Where what is held of it ends, as own or imported; its hash has to be met there.
        let held: ChainRow?
        /// Whether its device is known as another's than the person whom the file names.
        let isMisnamed: Bool
        /// Whether some change is in the name that the file gives, or in another that the server is
        /// to know as hers; else all are in the one that follows from the device's own first key.
        var isInThatName = false

        func isHers(_ person: PersonID) -> Bool {
            person == author.person || chain.device.others.contains { $0.person == person }
        }

        /// Whose the chain is: what its signed changes say, whatever stands beside them.
        var person: PersonID {
            guard !isInThatName, let first = chain.device.keys.first else { return author.person }
            return .of(firstKey: first.publicKey)
        }
    }

    init(
        audit: StoredAudit, home: HomeRow, trust: DeviceTrust, checkpoint: LastCheckpoint,
        _ database: Database
    ) {
        self.audit = audit
        self.home = home
        self.trust = trust
        self.checkpoint = checkpoint
        self.database = database
    }

    /// Begins with a chain; its changes follow, each through `append`.
    ///
    /// One that has another history than the one here is passed over, and told. What the server has
    /// otherwise, or may have, is kept: the next sync shows it that.
    mutating func begin(_ chain: SignedChain, by author: Author) throws {
        try end()
        let replica = chain.end.replica
        let last = chain.end.n
        let imported = try ClientStore.chain(audit, replica, .imported, database)
        let held = try imported ?? ClientStore.chain(audit, replica, .own, database)
        if let held, last <= held.n {
            // A chain that is no longer than what is held has to be its beginning.
            let hash = try ClientStore.chainHash(of: held, at: last, in: audit, database)
            guard hash == chain.end.chain else { return pass(over: author, at: last, held) }
            guard let imported, last == held.n else { return }
            try takeProof(of: chain, by: author, for: imported)
            // What an earlier version had believed of an altered file is mended by the true one.
            guard imported.trust.counts(in: audit), imported.unplaced == 0 else { return }
            return try DeviceStore.lay(imported, over: audit, shown: true, database)
        }
        guard replica != home.replica else {
            return pass(over: author, at: (held?.n ?? 0) + 1, held)
        }
        // The server has it to its end.
        guard held != nil || !checkpoint.has(chain.end) else { return }
        let number = try imported?.number ?? insert(chain, by: author)
        current = Importing(
            chain: chain, author: author, writer: try ChainWriter(chain: number, database),
            held: held, isMisnamed: isMisnamed(chain, by: author, imported))
    }

    /// One device is one person's, under the id of its first key and those that a server proves.
    private func isMisnamed(
        _ chain: SignedChain, by author: Author, _ imported: ChainRow?
    ) -> Bool {
        guard trust.level(of: chain, by: author.person) == .unknown else { return false }
        let claims = !chain.device.others.isEmpty
        let isKnown = imported.map {
            $0.trust != .unknown && (claims || $0.author?.person != author.person)
        }
        return isKnown == true || trust.isAccepted(chain.device)
    }

    /// Takes the next change of the chain that began last, unless that was passed over.
    ///
    /// Nothing is shown before the whole chain is here, and nothing has an outcome: that a server
    /// refused a change is its own to say.
    mutating func append(
        _ change: ChainChange, to end: ChainEnd, by person: PersonID
    ) throws {
        guard var importing = current else { return }
        let held = importing.held
        if importing.isHers(person) { importing.isInThatName = true }
        defer { if current != nil { current = importing } }
        if let held, end.n == held.n, end != held.end {
            // Of a chain that was imported before nothing is written up to here.
            try drop(importing)
            return pass(over: importing.author, at: change.n, held)
        }
        if importing.isInThatName, importing.isMisnamed {
            try drop(importing)
            return refuse(importing)
        }
        let isHeld = change.n <= held?.n ?? 0
        // Of a chain that this laptop wrote part of, the whole is imported beside its own.
        guard !isHeld || held?.source == .own else { return }
        let record = try ClientStore.ensureRecord(
            RecordKey(bytes: change.key) ?? .plan(audit.id), audit, database)
        try importing.writer.append(
            ChainWriter.Row(
                n: change.n, record: record, hash: change.hash, chainHash: end.chain, overlay: 0,
                body: change.body))
    }

    /// Ends with the last chain; says what was new.
    mutating func ended() throws -> BundleTaken {
        try end()
        return taken
    }

    private mutating func end() throws {
        guard let importing = current else { return }
        current = nil
        let chain = importing.chain
        let author = Author(person: importing.person, name: importing.author.name)
        let held = importing.held.flatMap { $0.source == .imported ? $0 : nil }
        try note(chain, by: author, as: importing.writer.number, over: held)
        let row = try ClientStore.chain(audit, chain.end.replica, .imported, database)
        guard let row else { preconditionFailure("What was just noted is there.") }
        let standing = try checkpoint.standing(of: row, in: audit, database)
        var known = importing.held?.n ?? 0
        if case .confirmed(let n) = standing, n > row.acknowledged {
            known = max(known, n)
            try database.run(
                "update chain set acknowledged = ?2 where number = ?1", row.number, n)
        }
        taken.note(
            chain, by: author, Int(clamping: row.n - min(known, row.n)),
            apart: row.apart(in: audit, standing))
        guard row.trust.counts(in: audit),
            let row = try ClientStore.chain(audit, row.replica, .imported, database)
        else { return }
        try DeviceStore.lay(row, over: audit, shown: true, database)
    }

    /// Takes back what was written of the chain that is under way; what was imported before stays.
    private func drop(_ importing: Importing) throws {
        let number = importing.writer.number
        let n = importing.held?.source == .imported ? importing.held?.n ?? 0 : 0
        try database.run("delete from change where chain = ?1 and n > ?2", number, n)
        guard n == 0 else { return }
        try database.run("delete from chain where number = ?1", number)
    }

    /// Takes nothing of what a device that is known as one person's brings as another's.
    private mutating func refuse(_ importing: Importing) {
        current = nil
        taken.misnamed.append(
            BundleTaken.Misnamed(
                fingerprint: importing.chain.key?.fingerprint ?? "",
                person: importing.author.person, name: importing.author.name))
    }

    /// Takes over what shows better than before whose a chain is that is here already.
    private func takeProof(
        of chain: SignedChain, by author: Author, for held: ChainRow
    ) throws {
        // The same changes are by the same person, whatever each file calls her.
        let author = Author(person: held.author?.person ?? author.person, name: author.name)
        let level = trust.level(of: chain, by: author.person)
        let isByItsReplica = held.signed?.isByItsReplica == true
        guard !isByItsReplica || level.rawValue > held.trust.rawValue else { return }
        try note(chain, by: author, as: held.number, over: held)
        guard level.counts(in: audit), !held.trust.counts(in: audit) else { return }
        try DeviceStore.lay(held, over: audit, shown: true, database)
    }

    /// Takes nothing of a chain: what another wrote twice under one number keeps nobody else's work
    /// away.
    private mutating func pass(over author: Author, at n: UInt64, _ held: ChainRow?) {
        current = nil
        let isOwn = held?.source != .imported
        taken.forks.append(
            BundleTaken.Fork(person: author.person, name: author.name, n: n, isOwn: isOwn))
    }

    private func insert(_ chain: SignedChain, by author: Author) throws -> Int64 {
        try database.run(
            """
            insert into chain
              (audit, replica, source, n, hash, person, person_name, signer, proof, signature,
              trust)
            values (?1, ?2, 2, 0, ?3, ?4, ?5, ?6, ?7, ?8, 0)
            """, audit.number, chain.end.replica, chain.end.chain, author.person, author.name,
            chain.key?.replica, chain.device.serialized, chain.signature)
        return database.insertedNumber
    }

    /// Writes where a chain ends now, and who says so; a server is asked anew.
    private func note(
        _ given: SignedChain, by author: Author, as number: Int64, over held: ChainRow?
    ) throws {
        let chain = completed(given, by: author.person, from: held?.signed?.device)
        try database.run(
            """
            update chain
            set n = ?2, hash = ?3, signature = ?4, signer = ?5, proof = ?6, person_name = ?7,
              trust = iif(person = ?9, max(trust, ?8), ?8), person = ?9, is_refused = 0,
              trouble = null
            where number = ?1
            """, number, chain.end.n, chain.end.chain, chain.signature, chain.key?.replica,
            chain.device.serialized, author.name,
            trust.level(of: chain, by: author.person).rawValue, author.person)
    }

    /// The same with the certificates that are here already, where they show more.
    ///
    /// They are no part of what is signed: who carries a file may leave them out.
    private func completed(
        _ chain: SignedChain, by person: PersonID, from known: DeviceProof?
    ) -> SignedChain {
        guard let known else { return chain }
        let proof = DeviceProof(
            certificate: known.certificate, others: known.others, keys: chain.device.keys)
        let other = SignedChain(end: chain.end, device: proof, signature: chain.signature)
        let isBetter =
            trust.level(of: other, by: person).rawValue
            > trust.level(of: chain, by: person).rawValue
        return isBetter ? other : chain
    }
}

/// What of a bundle was new.
package struct BundleTaken: Sendable {
    package private(set) var people: [(person: PersonID, name: String, changes: Int)] = []
    /// What is kept apart, because nothing shows whose device wrote it; only new changes count.
    package private(set) var apart: [ApartChain] = []
    /// Chains that were passed over: their numbers stand for other changes here.
    package fileprivate(set) var forks: [Fork] = []
    /// Chains of which nothing was taken, because their device was accepted as somebody else's.
    package fileprivate(set) var misnamed: [Misnamed] = []

    /// A chain that was passed over.
    package struct Fork: Sendable {
        let person: PersonID
        package fileprivate(set) var name: String
        /// Where the histories part at the latest.
        package let n: UInt64
        /// Whether it contradicts what this laptop itself wrote.
        let isOwn: Bool

        package var words: String {
            let whose = isOwn ? "this device" : name
            let way =
                isOwn
                ? "a copy of this laptop wrote it: import it on a colleague's laptop"
                : "import it again after the next accord sync"
            return "The work of \(whose) in this file has another history than the one here, "
                + "from change \(n) on at the latest. Nothing was taken of it. Keep the file, and "
                + "\(way). What the server has otherwise is kept for its leads then."
        }
    }

    /// A chain in another name than the one under which its device was accepted.
    package struct Misnamed: Sendable {
        package let fingerprint: String
        let person: PersonID
        package fileprivate(set) var name: String

        package var words: String {
            "The device \(fingerprint) was accepted here as somebody else's, and this file has "
                + "work of it in the name of \(name). Nothing was taken of that; what is here "
                + "already stays. Ask \(name). If it is hers all the same, join the server that "
                + "she has joined (accord join), and import the file again."
        }
    }

    /// Why not everything was taken, a sentence each.
    package var refusals: [String] { forks.map(\.words) + misnamed.map(\.words) }
    /// Files of evidence that this laptop did not have.
    package var files = 0

    /// Calls everybody by the name that the plan has for her; a file calls people as it likes.
    mutating func name(by plan: Plan?) {
        guard let plan else { return }
        people = people.map {
            ($0.person, plan.name(of: $0.person, said: $0.name), $0.changes)
        }
        for index in apart.indices {
            apart[index].personName = plan.name(
                of: apart[index].person, said: apart[index].personName)
        }
        for index in forks.indices {
            forks[index].name = plan.name(of: forks[index].person, said: forks[index].name)
        }
        for index in misnamed.indices {
            misnamed[index].name = plan.name(
                of: misnamed[index].person, said: misnamed[index].name)
        }
    }

    package var changes: Int { (people.map(\.changes) + apart.map(\.changes)).reduce(0, +) }

    fileprivate mutating func note(
        _ chain: SignedChain, by author: Author, _ changes: Int, apart standing: ApartChain.Status?
    ) {
        guard changes > 0 else { return }
        if let standing {
            apart.append(
                ApartChain(
                    person: author.person, personName: author.name,
                    fingerprint: chain.key?.fingerprint ?? "",
                    changes: changes, standing: standing))
        } else if let index = people.firstIndex(where: { $0.person == author.person }) {
            people[index].changes += changes
        } else {
            people.append((author.person, author.name, changes))
        }
    }
}
