package import Reading
package import Shared
import Storage

/// One component state as a list of a whole audit reads it.
package enum StateStatus: Sendable {
    case plain(StateOutcomes)
    /// Verdicts differ, a lead has decided, or something was withdrawn: the record has to be asked.
    case contested(Record)
}

/// Component states, told without decoding their records.
package struct StateIndex {
    let store: ClientStore

    static let selectStandings = """
        select record.key, state_outcomes.outcomes,
          iif(state_outcomes.outcomes is null, coalesce(record.shown, record.pulled), null)
        from record left join state_outcomes on state_outcomes.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3 order by record.key
        """

    /// Every component state of an audit, ascending by key; quick where little differs.
    package func standings(_ audit: AuditID, _ body: (StateID, StateStatus) throws -> Void) throws {
        try store.read(audit, or: ()) { audit, database in
            try database.each(
                Self.selectStandings, audit.number, RecordKind.state.firstKey(of: audit.id),
                RecordKind.state.lastKey(of: audit.id)
            ) { row in
                // The statement's range has component states alone.
                guard case .state(_, let id) = try row.recordKey(0) else { return }
                if let outcomes = StateOutcomes(bytes: row.blob(1)) {
                    try body(id, .plain(outcomes))
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

/// Keeps what holds on component states in step with what is shown, in the same transaction.
struct OutcomesWriter {
    private let upsert, delete: SQLStatement

    init(_ database: Database) throws {
        upsert = try SQLStatement(
            """
            insert into state_outcomes (record, outcomes) values (?1, ?2)
            on conflict (record) do update set outcomes = excluded.outcomes
            """, in: database)
        delete = try SQLStatement("delete from state_outcomes where record = ?1", in: database)
    }

    /// - Parameter outcomes: Nil where the record has to be read.
    func write(_ outcomes: [UInt8]?, of record: Int64) throws {
        let statement = outcomes == nil ? delete : upsert
        statement.bind(1, record)
        if let outcomes { statement.bind(2, outcomes) }
        try statement.run()
    }
}
