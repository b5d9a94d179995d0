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

    /// What notices that the client has gone, nil without a socket.
    func line() async -> ClientLine? {
        try? await channel.pipeline.handler(type: ClientLine.self).get()
    }

    func audit() throws(Problem) -> AuditID { try identifier("audit", of: "an audit") }

    /// The id that the path has under a name; `not-found` where there is none.
    func identifier<Kind>(_ name: String, of thing: String) throws(Problem) -> Identifier<Kind> {
        guard let id = parameters.get(name).flatMap({ Identifier<Kind>(hex: $0) })
        else { throw Problem(.notFound, detail: "\(thing)'s id has 32 hexadecimal digits") }
        return id
    }
}

/// What stands between a connection and the routes, and may refuse a request.
protocol AccordMiddleware: RouterMiddleware where Context == AccordRequestContext {
    typealias Next = @concurrent (Request, AccordRequestContext) async throws -> Response
}

/// What every route needs: the server, and the time of the request; the routes are its extensions.
struct RouteEnvironment: Sendable {
    typealias Context = AccordRequestContext
    let core: ServerCore
    let now: @Sendable () -> Date
    let clock: any Clock<Duration>
    /// Whose word for where a request comes from is taken.
    let proxies: Set<RemoteNetwork>

    /// Whom the request's token speaks for; throws `token-missing`, `token-expired`.
    func bearer(of request: Request) throws(Problem) -> Bearer {
        guard let bearer = try optionalBearer(of: request) else { throw Problem(.tokenMissing) }
        return bearer
    }

    /// The same for a route that can do without; a wrong token is still an error.
    func optionalBearer(of request: Request) throws(Problem) -> Bearer? {
        guard let header = request.headers[.authorization] else { return nil }
        let scheme = "Bearer "
        guard header.lowercased().hasPrefix(scheme.lowercased())
        else { throw Problem(.tokenMissing, detail: "the scheme is Bearer") }
        return try core.bearer(of: String(header.dropFirst(scheme.count)), at: now())
    }

    /// With whom a request is counted, whatever becomes of it.
    func asker(of request: Request, _ context: Context) -> Asker {
        let bearer = try? optionalBearer(of: request)
        return bearer?.asker ?? .network(origin(of: request, context))
    }

    /// Where a request comes from: what a proxy of the settings says, else the connection's end.
    private func origin(of request: Request, _ context: Context) -> RemoteNetwork {
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

    /// Returns once a piece of an answer has left; cuts a client off that takes none for too long.
    @concurrent func send(
        _ bytes: [UInt8], to writer: inout any ResponseBodyWriter, over channel: any Channel
    ) async throws {
        let alarm = Task { [clock, core] in
            try await clock.sleep(for: core.limits.stallMax)
            channel.close(mode: .all, promise: nil)
        }
        defer { alarm.cancel() }
        try await writer.write(ByteBuffer(bytes: bytes))
    }
}
