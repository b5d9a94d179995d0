import GRDB
package import Shared
package import struct Shared.Record
import Storage

/// One component state as a list of a whole audit reads it.
package enum StateStatus: Sendable {
    /// Nothing differs on it.
    case plain(StateOutcomes)
    /// Verdicts differ, a lead has decided, or something was withdrawn: the record has to be asked.
    case contested(Record)
}

/// Component states, told without decoding their records.
package struct StateIndex {
    let store: ClientStore
}

extension StateIndex {
    static let selectStandings = """
        select record.key, state_outcomes.outcomes,
          iif(state_outcomes.outcomes is null, coalesce(record.shown, record.pulled), null)
        from record
        left join state_outcomes on state_outcomes.record = record.number
        where record.audit = ?1 and record.key >= ?2 and record.key < ?3
        order by record.key
        """

    /// Every component state of an audit, ascending by key; quick where little differs.
    package func standings(
        _ audit: AuditID, _ body: (StateID, StateStatus) throws -> Void
    ) throws {
        try store.file.read { database in
            guard let audit = try ClientStore.audit(audit, database) else { return }
            try database.each(
                Self.selectStandings, audit.number, RecordKind.state.firstKey(of: audit.id),
                RecordKind.state.lastKey(of: audit.id)
            ) { row in
                // The statement's range has component states alone.
                guard case .state(_, let id) = try row.recordKey(0) else { return }
                if let outcomes = StateOutcomes(bytes: row.blob(1)) {
                    try body(id, .plain(outcomes))
                } else if !row.isNull(2) {
                    try body(id, .contested(try Record(decoding: row.blob(2))))
                } else {
                    throw StorageError.damaged(
                        path: store.path, detail: "what holds on a component state cannot be read")
                }
            }
        }
    }
}

/// Keeps what holds on component states in step with what is shown, in the same transaction.
struct OutcomesWriter {
    private let upsert: SQLStatement
    private let delete: SQLStatement

    init(_ database: Database) throws {
        upsert = try SQLStatement(
            """
            insert into state_outcomes (record, outcomes) values (?1, ?2)
            on conflict (record) do update set outcomes = excluded.outcomes
            """, in: database)
        delete = try SQLStatement(
            "delete from state_outcomes where record = ?1", in: database)
    }

    /// - Parameter outcomes: Nil where the record has to be read.
    func write(_ outcomes: [UInt8]?, of record: Int64) throws {
        let statement = outcomes == nil ? delete : upsert
        statement.bind(1, record)
        if let outcomes { statement.bind(2, outcomes) }
        try statement.run()
    }
}
