import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// Bounds what the bodies of requests take of the memory, and how many one person sends at a time.
///
/// What has arrived counts, not what was announced. Whatever is above is `overloaded`, with when to
/// come again.
struct BodyMiddleware: RouterMiddleware {
    typealias Context = AccordRequestContext

    let environment: RouteEnvironment
    let budget: AskerBudget

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.hasBody(request) else { return try await next(request, context) }
        // A wrong token is the route's to refuse; until then it is none.
        let asker = environment.asker(of: request, context)
        guard let share = budget.share(for: asker) else {
            throw Problem(.overloaded, retryAfter: 1)
        }
        // An upload goes to the disk piece by piece.
        guard request.method != .patch else {
            defer { withExtendedLifetime(share) {} }
            return try await next(request, context)
        }
        var (counted, context) = (request, context)
        counted.body = RequestBody(
            asyncSequence: request.body.map { piece in
                guard share.grow(by: piece.readableBytes) else {
                    throw Problem(.overloaded, retryAfter: 1)
                }
                return piece
            })
        context.body = share
        return try await next(counted, context)
    }

    private static func hasBody(_ request: Request) -> Bool {
        if request.headers[.transferEncoding] != nil { return true }
        return request.headers[.contentLength].map { $0 != "0" } ?? false
    }
}

/// Bounds what answers that nobody has taken yet have of the memory.
///
/// Exports and evidence are read piece by piece as they are taken, and are not counted.
struct AnswerMiddleware: RouterMiddleware {
    typealias Context = AccordRequestContext

    let environment: RouteEnvironment
    let budget: AskerBudget
    let turns: AnswerTurns

    /// What a connection holds anyway: so an answer to a push, or a problem, never waits for room
    /// that others have filled.
    private static let smallBytesMax = 64 * 1024

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        let turn = AnswerTurn(of: turns)
        context.turn = turn
        defer { turn.end() }
        var response = try await next(request, context)
        guard let count = response.body.contentLength, count > Self.smallBytesMax,
            response.headers[.acceptRanges] == nil,
            let share = budget.share(for: environment.asker(of: request, context))
        else { return response }
        guard share.grow(by: count) else { throw Problem(.overloaded, retryAfter: 1) }
        let body = response.body
        response.body = ResponseBody(contentLength: count) { writer in
            try await body.write(PieceWriter(writer: writer))
            withExtendedLifetime(share) {}
        }
        return response
    }
}

/// Writes a piece when the ones before have left: one large write would be over at once, and all of
/// it would wait in the connection.
///
/// Each piece is a copy. A slice holds all of its buffer, and the last ones wait in a connection
/// that nobody reads long after the answer was written and gave back what it took.
struct PieceWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter

    private static let pieceBytes = 64 * 1024

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer.readableBytesView
        while !rest.isEmpty {
            try await writer.write(ByteBuffer(bytes: rest.prefix(Self.pieceBytes)))
            rest = rest.dropFirst(Self.pieceBytes)
        }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

extension HTTPField.Name {
    fileprivate static var xForwardedFor: Self {
        guard let name = Self("X-Forwarded-For") else {
            preconditionFailure("It has only letters and hyphens.")
        }
        return name
    }
}

extension RouteEnvironment {
    /// With whom a request is counted, whatever becomes of it.
    func asker(of request: Request, _ context: AccordRequestContext) -> Asker {
        let bearer = try? optionalBearer(of: request)
        return bearer?.asker ?? .network(origin(of: request, context))
    }

    /// Where a request comes from: what a proxy of the settings says, else the connection's end.
    ///
    /// Of several proxies each adds whom it heard at the end, so the last stranger is believed.
    private func origin(of request: Request, _ context: AccordRequestContext) -> RemoteNetwork {
        let peer = RemoteNetwork(context.channel.remoteAddress)
        guard proxies.contains(peer), let told = request.headers[.xForwardedFor]
        else { return peer }
        for hop in told.split(separator: ",").reversed() {
            // What a proxy of ours did not write is believed no further.
            guard let network = RemoteNetwork(hop: hop.trimmingCharacters(in: .whitespaces))
            else { return peer }
            if !proxies.contains(network) { return network }
        }
        return peer
    }
}
