import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// Bounds what the bodies of requests take of the memory, and how many one person sends at a time.
///
/// What has arrived counts, not what was announced. Whatever is above is `overloaded`, with when to
/// come again.
struct BodyMiddleware: AccordMiddleware {
    let budget: AskerBudget

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        guard Self.hasBody(request) else { return try await next(request, context) }
        // A wrong token is the route's to refuse; until then it is none.
        guard let share = budget.share(for: context.asker)
        else { throw Problem(.overloaded, retryAfter: 1) }
        // An upload goes to the disk piece by piece.
        guard request.method != .patch else {
            defer { withExtendedLifetime(share) {} }
            return try await next(request, context)
        }
        var counted = request
        var context = context
        counted.body = RequestBody(
            asyncSequence: request.body.map { piece in
                guard share.grow(by: piece.readableBytes)
                else { throw Problem(.overloaded, retryAfter: 1) }
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
struct AnswerMiddleware: AccordMiddleware {
    let budget: AskerBudget
    let turns: AnswerTurns

    /// What a connection holds anyway: so an answer to a push, or a problem, never waits for room
    /// that others have filled.
    private static let smallBytesMax = 64 * 1024

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var context = context
        let turn = AnswerTurn(of: turns)
        context.turn = turn
        defer { turn.end() }
        var response = try await next(request, context)
        guard let count = response.body.contentLength, count > Self.smallBytesMax,
            response.headers[.acceptRanges] == nil,
            let share = budget.share(for: context.asker)
        else { return response }
        guard share.grow(by: count) else { throw Problem(.overloaded, retryAfter: 1) }
        let body = response.body
        response.body = ResponseBody(contentLength: count) { [channel = context.channel] writer in
            try await body.write(PieceWriter(writer: writer))
            await SlowClientHandler.waitUntilAllLeft(channel)
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
