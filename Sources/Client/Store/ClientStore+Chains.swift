package import Shared
import Storage
import SwiftProtobuf

/// One chain of an audit: one of this laptop's own, or one that was imported.
struct ChainRow {
    let number: Int64
    let source: Source
    let end: ChainEnd
    /// The last number that a server is known to have answered.
    let acknowledged: UInt64
    /// Whether that was compared with what the server has of the chain.
    let isChecked: Bool
    /// The last number of an imported chain that a server keeps for the leads; mostly 0.
    let unplaced: UInt64
    /// In whose name an imported chain is; nil for an own one.
    let author: Author?
    /// How well an imported chain is known to be its author's.
    let trust: DeviceTrust.Level
    /// An imported chain's end as it came, with its signature; nil for an own one.
    let signed: SignedChain?
    /// Whether a server refused the rest for good.
    let isRefused: Bool

    /// Where it is from; the raw values are `chain.source`.
    enum Source: Int64 {
        case own = 1
        case imported = 2
    }

    /// The last number that a server has, answered or kept for the leads.
    var sentThrough: UInt64 { max(acknowledged, unplaced) }

    var replica: ReplicaID { end.replica }
    var n: UInt64 { end.n }

    /// The chains of the audit `?1` from the source `?2`.
    static let select = """
        select number, replica, source, n, hash, acknowledged, unplaced, checked >= acknowledged,
          person, person_name, trust, signature, proof, is_refused
        from chain where audit = ?1 and source = ?2
        """

    init(_ row: Row) throws {
        number = row.int(0)
        guard let source = Source(rawValue: row.int(2)) else {
            preconditionFailure("The table has no other sources.")
        }
        self.source = source
        let end = ChainEnd(
            dot: Dot(replica: try row.identifier(1), n: row.unsigned(3)), chain: try row.hash(4))
        self.end = end
        acknowledged = row.unsigned(5)
        unplaced = row.unsigned(6)
        isChecked = row.int(7) == 1
        trust = DeviceTrust.Level(rawValue: row.int(10)) ?? .unknown
        isRefused = row.int(13) == 1
        guard source == .imported else {
            author = nil
            signed = nil
            return
        }
        author = Author(person: try row.identifier(8), name: row.text(9))
        guard let device = DeviceProof(serialized: row.blob(12))
        else { throw row.damage("an imported chain does not say whose it is") }
        signed = SignedChain(end: end, device: device, signature: row.blob(11))
    }
}

extension ClientStore {
    /// The chains of an audit from one source, own ones by enrolment.
    static func chains(
        _ audit: StoredAudit, _ source: ChainRow.Source, _ database: Database
    ) throws -> [ChainRow] {
        let select = ChainRow.select + " order by number"
        return try database.rows(select, audit.number, source.rawValue, read: ChainRow.init)
    }

    /// All chains of an audit, own ones first.
    static func chains(_ audit: StoredAudit, _ database: Database) throws -> [ChainRow] {
        try chains(audit, .own, database) + chains(audit, .imported, database)
    }

    /// A replica's chain as this laptop wrote it, or as it was imported; nil when there is none.
    static func chain(
        _ audit: StoredAudit, _ replica: ReplicaID, _ source: ChainRow.Source, _ database: Database
    ) throws -> ChainRow? {
        try database.first(
            ChainRow.select + " and replica = ?3", audit.number, source.rawValue, replica,
            read: ChainRow.init)
    }

    /// The own chain of a replica, which begins when it is first asked for.
    static func ensureOwnChain(
        _ audit: StoredAudit, _ replica: ReplicaID, _ database: Database
    ) throws -> ChainRow {
        if let known = try chain(audit, replica, .own, database) { return known }
        try database.run(
            "insert into chain (audit, replica, source, n, hash) values (?1, ?2, 1, 0, ?3)",
            audit.number, replica, ChainEnd.start(of: replica, in: audit.id).chain)
        guard let made = try chain(audit, replica, .own, database) else {
            preconditionFailure("A row that was just inserted is there.")
        }
        return made
    }

