import Hummingbird
import Shared

/// Audits, their heads, and their history in hashes for members who hold the server to it.
extension RouteEnvironment {
    /// An id, a nonce and a cursor have some 200.
    private static let foundingBytesMax = 4 * 1024

    func addAudits(to router: Router<Context>) {
        let one = RouterPath(ProtocolNames.audits + "/{audit}")
        router.get(RouterPath(ProtocolNames.audits)) { request, _ in
            let bearer = try bearer(of: request)
            return try request.answer(try await core.audits(by: bearer))
        }
        router.get(one) { request, context in
            let bearer = try bearer(of: request)
            return try request.answer(try await core.audit(try context.audit(), by: bearer))
        }
        router.put(one) { request, context in
            let bearer = try bearer(of: request)
            let founding = try await request.message(
                WireCreateAuditRequest.self, bytesMax: Self.foundingBytesMax)
            return try request.answer(
                try await core.createAudit(try context.audit(), founding, by: bearer, at: now()))
        }
        router.get(RouterPath(ProtocolNames.audits + "/{audit}/trail")) { request, context in
            let bearer = try bearer(of: request)
            let from = try request.number("from") ?? 1
            let lines = try await core.trail(of: try context.audit(), from: from, by: bearer)
            return Response("application/x-ndjson", lines)
        }
    }
}
