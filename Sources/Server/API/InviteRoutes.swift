import Hummingbird
import Shared

/// Invites that leads write; JSON only, but for where their links lead.
extension RouteEnvironment {
    func addInvites(to router: Router<Context>) {
        let invites = ProtocolNames.audits + "/{audit}/invites"
        router.get(RouterPath(invites)) { request, context in
            let bearer = try bearer(of: request)
            return try Response.json(try await self.invites(context).list(by: bearer))
        }
        router.post(RouterPath(invites), use: write)
        router.post(RouterPath(invites + "/{invite}:revoke")) { request, context in
            let bearer = try bearer(of: request)
            guard let id = context.parameters.get("invite") else { throw Problem(.notFound) }
            return try Response.json(
                try await self.invites(context).revoke(id, by: bearer, at: now()))
        }
        router.get(RouterPath(ProtocolNames.join)) { _, _ in
            Response("text/plain; charset=utf-8", [UInt8](Self.invitation.utf8))
        }
    }

    @Sendable private func write(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let invites = try invites(context)
        let order = try await request.json(
            AuditInviteOrder?.self, orElse: nil, bytesMax: core.limits.anonymousBytesMax)
        guard let order else { throw Problem(.malformed, expected: "name and role") }
        return try Response.json(try await invites.write(order, by: bearer, at: now()))
    }

    private func invites(_ context: Context) throws(Problem) -> AuditInvites {
        AuditInvites(core: core, audit: try context.audit())
    }

    /// For whoever follows the link of an invite: the code is behind #, which no browser sends.
    private static let invitation = """
        You are invited to an accessibility audit in Accord.

        Copy the whole address of this page, with everything behind #. It lets one person in, once,
        so pass it to nobody. Then, on the laptop with which you will test:

          accord serve         choose "Join", and paste the address
          accord join ADDRESS  does the same on a terminal

        """
}
