import Shared
import Storage

/// The changes that the laptop's pulled records do not hold: own ones, and imported ones
/// (SYNC "Base and overlay").
enum PendingChanges {
    struct Entry {
        let change: Change
        let standing: Status
    }

    enum Status: Equatable {
        /// An own one that the server has applied: part of the base.
        case applied
        /// An own one whose edit the server knew: in the base that has another dot for it.
        ///
        /// Until the next checkpoint the edit is shown even where the base does not have it: its
        /// other writing may not have been pulled yet.
        case known(isNew: Bool)
        case unconfirmed
        case imported
    }

    /// The changes of a record that no server has answered `applied`, refused ones too.
    ///
    /// A form may still show a refused edit; what that had replaced must not come back beside the
    /// edit that replaces it.
    static func notApplied(
        _ key: RecordKey, record: Int64, _ database: Database
    ) throws -> [Change] {
        try database.rows(
            """
            select chain.replica, change.n, change.body
            from change join chain on chain.number = change.chain
            where change.record = ?1
              and (change.overlay > 0 or change.outcome > 1) and change.outcome is not 1
              and length(change.body) > 0
            union all
            -- Of a chain that a server refused as a whole.
            select chain.replica, change.n, change.body from record
            join chain on chain.audit = record.audit and chain.source = 2 and chain.is_refused = 1
            join change on change.chain = chain.number
            where record.number = ?1 and change.record = ?1
              and change.overlay = 0 and change.outcome is null
            """, record
        ) { try $0.change(of: key) }
    }

    /// A record's changes in the overlay: own ones by enrolment, then imported ones, each by n.
    static func changes(of key: RecordKey, record: Int64, _ database: Database) throws -> [Entry] {
        let result = try database.rows(
            """
            select chain.replica, change.n, change.body, change.overlay, chain.source,
              change.outcome from change join chain on chain.number = change.chain
            where change.record = ?1 and change.overlay > 0
            order by chain.source, chain.number, change.n
            """, record
        ) { Entry(change: try $0.change(of: key), standing: standing($0)) }
        guard result.contains(where: { $0.standing == .imported }) else { return result }
        let rights = try ImportedRights(record: record, database)
        return result.filter { $0.standing != .imported || rights.permit($0.change) }
    }

    /// Reads it of a row whose fourth to sixth columns are overlay, source and outcome.
    private static func standing(_ row: Row) -> Status {
        guard row.int(4) == ChainRow.Source.own.rawValue else { return .imported }
        let isNew = row.int(3) == 2
        if row.outcome(5) == .again { return .known(isNew: isNew) }
        return isNew ? .unconfirmed : .applied
    }

    /// Base and shown of a record: as pulled, then applied own changes, then unconfirmed ones.
    ///
    /// Each change that the context covers by then is skipped, so neither the order in which
    /// answers and pulled records land nor a lost answer matters. Where there are imported ones
    /// too, all are shown in causal order.
    static func compose(pulled: Record, overlay: [Entry]) -> (base: Record, shown: Record) {
        var base = pulled
        for entry in overlay { fold(entry, into: &base, showsNew: false) }
        if overlay.contains(where: { $0.standing == .imported }) {
            return (base, inCausalOrder(pulled, overlay))
        }
        var shown = overlay.contains { $0.standing == .known(isNew: true) } ? pulled : base
        for entry in overlay { fold(entry, into: &shown, showsNew: true) }
        for entry in overlay where entry.standing == .unconfirmed { shown.apply(entry.change) }
        return (base, shown)
    }

    /// Lays what a server has answered over a record; what it holds already changes nothing.
    private static func fold(_ entry: Entry, into record: inout Record, showsNew: Bool) {
        switch entry.standing {
        case .applied: record.apply(entry.change)
        case .known(let isNew):
            let edit = entry.change.edit
            let lives = record.changes.contains { $0.change.edit == edit }
            if showsNew, isNew, !lives {
                record.apply(entry.change)
            } else {
                record.applyAgain(entry.change)
            }
        case .unconfirmed, .imported: break
        }
    }

