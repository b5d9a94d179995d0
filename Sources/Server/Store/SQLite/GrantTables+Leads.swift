import Foundation
import Shared
import Storage

/// Invites that leads wrote, each into one of their audits.
extension GrantTables {
    static let leadsInviteSchema = """
        -- One row is what an invite is for that a lead wrote, and not whoever runs the server.
        create table audit_invite (
            hash blob primary key references invite (hash),
            audit integer not null references audit (number),
            role integer not null check (role in (1, 2, 3)), -- as of a member; a lead gives it
            lead blob not null references person (id), -- who wrote it
            made_ms integer not null
        ) strict, without rowid;

        create index audit_invite_by_audit on audit_invite (audit, made_ms);
        create index audit_invite_by_lead on audit_invite (lead, made_ms);
        """

    func insert(
        invite hash: Hash256, into audit: Int64, as role: Role, by lead: PersonID, at now: Int64
    )
        throws
    {
        try db.run(
            """
            insert into audit_invite (hash, audit, role, lead, made_ms) values (?, ?, ?, ?, ?)
            """, hash, audit, AuditTables.code(of: role), lead, now)
    }

    /// How many invites of a lead can still let somebody in, in all audits.
    func openInvites(of lead: PersonID, at now: Int64) throws -> Int {
        try db.count(
            """
            select count(*) from audit_invite join invite on invite.hash = audit_invite.hash
            where lead = ?1 and used_ms is null and expires_ms > ?2
              and not exists (select 1 from revoked where revoked.hash = audit_invite.hash)
            """, lead, now)
    }

    /// Who wrote an invite, and into which audit; nil for one that no lead wrote.
    func lead(of invite: Hash256) throws -> (person: PersonID, audit: Int64)? {
        try db.first("select lead, audit from audit_invite where hash = ?", invite) {
            (person: try $0.identifier(0), audit: $0.int(1))
        }
    }

    /// Those into an audit, the latest first.
    func invites(into audit: Int64, atMost count: Int) throws -> [AuditInvite] {
        try db.rows(
            Self.selectInvites + " order by made_ms desc, audit_invite.hash limit ?2", audit, count,
            read: Self.invite)
    }

    /// The same of one; nil where it is none into this audit.
    func invite(_ hash: Hash256, into audit: Int64) throws -> AuditInvite? {
        try db.first(
            Self.selectInvites + " and audit_invite.hash = ?2", audit, hash, read: Self.invite)
    }

    static let selectInvites = """
        select audit_invite.hash, invite.name, audit_invite.role, person.name, made_ms,
          expires_ms, used_ms, replica.person, revoked_ms
        from audit_invite join invite on invite.hash = audit_invite.hash
        join person on person.id = audit_invite.lead
        left join replica on replica.id = invite.replica
        left join revoked on revoked.hash = audit_invite.hash
        where audit_invite.audit = ?1
        """

    private static func invite(_ row: Row) throws -> AuditInvite {
        AuditInvite(
            id: try row.hash(0).hex, name: row.text(1),
            role: try AuditTables.role(code: row.int(2)),
            by: row.text(3), made: row.date(4), expires: row.date(5),
            used: row.optional(6, row.date),
            person: try row.optional(7) { try (row.identifier($0) as PersonID).hex },
            revoked: row.optional(8, row.date))
    }
}
