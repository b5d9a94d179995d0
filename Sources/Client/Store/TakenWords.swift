import Reading
import Shared
import Storage
import SwiftProtobuf

/// Words of this laptop's person that stood in a record until others' work on it came.
struct TakenWords: Hashable {
    let key: RecordKey
    let field: FieldID
    let edit: EditID
    /// What they were, as news quotes them.
    let words: String
    /// The replicas of which the record had more then: who took the words is among these.
    let risen: [ReplicaID]
}

extension TakenWords {
    /// Notes what of her words is gone, in the transaction in which the others' work comes.
    ///
    /// - Parameter person: Her ids: that of her invite, and the one under which she wrote before.
    static func note(
        of person: Set<PersonID>, from before: Record, to after: Record, audit: Int64,
        _ database: Database
    ) throws {
        let gone = AuditEvent.all(from: before, to: after).flatMap(\.gone)
        guard !gone.isEmpty else { return }
        let risen = after.context.entries.filter { $0.n > before.context[$0.replica] }
        for one in gone where person.contains(one.author) && one.unplaced == nil {
            guard let words = before.quoted(one) else { continue }
            try database.run(
                """
                insert or ignore into taken_words (audit, key, field, edit, words, risen)
                values (?1, ?2, ?3, ?4, ?5, ?6)
                """, audit, after.key, one.field.path, one.edit, words,
                risen.flatMap(\.replica.bytes))
        }
    }

    /// The same where others' work is laid over records and no server has brought it.
    static func note(
        of person: Set<PersonID>, from before: [Int64: Record], audit: Int64, _ database: Database
    ) throws {
        guard !before.isEmpty else { return }
        for (number, record) in before.sorted(by: { $0.key < $1.key }) {
            guard let after = try shown(number, database) else { continue }
            try note(of: person, from: record, to: after, audit: audit, database)
        }
        try EventStore.noteNewsDue(audit, database)
    }

    /// What is shown of those records in which this laptop has written.
    static func shown(
        in records: some Sequence<Int64>, _ database: Database
    ) throws -> [Int64: Record] {
        var found: [Int64: Record] = [:]
        for number in Set(records) {
            let isHers = try database.first(
                """
                select 1 from change join chain on chain.number = change.chain
                where change.record = ?1 and chain.source = 1 limit 1
                """, number
            ) { _ in true }
            if isHers == true { found[number] = try shown(number, database) }
        }
        return found
    }

    static func shown(_ number: Int64, _ database: Database) throws -> Record? {
        try database.first(
            """
            select coalesce(shown, pulled) from record
            where number = ?1 and coalesce(shown, pulled) is not null
            """, number
        ) { try $0.record(0) }
    }
}

extension EventStore {
    /// What was taken since news was looked for last.
    func takenWords(_ audit: AuditID) throws -> [TakenWords] {
        let select = "select key, field, edit, words, risen from taken_words where audit = ?1"
        return try store.rows(of: audit, select) { row -> TakenWords? in
            guard let field = FieldID(path: row.text(1)) else { return nil }
            let risen = row.blob(4)
            return TakenWords(
                key: try row.recordKey(0), field: field, edit: try row.identifier(2),
                words: row.text(3),
                risen: stride(from: 0, to: risen.count, by: 16).compactMap {
                    ReplicaID(bytes: risen[$0..<min($0 + 16, risen.count)])
                })
        }.compactMap(\.self)
    }

    /// Whose each replica is, as the last checkpoint told.
    func people(_ audit: AuditID) throws -> [ReplicaID: PersonID] {
        let image = try store.read(audit, or: nil) { row, database in
            try database.first(
                "select checkpoint from audit where number = ?1 and checkpoint is not null",
                row.number
            ) { $0.blob(0) }
        }
        let vector = image.flatMap { try? WireCheckpoint(serializedBytes: $0) }?.vector ?? []
        return vector.reduce(into: [:]) { people, entry in
            guard let replica = ReplicaID(bytes: entry.replica) else { return }
            people[replica] = PersonID(bytes: entry.person)
        }
    }
}

extension ClientSchema {
    /// Format 9: words of hers that others took away.
    static let taken = """
        -- One row is words of hers that stood in a record until others' work on it came, since
        -- news was looked for last.
        create table taken_words (
          audit integer not null references audit (number),
          key blob not null,
          field text not null,
          edit blob not null,
          -- As news quotes them.
          words text not null,
          -- The replicas, 16 bytes each, of which the record had more then.
          risen blob not null,
          primary key (audit, key, field, edit)
        ) strict, without rowid;
        """
}
