package import Foundation
import GRDB
import Shared
import Storage

/// An invite or an exporter's token, as administrators are told of it.
package struct GrantSummary: Hashable, Sendable, Encodable {
    /// The id by which it is revoked: SHA-256 of what was handed over, which is stored nowhere.
    package let id: String
    /// The person's name, of an invite; the audit's id, of a token.
    package let subject: String
    /// When it ends, used or not.
    package let expires: Date
    /// When it let a device in; nil while none, and for a token.
    package let used: Date?
    /// When it was taken back; nil while it was not.
    package let revoked: Date?

    private enum Key: String, CodingKey {
        case id, subject, expires, used, revoked
    }

    package func encode(to encoder: any Encoder) throws {
        // Written out, because what is missing is null and not left out.
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(subject, forKey: .subject)
        try container.encode(expires, forKey: .expires)
        try container.encode(used, forKey: .used)
        try container.encode(revoked, forKey: .revoked)
    }
}

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

    /// Whether an invite or a token was taken back.
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

    /// Every invite, the one that ends first at the beginning.
    func invites() throws -> [GrantSummary] {
        try db.rows(
            """
            select invite.hash, name, expires_ms, used_ms, revoked_ms
            from invite left join revoked on revoked.hash = invite.hash
            order by expires_ms, invite.hash
            """
        ) { try Self.summary($0, subject: $0.text(1)) }
    }

    /// Every exporter's token that this database knows, the one that ends first at the beginning.
    func tokens() throws -> [GrantSummary] {
        try db.rows(
            """
            select exporter_token.hash, audit, expires_ms, null, revoked_ms
            from exporter_token left join revoked on revoked.hash = exporter_token.hash
            order by expires_ms, exporter_token.hash
            """
        ) { row in
            let audit: AuditID = try row.identifier(1)
            return try Self.summary(row, subject: audit.hex)
        }
    }

    private static func summary(_ row: SQLStatement, subject: String) throws -> GrantSummary {
        func moment(_ column: Int32) -> Date? {
            row.optional(column) { Date(unixMilliseconds: row.int($0)) }
        }
        return GrantSummary(
            id: try row.hash(0).hex, subject: subject,
            expires: Date(unixMilliseconds: row.int(2)), used: moment(3), revoked: moment(4))
    }
}
