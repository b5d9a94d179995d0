package import Foundation
import Reading
package import Shared
import Storage

/// A withdrawal of this person's own that stood when it was looked at last.
struct OwnWithdrawal: Hashable {
    let key: RecordKey
    let field: FieldID
    let edit: EditID
}

/// What news is looked for in: what is shown otherwise since it was looked for last.
struct ChangedRecords {
    /// Contested component states, each with whoever wrote what stands on it.
    fileprivate(set) var contested: [RecordKey: Set<PersonID>] = [:]
    /// Where somebody may be named or given something to do.
    fileprivate(set) var concerning: [RecordKey] = []
    /// Components and component states, the contested ones of changed components among them.
    fileprivate var keys: Set<RecordKey> = []
    /// Up to which revision of their summaries.
    fileprivate var revision: Int64

    fileprivate init(revision: Int64) { self.revision = revision }

    /// Whether anything else may hold in a round than before.
    func mayChange(_ rounds: Set<UInt32>) -> Bool {
        keys.contains { key in
            switch key {
            case .plan, .component: true
            case .state(_, let state): rounds.contains(state.round)
            case .other: false
            }
        }
    }

    /// Plan and components are each time.
    func isLookedThrough(_ key: RecordKey) -> Bool {
        if case .state = key { keys.contains(key) } else { true }
    }
}

