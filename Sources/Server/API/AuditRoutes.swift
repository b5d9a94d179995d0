import Hummingbird
import Shared

/// Audits and their heads.
struct AuditRoutes {
    let environment: RouteEnvironment

    /// An id, a nonce and a cursor have some 200.
    private static let foundingBytesMax = 4 * 1024

    func add(to router: Router<AccordRequestContext>) {
        let one = RouterPath(ProtocolNames.audits + "/{audit}")
        router.get(RouterPath(ProtocolNames.audits)) { request, _ in
            let bearer = try environment.bearer(of: request)
            return try request.answer(try await environment.core.audits(by: bearer))
        }
        router.get(one) { request, context in
            let bearer = try environment.bearer(of: request)
            return try request.answer(
                try await environment.core.audit(try context.audit(), by: bearer))
        }
        router.put(one) { request, context in
            let bearer = try environment.bearer(of: request)
            let founding = try await request.message(
                WireCreateAuditRequest.self, bytesMax: Self.foundingBytesMax)
            return try request.answer(
                try await environment.core.createAudit(
                    try context.audit(), founding, by: bearer, at: environment.now()))
        }
    }
}