    private static func inCausalOrder(_ pulled: Record, _ overlay: [Entry]) -> Record {
        // What the server knew for long has another dot in the pulled record, or is replaced there.
        let own = overlay.filter { ![.imported, .known(isNew: false)].contains($0.standing) }
            .map(\.change)
        let imported = Dictionary(
            grouping: overlay.lazy.filter { $0.standing == .imported }.map(\.change),
            by: \.dot.replica)
        var order = CausalOrder([own] + imported.sorted { $0.key < $1.key }.map(\.value))
        var shown = pulled
        // An imported edit that is there under another number, issued again, counts once. Where
        // that does not show whose it is, its own chain does.
        let unplaced = Set(
            pulled.changes.map(\.change).filter { $0.unplacedOrigin != nil }.map(\.edit))
        var known = Set(
            pulled.changes.map(\.change).filter { $0.unplacedOrigin == nil }.map(\.edit)
        ).union(own.map(\.edit))
        while let (lane, change) = order.next() {
            guard lane == 0 || known.insert(change.edit).inserted else { continue }
            if unplaced.contains(change.edit) {
                shown.applyAgain(change)
            } else {
                shown.apply(change)
            }
        }
        return shown
    }
}

/// What an imported change may do here before a server has it.
///
/// Once a server has the audit, who leads and what the policy is are the server's to say: a file
/// changes neither, and all else that is of the plan holds by its author's role. Nobody adopts in
/// a file: what was set aside lies on a server.
struct ImportedRights {
    /// Who may do what in an audit that a server has: by the plan as it was pulled, and what this
    /// laptop's own person has changed of it since; nil for an audit that no server has.
    ///
    /// There every change is permitted that this laptop lets have effect at all.
    private let roles: [PersonID: Role]?
    /// The record that is composed, as it was pulled.
    private let pulled: Record

    /// - Parameter number: The number of the record that is composed.
    init(record number: Int64, _ database: Database) throws {
        let row = try database.first(
            """
            select audit.is_on_server, audit.number, audit.id, record.key, record.pulled
            from record join audit on audit.number = record.audit where record.number = ?1
            """, number
        ) { row in
            let own = Record(key: try row.recordKey(3))
            let pulled = row.isNull(4) ? nil : try? Record(decoding: row.blob(4))
            return (
                isOnServer: row.int(0) == 1, audit: row.int(1),
                plan: RecordKey.plan(try row.identifier(2)), pulled: pulled ?? own
            )
        }
        guard let row else { preconditionFailure("A record that is composed has a row.") }
        pulled = row.pulled
        roles = row.isOnServer ? try Self.roles(in: row.audit, row.plan, database) : nil
    }

    private static func roles(
        in audit: Int64, _ key: RecordKey, _ database: Database
    ) throws -> [PersonID: Role] {
        let stored = try database.first(
            "select number, pulled from record where audit = ?1 and key = ?2", audit, key
        ) { ($0.int(0), $0.isNull(1) ? nil : try? Record(decoding: $0.blob(1))) }
        var plan = stored?.1 ?? Record(key: key)
        for change in try own(in: stored?.0, of: key, database) { plan.apply(change) }
        return Plan(plan).people.mapValues(\.role)
    }

    private static func own(
        in record: Int64?, of key: RecordKey, _ database: Database
    ) throws -> [Change] {
        guard let record else { return [] }
        return try database.rows(
            """
            select chain.replica, change.n, change.body
            from change join chain on chain.number = change.chain
            where change.record = ?1 and change.overlay > 0 and chain.source = 1
            order by chain.number, change.n
            """, record
        ) { try $0.change(of: key) }
    }

    func permit(_ change: Change) -> Bool {
        guard change.by == nil else { return false }
        guard let roles else { return true }
        let role = roles[change.body.author]
        if change.body.act == .decision { return role == .lead }
        let isOfThePlan = change.body.writes.contains {
            TesterRights.isOfThePlan($0.field, change.key)
        }
        switch role {
        case .lead:
            guard case .plan = change.key else { return true }
            return !change.body.writes.contains { [.person, .policy].contains($0.field.name) }
        case .tester: return TesterRights.refusal(of: change, in: pulled) == nil
        case .reader: return false
        // Who is no member yet may become one: her findings are shown, and nothing that is planned.
        case nil: return !isOfThePlan
        }
    }
}
