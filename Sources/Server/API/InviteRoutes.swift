import Hummingbird
import Shared

/// Invites that leads write; JSON only, but for where their links lead.
extension Call {
    private var invites: AuditInvites {
        get throws(Problem) { AuditInvites(core: core, audit: try audit) }
    }

    func listInvites() async throws -> [AuditInvite] { try await invites.list(by: bearer) }

    func writeInvite(_ order: AuditInviteOrder) async throws -> WrittenInvite {
        try await invites.write(order, by: bearer, at: now)
    }

    func revokeInvite() async throws -> AuditInvite {
        guard let id = context.parameters.get("invite") else { throw Problem(.notFound) }
        return try await invites.revoke(id, by: bearer, at: now)
    }

    /// For whoever follows the link of an invite: the code is behind #, which no browser sends.
    static let invitation = """
        You are invited to an accessibility audit in Accord.

        Copy the whole address of this page, with everything behind #. It lets one person in, once,
        so pass it to nobody. Then, on the laptop with which you will test:

          accord serve         choose "Join", and paste the address
          accord join ADDRESS  does the same on a terminal

        """
}
