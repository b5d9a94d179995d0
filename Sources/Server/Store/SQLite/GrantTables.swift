import Foundation
import Shared
import Storage

/// What lets people and scripts in, and what of it was taken back.
struct GrantTables {
    let db: Database

    func insert(token hash: Hash256, of audit: AuditID, at now: Int64, expires: Int64) throws {
        try db.run(
            """
            insert or ignore into exporter_token (hash, audit, made_ms, expires_ms)
            values (?, ?, ?, ?)
            """, hash, audit, now, expires)
    }

    func isRevoked(_ hash: Hash256) throws -> Bool {
        try db.hasRow("select 1 from revoked where hash = ?", hash)
    }

    /// - Throws: `token-expired` for a token that was taken back.
    func check(_ token: Hash256) throws {
        guard try !isRevoked(token) else {
            throw Problem(.tokenExpired, detail: "whoever runs the server has revoked the token")
        }
    }

    /// Takes an invite or a token back; of two times the first stays.
    func revoke(_ hash: Hash256, at now: Int64) throws {
        try db.run("insert or ignore into revoked (hash, revoked_ms) values (?, ?)", hash, now)
    }

    func invites() throws -> [GrantSummary] {
        try db.rows(
            """
            select invite.hash, invite.name, expires_ms, used_ms, revoked_ms, person.name
            from invite left join revoked on revoked.hash = invite.hash
            left join audit_invite on audit_invite.hash = invite.hash
            left join person on person.id = audit_invite.lead
            order by expires_ms, invite.hash
            """
        ) {
            var summary = try Self.summary($0, subject: $0.text(1))
            summary.lead = $0.optional(5, $0.text)
            return summary
        }
    }

    func tokens() throws -> [GrantSummary] {
        try db.rows(
            """
            select exporter_token.hash, audit, expires_ms, null, revoked_ms
            from exporter_token left join revoked on revoked.hash = exporter_token.hash
            order by expires_ms, exporter_token.hash
            """
        ) { try Self.summary($0, subject: ($0.identifier(1) as AuditID).hex) }
    }

    private static func summary(_ row: Row, subject: String) throws -> GrantSummary {
        GrantSummary(
            id: try row.hash(0).hex, subject: subject, expires: row.date(2),
            used: row.optional(3, row.date), revoked: row.optional(4, row.date))
    }
}

extension Row {
    func date(_ column: Int32) -> Date { Date(unixMilliseconds: int(column)) }
}
