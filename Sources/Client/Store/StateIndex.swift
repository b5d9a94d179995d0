package import Reading
package import Shared
import Storage

/// Component states, told without decoding their records.
package struct StateIndex {
    let store: ClientStore

    static let selectStatuses = """
        select record.key, state_summary.summary,
          iif(state_summary.summary is null, coalesce(record.shown, record.pulled), null)
        from record left join state_summary on state_summary.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3 order by record.key
        """

    /// Every component state of an audit, ascending by key; quick where little differs.
    package func statuses(_ audit: AuditID, _ body: (StateID, StateStatus) throws -> Void) throws {
        try store.read(audit, or: ()) { audit, database in
            try database.each(
                Self.selectStatuses, audit.number, RecordKind.state.firstKey(of: audit.id),
                RecordKind.state.lastKey(of: audit.id)
            ) { row in
                // The statement's range has component states alone.
                guard case .state(_, let id) = try row.recordKey(0) else { return }
                if let summary = StateSummary(bytes: row.blob(1)) {
                    try body(id, .plain(summary))
                } else if !row.isNull(2) {
                    try body(id, .contested(try row.record(2)))
                } else {
                    throw row.damage("what holds on a component state cannot be read")
                }
            }
        }
    }

    static let selectSharedDigests = """
        select key, shown_digest from record indexed by record_shared
        where audit = ?1 and key >= ?2 and key < ?3 and is_shared = 1 order by key
        """

    /// The component states that a withdrawal may be about, each with the digest of what is shown.
    ///
    /// - Parameter components: Those that are withdrawn; all states of theirs are among them.
    func withdrawable(
        _ audit: AuditID, under components: [ComponentID]
    ) throws -> [StateID: Hash256] {
        try store.read(audit, or: [:]) { row, database in
            var digests: [StateID: Hash256] = [:]
            func read(_ statement: String, from first: [UInt8], to last: [UInt8]) throws {
                try database.each(statement, row.number, first, last) {
                    if case .state(_, let id) = try $0.recordKey(0) { digests[id] = try $0.hash(1) }
                }
            }
            try read(
                Self.selectSharedDigests, from: RecordKind.state.firstKey(of: audit),
                to: RecordKind.state.lastKey(of: audit))
            for component in components {
                let first = RecordKind.state.firstKey(of: audit) + component.bytes
                try read(ClientStore.selectNameDigests, from: first, to: Self.end(of: first))
            }
            return digests
        }
    }

    /// Every state of one component as shown, in every environment and round, ascending by key.
    package func states(
        of component: ComponentID, in audit: AuditID, _ body: (Record) throws -> Void
    ) throws {
        try store.read(audit, or: ()) { row, database in
            let first = RecordKind.state.firstKey(of: audit) + component.bytes
            try database.each(
                ClientStore.selectRecords, row.number, first, Self.end(of: first)
            ) { try body(try $0.record(0)) }
        }
    }

    /// The bytes before which keys end that begin so.
    private static func end(of prefix: [UInt8]) -> [UInt8] {
        var end = prefix
        while let last = end.popLast() {
            guard last == .max else { return end + [last + 1] }
        }
        return end
    }
}

/// Keeps summaries in step with what is shown, in the same transaction.
struct SummaryWriter {
    private let upsert, delete: SQLStatement

    init(_ database: Database) throws {
        upsert = try SQLStatement(
            """
            insert into state_summary (record, summary) values (?1, ?2)
            on conflict (record) do update set summary = excluded.summary
            """, in: database)
        delete = try SQLStatement("delete from state_summary where record = ?1", in: database)
    }

    func write(of shown: Record, _ number: Int64) throws {
        try write(Self.summary(of: shown), of: number)
    }

    /// A component has its name in 16 bytes, by which those of one name are found.
    ///
    /// Which of several names holds the plan's leads say, so who has several is looked at itself.
    static func summary(of shown: Record) -> [UInt8]? {
        switch shown.key {
        case .component: Component(shown).nameID?.bytes
        case .state: StateSummary(shown)?.bytes
        case .plan, .other: nil
        }
    }

    /// - Parameter summary: Nil where the record has to be read.
    func write(_ summary: [UInt8]?, of record: Int64) throws {
        let statement = summary == nil ? delete : upsert
        statement.bind(1, record)
        if let summary { statement.bind(2, summary) }
        try statement.run()
    }
}

extension StateIndex {
    /// Writes the summary of every component and component state of a database that has none.
    @Sendable static func summarise(_ database: Database) throws {
        let writer = try SummaryWriter(database)
        for number in try database.numbers("select number from record order by number") {
            let record = try database.first(
                "select coalesce(shown, pulled) from record where number = ?1", number
            ) { try? $0.record(0) }
            // What cannot be read is told when it is asked for.
            if let record, let record { try writer.write(of: record, number) }
        }
    }
}

extension ClientSchema {
    /// Format 12: `state_summary` has components too, each with its name in 16 bytes.
    ///
    /// What is derived is written anew in the same transaction.
    static let sharedNames = "delete from state_summary;"
}