    /// A chain's hash after a number that it has; the chain's start for 0.
    static func chainHash(
        of chain: ChainRow, at n: UInt64, in audit: StoredAudit, _ database: Database
    ) throws -> Hash256 {
        guard n > 0 else { return ChainEnd.start(of: chain.replica, in: audit.id).chain }
        let hash = try database.first(
            "select chain_hash from change where chain = ?1 and n = ?2", chain.number, n
        ) { try $0.hash(0) }
        guard let hash else {
            preconditionFailure("Every number up to the chain's end has a change.")
        }
        return hash
    }

    /// The replicas that this database wrote under, the present one last.
    package func replicas() throws -> [ReplicaID] {
        try file.read {
            try $0.rows("select id from replica order by number") { try $0.identifier(0) }
        }
    }

    static func isOwn(_ replica: ReplicaID, _ database: Database) throws -> Bool {
        try database.hasRow("select 1 from replica where id = ?1", replica)
    }
}

/// Writes the rows of one chain, in the order of its numbers.
struct ChainWriter {
    let number: Int64
    private let insert, end: SQLStatement

    /// One change, as it is stored.
    struct Row {
        let n: UInt64
        /// The number of its record's row.
        let record: Int64
        let hash: Hash256
        let chainHash: Hash256
        /// Unix milliseconds; nil for an imported one.
        var recorded: Int64?
        var outcome: Trail.Outcome?
        var reason: String?
        let overlay: Int64
        /// Empty where no body is left anywhere.
        let body: [UInt8]
    }

