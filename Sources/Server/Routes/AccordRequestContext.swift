import Foundation
import Hummingbird
import Shared

/// What Hummingbird carries along with a request; nothing of ours beyond its own.
struct AccordRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}

/// What every route needs: the server, and the time of the request.
struct RouteEnvironment: Sendable {
    let core: ServerCore
    let now: @Sendable () -> Date

    /// Whom the request's token speaks for.
    ///
    /// - Throws: `token-missing`, `token-expired`.
    func bearer(of request: Request) throws(Problem) -> Bearer {
        guard let bearer = try optionalBearer(of: request) else { throw Problem(.tokenMissing) }
        return bearer
    }

    /// The same for a route that can do without; a wrong token is still an error.
    func optionalBearer(of request: Request) throws(Problem) -> Bearer? {
        guard let header = request.headers[.authorization] else { return nil }
        let scheme = "Bearer "
        guard header.lowercased().hasPrefix(scheme.lowercased()) else {
            throw Problem(.tokenMissing, detail: "the scheme is Bearer")
        }
        return try core.bearer(of: String(header.dropFirst(scheme.count)), at: now())
    }
}

extension AccordRequestContext {
    /// The audit that the path names.
    ///
    /// - Throws: `not-found` for a path that no audit has.
    func audit() throws(Problem) -> AuditID {
        guard let audit = parameters.get("audit").flatMap({ AuditID(hex: $0) }) else {
            throw Problem(.notFound, detail: "an audit's id has 32 hexadecimal digits")
        }
        return audit
    }
}
