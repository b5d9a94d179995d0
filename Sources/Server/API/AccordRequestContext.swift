import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// What Hummingbird carries along with a request, and the connection it came by.
struct AccordRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Whom its token speaks for, nil without one; a wrong one is for the route to refuse.
    var bearer: Result<Bearer?, Problem> = .success(nil)
    /// With whom it is counted, whatever becomes of it.
    var asker: Asker
    /// What the body has taken of the memory; nil without one.
    var body: AskerShare?
    /// Begun by the routes whose answers may be large; nil where nothing counts them.
    var turn: AnswerTurn?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        asker = .network(RemoteNetwork(channel.remoteAddress))
    }

    /// What notices that the client has gone, nil without a socket.
    func line() async -> ClientLine? {
        try? await channel.pipeline.handler(type: ClientLine.self).get()
    }
}

/// What stands between a connection and the routes, and may refuse a request.
protocol AccordMiddleware: RouterMiddleware where Context == AccordRequestContext {
    typealias Next = @concurrent (Request, AccordRequestContext) async throws -> Response
}

/// What every route needs: the server, and the time of the request.
struct RouteEnvironment: Sendable {
    let core: ServerCore
    let now: @Sendable () -> Date
    let clock: any Clock<Duration>
    /// Whose word for where a request comes from is taken.
    let proxies: Set<RemoteNetwork>
    /// Nil where nobody asks for them.
    var metrics: ServerMetrics?

    /// Whom the request's token speaks for, nil without one; `token-missing`, `token-expired`.
    func bearer(of request: Request) throws(Problem) -> Bearer? {
        guard let header = request.headers[.authorization] else { return nil }
        let scheme = "Bearer "
        guard header.lowercased().hasPrefix(scheme.lowercased())
        else { throw Problem(.tokenMissing, detail: "the scheme is Bearer") }
        return try core.bearer(of: String(header.dropFirst(scheme.count)), at: now())
    }

    /// Where a request comes from: what a proxy of the settings says, else the connection's end.
    fileprivate func origin(
        of request: Request, _ context: AccordRequestContext
    ) -> RemoteNetwork {
        // Each of several proxies adds whom it heard at the end, so the last stranger is believed.
        let peer = RemoteNetwork(context.channel.remoteAddress)
        guard proxies.contains(peer), let told = request.headers[.forwardedFor] else { return peer }
        for hop in told.split(separator: ",").reversed() {
            // What a proxy of ours did not write is believed no further.
            guard let network = RemoteNetwork(hop: hop.trimmingCharacters(in: .whitespaces))
            else { return peer }
            if !proxies.contains(network) { return network }
        }
        return peer
    }
}

/// Finds out whom a request speaks for, once and for everything behind it.
struct BearerMiddleware: AccordMiddleware {
    let environment: RouteEnvironment

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var context = context
        context.bearer = Result { () throws(Problem) in try environment.bearer(of: request) }
        // A wrong token counts for the place that it comes from: it may be a guess.
        let bearer = try? context.bearer.get()
        context.asker = bearer?.asker ?? .network(environment.origin(of: request, context))
        return try await next(request, context)
    }
}
