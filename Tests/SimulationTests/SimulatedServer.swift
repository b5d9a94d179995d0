import Foundation
@testable import HTTPClient
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Shared
import Synchronization

@testable import Client
@testable import Server

/// The server's routes without a socket: what goes in and what comes out are the bytes that travel.
///
/// A request is encoded as libcurl's transport encodes it; the server's own middleware and routes
/// decode, bound and answer it; the answer is decoded under the transport's cap.
struct SimulatedServer: Sendable {
    /// What a request says that its sender can decode: a proxy may know less than a laptop.
    enum Accepted: String, CaseIterable {
        case zstd = "zstd, gzip"
        case gzip = "gzip"
        case plain = ""
    }

    /// An answer as the laptop reads it, and how it came.
    struct Answer {
        let response: TransportResponse
        /// Nil for a body that travelled as it is.
        let coding: String?
        /// The same of the request's body.
        let requestCoding: String?
    }

    let core: ServerCore
    private let responder: RouterResponder<AccordRequestContext>
    private let channel = NIOAsyncTestingChannel()
    private static let log = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
    private static let settings = TransportSettings()

    init(_ core: ServerCore, clock: WorldClock) {
        self.core = core
        responder = buildRouter(
            core, program: "simulation", log: Self.log, now: { clock.tick() },
            clock: WaitingClock(world: clock)
        ).buildResponder()
    }

    /// Lets the server answer a request.
    func answer(
        _ request: TransportRequest, token: String, accepting accepted: Accepted
    ) async throws(TransportError) -> Answer {
        let encoded = request.compressedBody(Self.settings)
        let sent = encoded?.body ?? request.body ?? []
        var fields = HTTPFields()
        fields.append(request.headers)
        if !token.isEmpty { fields[.authorization] = "Bearer \(token)" }
        if let encoded { fields[.contentEncoding] = encoded.encoding }
        if accepted != .plain { fields[.acceptEncoding] = accepted.rawValue }
        if request.method.carriesBody { fields[.contentLength] = "\(sent.count)" }
        let (head, body) = await respond(
            Request(
                head: HTTPRequest(
                    method: HTTPRequest.Method(request.method), scheme: "https",
                    authority: "larkfield.example", path: Self.inPieces(request.path),
                    headerFields: fields),
                body: RequestBody(buffer: ByteBuffer(bytes: sent))))
        let coding = head.headerFields[.contentEncoding]
        return Answer(
            response: TransportResponse(
                status: head.status.code,
                headers: head.headerFields.map { HeaderField($0.name.rawName, $0.value) },
                body: try Self.decoded(body, coding)),
            coding: coding, requestCoding: fields[.contentEncoding])
    }

    private func respond(_ request: Request) async -> (HTTPResponse, [UInt8]) {
        let context = AccordRequestContext(
            source: ApplicationRequestContextSource(channel: channel, logger: Self.log))
        do {
            let response = try await responder.respond(to: request, context: context)
            let body = AnswerBody()
            try await response.body.write(AnswerWriter(body: body))
            return (response.head, body.bytes.withLock(\.self))
        } catch {
            return (HTTPResponse(status: .internalServerError), [])
        }
    }

    /// What libcurl makes of a body before the client sees it.
    private static func decoded(
        _ body: [UInt8], _ coding: String?
    ) throws(TransportError) -> [UInt8] {
        let limit = settings.bodyBytesMax
        do {
            let decoded =
                switch coding {
                case "zstd": try Zstd.decompressed(body, limit: limit)
                case "gzip": try Gzip.decompressed(body, limit: limit)
                default: body  // open set: what was not encoded
                }
            guard decoded.count <= limit else { throw TransportError.tooLarge(limit: limit) }
            return decoded
        } catch {
            switch error {
            case CompressionError.tooLarge, TransportError.tooLarge:
                throw .tooLarge(limit: limit)
            default: throw .notOurServer(detail: "\(error)")  // open set: damage of all kinds
            }
        }
    }

    /// Few records an answer, so that a small audit comes in pieces too.
    private static func inPieces(_ path: String) -> String {
        path.replacing("&limit=\(Limits.standard.pullRecordsMax)", with: "&limit=2")
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ method: TransportRequest.Method) {
        self =
            switch method {
            case .get: .get
            case .head: .head
            case .post: .post
            case .put: .put
            case .patch: .patch
            }
    }
}

extension HTTPFields {
    fileprivate mutating func append(_ fields: [HeaderField]) {
        for field in fields {
            guard let name = HTTPField.Name(field.name) else { continue }
            append(HTTPField(name: name, value: field.value))
        }
    }
}

/// The world's time for requests that wait: nobody else moves meanwhile, so the wait ends at once.
///
/// What happens in the world while a pull is held happens before the pull is answered.
private struct WaitingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    let world: WorldClock

    var now: Instant { Instant(offset: .seconds(world.now.timeIntervalSince1970)) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// Where a writer leaves an answer's bytes.
private final class AnswerBody: Sendable {
    let bytes = Mutex<[UInt8]>([])
}

private struct AnswerWriter: ResponseBodyWriter {
    let body: AnswerBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        body.bytes.withLock { $0 += Array(buffer.readableBytesView) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
