import Foundation
import GRDB
package import Shared
import Storage

/// A withdrawal of this person's own that stood when it was looked at last.
struct OwnWithdrawal: Hashable {
    let key: RecordKey
    let field: FieldID
    let edit: EditID
}

extension ClientStore {
    static let newsTables = """
        -- One row says how often records of an audit came or own withdrawals were written, and how
        -- often that was when news was looked for: news is due while the two differ.
        create table news_mark (
          audit integer primary key references audit (number),
          changed integer not null,
          noted integer not null
        ) strict;

        -- One row is what somebody else did with work of this laptop's person. It stays until she
        -- has seen it, whatever else becomes of the record.
        create table news (
          number integer primary key,
          audit integer not null references audit (number),
          -- 16 bytes that are the same whenever the same is found.
          fact blob not null,
          -- 1 withdrawn, 2 lifted, 3 replaced, 4 overruled.
          kind integer not null,
          key blob not null,
          -- The criterion's full id; empty for a record as a whole.
          criterion text not null,
          -- Who did it; null where the record tells no more.
          person blob,
          reason text not null,
          -- Of her live work, findings and other entries: what is taken back, and what stands.
          taken_findings integer not null,
          taken_entries integer not null,
          standing_findings integer not null,
          standing_entries integer not null,
          -- 1 once a sync has told it.
          is_told integer not null default 0,
          -- 1 once she said that she has seen it.
          is_seen integer not null default 0
        ) strict;
        create unique index news_by_fact on news (audit, fact);
        create index news_unseen on news (audit, number) where is_seen = 0;

        -- One row is a withdrawal of hers that stood when news was looked for last, so that it is
        -- told when a lead has lifted it.
        create table own_withdrawal (
          audit integer not null references audit (number),
          key blob not null,
          field text not null,
          edit blob not null,
          primary key (audit, key, field, edit)
        ) strict, without rowid;
        """

    /// Notes that there may be news, in the transaction that brings it.
    static func noteNewsDue(_ audit: Int64, _ database: Database) throws {
        let upsert = try SQLStatement(
            """
            insert into news_mark (audit, changed, noted) values (?1, 1, 0)
            on conflict (audit) do update set changed = changed + 1
            """, in: database)
        upsert.bind(1, audit)
        try upsert.run()
    }

