import Foundation
import Shared
import Storage

/// Invites that an audit's leads write (docs/decisions/0020-leads-invite.md).
struct AuditInvites: Sendable {
    let core: ServerCore
    let audit: AuditID

    /// Writes an invite for somebody new; the code exists nowhere else.
    ///
    /// It lets her in at the server. The role is what the leads mean to give her, and gives her
    /// nothing.
    ///
    /// - Throws: `not-a-member`, `not-allowed` for anybody but a lead, `invites-off`,
    ///   `too-many-invites`; `malformed` or `too-large` for a name. Nothing was written.
    func write(
        _ order: AuditInviteOrder, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> WrittenInvite {
        let code = core.drawInvite()
        let limits = core.limits
        let audit = audit
        let expires = now.addingTimeInterval(TimeInterval(limits.inviteLifetime.components.seconds))
        let invite = try await core.write(by: bearer) { db in
            let (lead, audit) = try Self.lead(bearer, of: audit, in: db)
            guard limits.openInvitesPerLeadMax > 0 else { throw Problem(.invitesOff) }
            let grants = GrantTables(db: db)
            guard
                try grants.openInvites(of: lead, at: now.unixMilliseconds)
                    < limits.openInvitesPerLeadMax
            else { throw Self.tooMany(limits) }
            try IdentityTables(db: db).insertInvite(
                hash: code.hash, name: try Self.name(order.name, limits), person: nil, device: nil,
                expires: expires.unixMilliseconds)
            try grants.insert(
                invite: code.hash, into: audit, as: order.role, by: lead, at: now.unixMilliseconds)
            return try Self.known(code.hash, into: audit, db)
        }
        return WrittenInvite(code: code.text, invite: invite)
    }

    /// Those into the audit, the latest first, without their codes.
    func list(by bearer: Bearer) async throws(Problem) -> [AuditInvite] {
        let audit = audit
        return try await core.read { db in
            let (_, audit) = try Self.lead(bearer, of: audit, in: db)
            return try GrantTables(db: db).invites(into: audit, atMost: Self.listedMax)
        }
    }

    /// Takes one back that nobody has used; doing it again changes nothing.
    ///
    /// - Throws: `not-found` for one that is not into this audit, `not-allowed` for a used one.
    func revoke(
        _ id: String, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> AuditInvite {
        guard let hash = [UInt8](hex: id).flatMap(Hash256.init(bytes:))
        else { throw Problem(.notFound, detail: "an invite's id has 64 hexadecimal digits") }
        let kept = AppendedLines("revoked", in: core.store.folder)
        let audit = audit
        return try await core.write(by: bearer) { db in
            let (_, audit) = try Self.lead(bearer, of: audit, in: db)
            let invite = try Self.known(hash, into: audit, db)
            guard invite.used == nil
            else { throw Problem(.notAllowed, detail: "the invite has let somebody in already") }
            if invite.revoked == nil {
                try kept.append("\(hash.hex) \(now.unixMilliseconds)")
                try GrantTables(db: db).revoke(hash, at: now.unixMilliseconds)
            }
            return try Self.known(hash, into: audit, db)
        }
    }

    /// Open ones are at most a week old; of used ones nobody needs more.
    private static let listedMax = 1_000

    private static func lead(
        _ bearer: Bearer, of id: AuditID, in db: Database
    ) throws -> (person: PersonID, audit: Int64) {
        let person = try bearer.device().person
        let reader = try AuditReader(bearer, of: id, in: db)
        guard reader.role == .lead else {
            throw Problem(.notAllowed, detail: "leads invite people")
        }
        return (person, reader.audit.number)
    }

    private static func known(
        _ hash: Hash256, into audit: Int64, _ db: Database
    ) throws -> AuditInvite {
        guard let invite = try GrantTables(db: db).invite(hash, into: audit)
        else { throw Problem(.notFound, detail: "the audit has no invite of this id") }
        return invite
    }

    private static func tooMany(_ limits: Limits) -> Problem {
        Problem(
            .tooManyInvites, detail: "take one back, or wait until one was used or has ended",
            expected: "at most \(limits.openInvitesPerLeadMax) open invites of one lead",
            retryAfter: 3600)
    }

    /// A name of one line that says something.
    private static func name(_ typed: String, _ limits: Limits) throws(Problem) -> String {
        let name = Text(normalizing: typed).string.trimmed
        guard name.isName else {
            throw Problem(.malformed, detail: "a person's name is one line that says something")
        }
        guard name.utf8.count <= limits.nameBytesMax else {
            throw Problem(.tooLarge, expected: "a name of at most \(limits.nameBytesMax) bytes")
        }
        return name
    }
}
