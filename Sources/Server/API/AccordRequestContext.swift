import Foundation
import Hummingbird
import NIOCore
import Shared

/// What Hummingbird carries along with a request, and the connection it came by.
struct AccordRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// What the body has taken of the memory; nil without one.
    var body: AskerShare?
    /// Begun by the routes whose answers may be large; nil where nothing counts them.
    var turn: AnswerTurn?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// What every route needs: the server, and the time of the request.
struct RouteEnvironment: Sendable {
    let core: ServerCore
    let now: @Sendable () -> Date
    /// The clock by which requests wait.
    let clock: any Clock<Duration>
    /// Whose word for where a request comes from is taken.
    let proxies: Set<RemoteNetwork>

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
    /// What notices that the client has gone, nil without a socket.
    func line() async -> ClientLine? {
        try? await channel.pipeline.handler(type: ClientLine.self).get()
    }

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