    /// What `keep(news:)` is given back when news is due; nil while nothing has come since.
    func newsDue(_ audit: AuditID) throws -> Int64? {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return nil }
            let due = try SQLStatement(
                "select changed from news_mark where audit = ?1 and changed <> noted",
                in: database)
            due.bind(1, row.number)
            defer { due.reset() }
            return try due.step() ? due.int(0) : nil
        }
    }

    /// The own withdrawals that stood when news was looked for last.
    func ownWithdrawals(_ audit: AuditID) throws -> [OwnWithdrawal] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                "select key, field, edit from own_withdrawal where audit = ?1", in: database)
            rows.bind(1, row.number)
            defer { rows.reset() }
            var result: [OwnWithdrawal] = []
            while try rows.step() {
                guard let field = FieldID(path: rows.text(1)) else { continue }
                result.append(
                    OwnWithdrawal(
                        key: try rows.recordKey(0), field: field, edit: try rows.identifier(2)))
            }
            return result
        }
    }

    /// The own changes of a record, whatever became of them.
    func ownChanges(of key: RecordKey) throws -> [(change: Change, outcome: Trail.Outcome?)] {
        try file.read { database in
            guard let row = try Self.audit(key.audit, database) else { return [] }
            let rows = try SQLStatement(
                """
                select chain.replica, change.n, change.body, change.outcome
                from record
                join chain on chain.audit = record.audit and chain.source = 1
                join change on change.chain = chain.number and change.record = record.number
                where record.audit = ?1 and record.key = ?2 and length(change.body) > 0
                """, in: database)
            rows.bind(1, row.number)
            rows.bind(2, key.bytes)
            defer { rows.reset() }
            var result: [(change: Change, outcome: Trail.Outcome?)] = []
            while try rows.step() {
                let code = rows.isNull(3) ? nil : UInt8(clamping: rows.int(3))
                result.append(
                    (try rows.change(of: key), code.flatMap { Trail.Outcome(code: $0) }))
            }
            return result
        }
    }

    /// Keeps what was found, and lets go of what holds no more before it was told.
    ///
    /// - Parameter due: What `newsDue` gave before anything was read.
    func keep(
        news: [WorkNews], own: [OwnWithdrawal], of audit: AuditID, due: Int64
    ) throws {
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return }
            try Self.upsert(news, row.number, database)
            try Self.forgetUntold(besides: news, row.number, database)
            try database.execute(
                sql: "delete from own_withdrawal where audit = ?", arguments: [row.number])
            for one in own {
                try database.execute(
                    sql: """
                        insert or ignore into own_withdrawal (audit, key, field, edit)
                        values (?, ?, ?, ?)
                        """,
                    arguments: [
                        row.number, Data(one.key.bytes), one.field.path, Data(one.edit.bytes),
                    ])
            }
            try database.execute(
                sql: "update news_mark set noted = ? where audit = ?",
                arguments: [due, row.number])
        }
    }

    private static func upsert(_ news: [WorkNews], _ audit: Int64, _ database: Database) throws {
        let upsert = try SQLStatement(
            """
            insert into news (audit, fact, kind, key, criterion, person, reason, taken_findings,
              taken_entries, standing_findings, standing_entries)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            on conflict (audit, fact) do update set taken_findings = excluded.taken_findings,
              taken_entries = excluded.taken_entries, reason = excluded.reason,
              standing_findings = excluded.standing_findings,
              standing_entries = excluded.standing_entries
            """, in: database)
        for one in news {
            upsert.bind(1, audit)
            upsert.bind(2, one.fact)
            upsert.bind(3, one.kind.code)
            upsert.bind(4, one.key.bytes)
            upsert.bind(5, one.criterion)
            upsert.bind(6, one.person?.bytes)
            upsert.bind(7, one.reason)
            upsert.bind(8, Int64(one.taken.findings))
            upsert.bind(9, Int64(one.taken.entries))
            upsert.bind(10, Int64(one.standing.findings))
            upsert.bind(11, Int64(one.standing.entries))
            try upsert.run()
        }
    }

    /// What was never told and holds no more is no news; that a withdrawal was lifted stays true.
    private static func forgetUntold(
        besides news: [WorkNews], _ audit: Int64, _ database: Database
    ) throws {
        let facts = Set(news.map(\.fact))
        let rows = try SQLStatement(
            """
            select number, fact from news
            where audit = ?1 and is_seen = 0 and is_told = 0 and kind in (1, 4)
            """, in: database)
        rows.bind(1, audit)
        var stale: [Int64] = []
        while try rows.step() {
            if !facts.contains(rows.blob(1)) { stale.append(rows.int(0)) }
        }
        rows.reset()
        for number in stale {
            try database.execute(sql: "delete from news where number = ?", arguments: [number])
        }
    }

    /// What this person has not seen yet, in the order in which it came.
    ///
    /// - Parameter untoldOnly: Leaves out what a sync has told already.
    package func news(_ audit: AuditID, untoldOnly: Bool = false) throws -> [WorkNews] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                """
                select fact, kind, key, criterion, person, reason, taken_findings, taken_entries,
                  standing_findings, standing_entries
                from news
                where audit = ?1 and is_seen = 0 and (is_told = 0 or ?2 = 0)
                order by number
                """, in: database)
            rows.bind(1, row.number)
            rows.bind(2, Int64(untoldOnly ? 1 : 0))
            defer { rows.reset() }
            var news: [WorkNews] = []
            while try rows.step() {
                guard let kind = WorkNews.Kind.allCases.first(where: { $0.code == rows.int(1) })
                else { continue }
                news.append(
                    WorkNews(
                        kind, rows.blob(0), of: try rows.recordKey(2), criterion: rows.text(3),
                        by: rows.isNull(4) ? nil : try rows.identifier(4), reason: rows.text(5),
                        taken: WorkNews.Amount(rows, from: 6),
                        standing: WorkNews.Amount(rows, from: 8)))
            }
            return news
        }
    }

    /// Notes that a sync has told them; each is listed on until it was seen.
    package func markTold(_ news: [WorkNews], in audit: AuditID) throws {
        try mark(
            news, in: audit, "update news set is_told = 1 where audit = ?1 and fact = ?2")
    }

    /// Notes that the person has seen them.
    package func markSeen(_ news: [WorkNews], in audit: AuditID) throws {
        try mark(
            news, in: audit, "update news set is_seen = 1 where audit = ?1 and fact = ?2")
    }

    private func mark(_ news: [WorkNews], in audit: AuditID, _ statement: String) throws {
        guard !news.isEmpty else { return }
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return }
            let update = try SQLStatement(statement, in: database)
            for one in news {
                update.bind(1, row.number)
                update.bind(2, one.fact)
                try update.run()
            }
        }
    }
}

extension WorkNews.Amount {
    fileprivate init(_ row: SQLStatement, from column: Int32) {
        self.init(
            findings: Int(clamping: row.int(column)), entries: Int(clamping: row.int(column + 1)))
    }
}

extension WorkNews.Kind {
    fileprivate var code: Int64 {
        switch self {
        case .withdrawn: 1
        case .lifted: 2
        case .replaced: 3
        case .overruled: 4
        }
    }
}
