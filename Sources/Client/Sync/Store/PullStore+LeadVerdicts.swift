import Foundation
import GRDB
package import Shared
import Storage

extension PullStore {
    /// The columns of a verdict, of which `LeadVerdict(row:from:)` reads; null where there is none.
    static let verdictColumns = """
        lead_verdict.kind, lead_verdict.person, lead_verdict.settled_milliseconds,
          lead_verdict.reason
        """

    /// Brings the verdict to a row of `change` and its `chain`.
    static let verdictJoin = """
        left join lead_verdict on lead_verdict.audit = chain.audit
          and lead_verdict.replica = chain.replica and lead_verdict.n = change.n
        """

    /// What leads made of own changes, of every chain of this laptop.
    package func leadVerdicts(_ audit: AuditID) throws -> [Dot: LeadVerdict] {
        let select = "select \(Self.verdictColumns), replica, n from lead_verdict where audit = ?1"
        let told = try store.rows(of: audit, select) { row in
            let dot = Dot(replica: try row.identifier(4), n: row.unsigned(5))
            return (dot, try LeadVerdict(row: row, from: 0))
        }
        return Dictionary(uniqueKeysWithValues: told).compactMapValues(\.self)
    }

    /// Keeps what was told, in the transaction of the piece that told it.
    ///
    /// Nothing is kept of changes from another laptop of the person: that one is told too.
    static func keep(_ told: ToldVerdicts, audit: AuditRow, _ database: Database) throws {
        try database.run(
            "update audit set settled = ?2 where number = ?1 and settled <> ?2", audit.number,
            told.ordinal)
        guard !told.items.isEmpty else { return }
        let upsert = try SQLStatement(
            """
            insert into lead_verdict (audit, replica, n, kind, person, settled_milliseconds, reason)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            on conflict (audit, replica, n) do update set kind = excluded.kind,
              person = excluded.person, settled_milliseconds = excluded.settled_milliseconds,
              reason = excluded.reason
            """, in: database)
        for (dot, verdict) in told.items where try ClientStore.isOwn(dot.replica, database) {
            try upsert.run(
                audit.number, dot.replica, dot.n, verdict.kind.code, verdict.person,
                verdict.date.unixMilliseconds, verdict.reason)
        }
    }
}

extension LeadVerdict {
    /// Reads `PullStore.verdictColumns`; nil where no lead has settled it.
    init?(row: SQLStatement, from column: Int32) throws {
        guard !row.isNull(column) else { return nil }
        guard let kind = Kind.allCases.first(where: { $0.code == row.int(column) }) else {
            throw StorageError.damaged(path: "", detail: "a lead's verdict cannot be read")
        }
        self.init(
            kind, by: try row.identifier(column + 1),
            at: Date(unixMilliseconds: row.int(column + 2)), reason: row.text(column + 3))
    }
}

extension LeadVerdict.Kind {
    fileprivate var code: Int64 { self == .adopted ? 1 : 2 }
}