    init(chain number: Int64, _ database: Database) throws {
        self.number = number
        insert = try SQLStatement(
            """
            insert into change (chain, n, record, hash, chain_hash, recorded_milliseconds, outcome,
              reason, overlay, body) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, in: database)
        end = try SQLStatement("update chain set n = ?2, hash = ?3 where number = ?1", in: database)
    }

    func append(_ row: Row) throws {
        insert.bind(1, number)
        insert.bind(2, row.n)
        insert.bind(3, row.record)
        insert.bind(4, row.hash)
        insert.bind(5, row.chainHash)
        insert.bind(6, row.recorded)
        insert.bind(7, row.outcome.map { Int64($0.code) })
        insert.bind(8, row.reason)
        insert.bind(9, row.overlay)
        insert.bind(10, row.body)
        try insert.run()
    }

    func finish(at last: ChainEnd) throws {
        end.bind(1, number)
        end.bind(2, last.n)
        end.bind(3, last.chain)
        try end.run()
    }
}

/// How far the server has each chain, with the hash there, as the last checkpoint told it.
struct LastCheckpoint {
    private let ends: [ReplicaID: ChainEnd]

    /// How what came in a file stands to what the server has under the same numbers.
    enum Status: Equatable {
        /// The server has it through this number, by its hash; 0 where it has nothing of it.
        case confirmed(through: UInt64)
        /// The server has more of the device, and nobody has compared whether that goes on from it.
        case unchecked
        /// The server has other changes under its numbers.
        case contradicted
    }

    init(_ vector: [ChainEnd]) {
        ends = Dictionary(vector.map { ($0.replica, $0) }) { $0.dot.n > $1.dot.n ? $0 : $1 }
    }

    init(of audit: StoredAudit, _ database: Database) throws {
        let stored: [UInt8]? =
            try database.first(
                "select checkpoint from audit where number = ?1", audit.number
            ) { $0.optional(0, $0.blob) } ?? nil
        let last = stored.flatMap { try? WireCheckpoint(serializedBytes: $0) }
        self.init(last?.vector.compactMap(ChainEnd.init) ?? [])
    }

    func has(_ end: ChainEnd) -> Bool { ends[end.replica] == end }

    var dots: [Dot] { ends.values.map(\.dot) }

    /// Compares by hash at the last common number; what an answer has named by its hash is known.
    func standing(
        of chain: ChainRow, in audit: StoredAudit, _ database: Database
    ) throws -> Status {
        guard let end = ends[chain.replica], end.n > 0 else { return .confirmed(through: 0) }
        guard end.n <= chain.n else {
            // One that its author's later device signed was acknowledged, and is never sent.
            let isKnown = chain.acknowledged == chain.n || chain.signed?.isByItsReplica == false
            return isKnown ? .confirmed(through: chain.n) : .unchecked
        }
        let hash = try ClientStore.chainHash(of: chain, at: end.n, in: audit, database)
        return hash == end.chain ? .confirmed(through: end.n) : .contradicted
    }
}

/// What of an audit's changes is here, as a signature tells it.
enum KnownChanges {
    /// How far each chain is here without a gap: as the last complete pull told, and own ones.
    ///
    /// A pull that was cut brings records of later changes and not of all, so those do not count.
    static func vector(_ audit: StoredAudit, _ database: Database) throws -> VersionVector {
        let checkpoint = try LastCheckpoint(of: audit, database)
        var known = VersionVector(checkpoint.dots)
        // What was issued again under another replica is known nowhere under its old numbers.
        try database.each(
            """
            select replica, coalesce((select min(change.n) - 1 from change
              where change.chain = chain.number and change.outcome = ?2), n)
            from chain where audit = ?1 and source = 1
            """, audit.number, ClientSchema.outcomeMoved
        ) { known.raise(to: Dot(replica: try $0.identifier(0), n: $0.unsigned(1))) }
        for chain in try ClientStore.chains(audit, .imported, database)
        where try chain.unplaced == 0 && isOnTop(chain, of: checkpoint, known, audit, database) {
            known.raise(to: chain.end.dot)
        }
        return known
    }

    /// Whether a chain from a file is its person's, and goes on from what a pull brought.
    private static func isOnTop(
        _ chain: ChainRow, of checkpoint: LastCheckpoint, _ known: VersionVector,
        _ audit: StoredAudit, _ database: Database
    ) throws -> Bool {
        guard chain.trust.counts(in: audit),
            case .confirmed = try checkpoint.standing(of: chain, in: audit, database)
        else { return false }
        let first =
            try database.first(
                "select min(n) from change where chain = ?1", chain.number
            ) { $0.optional(0, $0.unsigned) } ?? nil
        return first.map { $0 <= known[chain.replica] &+ 1 } ?? false
    }

    /// Where the server's log stood at the end of the last complete pull; nil before the first.
    static func pull(_ audit: StoredAudit, _ database: Database) throws -> SignOff.Pull? {
        let image = try database.first(
            "select checkpoint from audit where number = ?1 and checkpoint is not null",
            audit.number
        ) { $0.blob(0) }
        guard let checkpoint = image.flatMap({ try? WireCheckpoint(serializedBytes: $0) }),
            let head = TrailHead(witnessedIn: Array(checkpoint.cursor)),
            let root = Hash256(bytes: checkpoint.root)
        else { return nil }
        return SignOff.Pull(
            epoch: head.epoch, sequence: head.sequence, root: root, trail: head.trail)
    }

    /// How far each component and component state goes, ascending by key, read from its front.
    static func contexts(
        _ audit: StoredAudit, _ database: Database,
        _ body: (RecordKey, VersionVector) throws -> Void
    ) throws {
        try database.each(
            """
            select key, coalesce(shown, pulled) from record
            where audit = ?1 and key >= ?2 and key < ?3 order by key
            """, audit.number, RecordKind.component.firstKey(of: audit.id),
            RecordKind.state.lastKey(of: audit.id)
        ) { row in
            let front = row.withBlob(1, VersionVector.init(frontOf:))
            try body(try row.recordKey(0), try front ?? row.record(1).context)
        }
    }
}

extension VersionVector {
    /// The context of an encoded record, whose second field it is; nil where it is not there.
    fileprivate init?(frontOf record: UnsafeRawBufferPointer) {
        var rest = record[...]
        guard rest.field(1) != nil, let context = rest.field(2) else { return nil }
        self.init(bytes: Array(context))
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Takes the bytes of the next field; nil unless it is this one, and whole.
    fileprivate mutating func field(_ number: UInt8) -> Self? {
        guard popFirst() == number << 3 | 2 else { return nil }
        var count = 0
        var shift = 0
        while let byte = popFirst(), shift < 32 {
            count |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            guard count <= self.count else { return nil }
            defer { self = dropFirst(count) }
            return prefix(count)
        }
        return nil
    }
}