/// What others did with a person's work, kept until she has seen it.
package struct EventStore {
    let store: ClientStore

    /// Notes that there may be news, in the transaction that brings it.
    static func noteNewsDue(_ audit: Int64, _ database: Database) throws {
        try database.run(
            """
            insert into news_mark (audit, changed, noted) values (?1, 1, 0)
            on conflict (audit) do update set changed = changed + 1
            """, audit)
    }

    /// Takes all of a kind that was told for seen, where what comes now says it anew.
    static func see(_ kind: WorkEvent.Kind, _ audit: Int64, _ database: Database) throws {
        try database.run(
            "update news set is_seen = 1 where audit = ?1 and kind = ?2 and is_seen = 0", audit,
            kind.code)
    }

    /// Notes a record that came, where somebody may be named or given something to do in it.
    static func note(_ record: Record, came audit: Int64, _ database: Database) throws {
        guard record.mayConcernSomebody else { return }
        try database.run(
            "insert or ignore into news_record (audit, key) values (?1, ?2)", audit, record.key)
    }

    /// When news was looked for last, and how often anything came by then.
    struct Due {
        let changed: Int64
        /// Up to which revision of summaries.
        let looked: Int64
    }

    /// What `keep(news:)` is given back when news is due; nil while nothing has come since.
    func newsDue(_ audit: AuditID) throws -> Due? {
        try store.read(audit, or: nil) { row, database in
            try database.first(
                """
                select changed, looked_through from news_mark
                where audit = ?1 and changed <> noted
                """, row.number
            ) { Due(changed: $0.int(0), looked: $0.int(1)) }
        }
    }

    func changed(_ audit: AuditID, since due: Due) throws -> ChangedRecords {
        let index = StateIndex(store: store)
        var changed = ChangedRecords(revision: due.looked)
        var components: Set<ComponentID> = []
        changed.revision = try index.changed(audit, since: due.looked) { key, summary in
            changed.keys.insert(key)
            if case .component(_, let id) = key { components.insert(id) }
            if let summary, summary.isContested {
                changed.contested[key] = Set(summary.authors.keys)
            }
        }
        // A component's withdrawal says what counts of its states.
        let states = try index.contested(audit, under: []).keys.filter {
            components.contains($0.component) && changed.keys.insert(.state(audit, $0)).inserted
        }
        for (id, summary) in try index.summaries(of: states, in: audit) {
            changed.contested[.state(audit, id)] = Set(summary.authors.keys)
        }
        changed.concerning = try store.rows(
            of: audit, "select key from news_record where audit = ?1"
        ) { try $0.recordKey(0) }
        return changed
    }

    func ownWithdrawals(_ audit: AuditID) throws -> [OwnWithdrawal] {
        let select = "select key, field, edit from own_withdrawal where audit = ?1"
        return try store.rows(of: audit, select) { row -> OwnWithdrawal? in
            guard let field = FieldID(path: row.text(1)) else { return nil }
            return OwnWithdrawal(
                key: try row.recordKey(0), field: field, edit: try row.identifier(2))
        }.compactMap(\.self)
    }

    /// Whether this laptop has recorded anything in an audit.
    func hasOwnChanges(in audit: AuditID) throws -> Bool {
        try store.read(audit, or: false) { row, database in
            try database.first(
                "select 1 from chain where audit = ?1 and source = 1 limit 1", row.number
            ) { _ in true } ?? false
        }
    }

    /// The own changes of a record, whatever became of them.
    func ownChanges(of key: RecordKey) throws -> [(change: Change, outcome: Trail.Outcome?)] {
        try store.read(key.audit, or: []) { audit, database in
            try database.rows(
                """
                select chain.replica, change.n, change.body, change.outcome from record
                join chain on chain.audit = record.audit and chain.source = 1
                join change on change.chain = chain.number and change.record = record.number
                where record.audit = ?1 and record.key = ?2 and length(change.body) > 0
                """, audit.number, key
            ) { (change: try $0.change(of: key), outcome: $0.outcome(3)) }
        }
    }

    /// Keeps what was found, and lets go of what holds no more before it was told.
    ///
    /// - Parameter due: What `newsDue` gave before anything was read. What came since is due again.
    func keep(
        news: [WorkEvent], own: [OwnWithdrawal], lookedThrough looked: ChangedRecords,
        of audit: AuditID, due: Due
    ) throws {
        try store.write(audit) { row, database in
            try Self.keep(news, lookedThrough: looked, row.number, database)
            let changed = try database.first(
                "select changed from news_mark where audit = ?1", row.number
            ) { $0.int(0) }
            if changed == due.changed {
                try database.run("delete from news_record where audit = ?1", row.number)
                try database.run("delete from taken_words where audit = ?1", row.number)
            }
            let before = try database.rows(
                "select distinct key from own_withdrawal where audit = ?1", row.number
            ) { try $0.recordKey(0) }
            for key in before where looked.isLookedThrough(key) {
                try database.run(
                    "delete from own_withdrawal where audit = ? and key = ?", row.number, key)
            }
            for one in own {
                try database.run(
                    """
                    insert or ignore into own_withdrawal (audit, key, field, edit)
                    values (?, ?, ?, ?)
                    """, row.number, one.key, one.field.path, one.edit)
            }
            try database.run(
                "update news_mark set noted = ?2, looked_through = ?3 where audit = ?1",
                row.number, due.changed, looked.revision)
        }
    }

    private static func keep(
        _ news: [WorkEvent], lookedThrough looked: ChangedRecords, _ audit: Int64,
        _ database: Database
    ) throws {
        let upsert = try SQLStatement(
            """
            insert into news (audit, fact, kind, key, criterion, person, reason, taken_findings,
              taken_entries, standing_findings, standing_entries, happened_milliseconds)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            on conflict (audit, fact) do update set taken_findings = excluded.taken_findings,
              taken_entries = excluded.taken_entries, reason = excluded.reason,
              standing_findings = excluded.standing_findings,
              standing_entries = excluded.standing_entries
            """, in: database)
        for one in news {
            try upsert.run(
                audit, one.fact, one.kind.code, one.key, one.criterion, one.person, one.reason,
                one.taken.findings, one.taken.entries, one.standing.findings,
                one.standing.entries, one.happened?.unixMilliseconds)
        }
        try dropWhatHoldsNoMore(besides: news, lookedThrough: looked, audit, database)
    }

    private static func dropWhatHoldsNoMore(
        besides news: [WorkEvent], lookedThrough looked: ChangedRecords, _ audit: Int64,
        _ database: Database
    ) throws {
        // What was never told and holds no more is no news; that one was lifted stays true.
        let facts = Set(news.map(\.fact))
        let concerning = Set(looked.concerning)
        let untold = try database.rows(
            """
            select number, fact, kind, key from news
            where audit = ?1 and is_seen = 0 and is_told = 0
            """, audit
        ) { (number: $0.int(0), fact: $0.blob(1), kind: $0.int(2), key: try $0.recordKey(3)) }
        for one in untold where !facts.contains(one.fact) {
            switch WorkEvent.Kind(code: one.kind)?.isLookedFor {
            case .eachTime: break
            case .inWhatChanged: guard looked.isLookedThrough(one.key) else { continue }
            case .inWhatCame: guard concerning.contains(one.key) else { continue }
            case .once, nil: continue
            }
            try database.run("delete from news where number = ?", one.number)
        }
    }

    /// What this person has not seen yet, in the order in which it came.
    package func news(_ audit: AuditID, untoldOnly: Bool = false) throws -> [WorkEvent] {
        try news(
            audit, "is_seen = 0 \(untoldOnly ? "and is_told = 0" : "") order by number")
    }

    /// Some of it, what came last first; of what she has not seen, or of what she has.
    package func latestNews(
        _ audit: AuditID, seen: Bool, countMax: Int
    ) throws -> [WorkEvent] {
        try news(audit, "is_seen = \(seen ? 1 : 0) order by number desc limit \(countMax)")
    }

    /// How much she has not seen yet, and when she last said that she has seen all.
    package func unseen(_ audit: AuditID) throws -> (count: Int, looked: Date?) {
        try store.read(audit, or: (0, nil)) { row, database in
            let count = try database.first(
                "select count(*) from news where audit = ?1 and is_seen = 0", row.number
            ) { Int(clamping: $0.int(0)) }
            let looked = try database.first(
                "select looked_milliseconds from news_mark where audit = ?1", row.number
            ) { row in row.optional(0) { Date(unixMilliseconds: row.int($0)) } }
            return (count ?? 0, looked ?? nil)
        }
    }

    private func news(_ audit: AuditID, _ which: String) throws -> [WorkEvent] {
        try store.rows(
            of: audit,
            """
            select fact, kind, key, criterion, person, reason, taken_findings, taken_entries,
              standing_findings, standing_entries, happened_milliseconds
            from news where audit = ?1 and \(which)
            """
        ) { row -> WorkEvent? in
            guard let kind = WorkEvent.Kind(code: row.int(1)) else { return nil }
            return WorkEvent(
                kind: kind, fact: row.blob(0), key: try row.recordKey(2), criterion: row.text(3),
                person: try row.optional(4, row.identifier), reason: row.text(5),
                happened: row.optional(10) { Date(unixMilliseconds: row.int($0)) },
                taken: WorkEvent.Amount(row, from: 6), standing: WorkEvent.Amount(row, from: 8))
        }.compactMap(\.self)
    }

    /// Notes that a sync has told them; each is listed on until it was seen.
    package func markTold(_ news: [WorkEvent], in audit: AuditID) throws {
        try set("is_told", of: news, in: audit)
    }

    /// - Parameter now: When she said so.
    package func markSeen(_ news: [WorkEvent], in audit: AuditID, at now: Date) throws {
        try set("is_seen", of: news, in: audit)
        try store.write(audit) { row, database in
            try database.run(
                """
                insert into news_mark (audit, changed, noted, looked_milliseconds)
                values (?1, 0, 0, ?2)
                on conflict (audit) do update set looked_milliseconds = excluded.looked_milliseconds
                """, row.number, now.unixMilliseconds)
        }
    }

    private func set(_ column: String, of news: [WorkEvent], in audit: AuditID) throws {
        guard !news.isEmpty else { return }
        try store.write(audit) { row, database in
            let update = try SQLStatement(
                "update news set \(column) = 1 where audit = ?1 and fact = ?2", in: database)
            for one in news { try update.run(row.number, one.fact) }
        }
    }
}

extension WorkEvent.Amount {
    fileprivate init(_ row: Row, from column: Int32) {
        self.init(
            findings: Int(clamping: row.int(column)), entries: Int(clamping: row.int(column + 1)))
    }
}
