import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import Synchronization

/// Decodes request bodies and encodes answers, both with zstd or gzip.
///
/// Decoding is capped in size and ratio, so that a small body cannot fill the memory.
struct CompressionMiddleware: RouterMiddleware {
    typealias Context = AccordRequestContext

    let environment: RouteEnvironment

    /// A shorter answer fits one packet anyway.
    private static let answerBytesMin = 1_000

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let plain = try await decoded(request) else {
            return try await encoded(try await next(request, context), for: request)
        }
        guard context.body?.become(plain.count) != false else {
            throw Problem(.overloaded, retryAfter: 1)
        }
        var decoded = request
        decoded.body = RequestBody(buffer: ByteBuffer(bytes: plain))
        return try await encoded(try await next(decoded, context), for: request)
    }

    // MARK: Requests

    /// The body's bytes; nil when it is not encoded.
    private func decoded(_ request: Request) async throws -> [UInt8]? {
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard coding != "identity" else { return nil }
        // Whoever has no token may send what enrolling takes, no more.
        let isKnown = try environment.optionalBearer(of: request) != nil
        let bytesMax = isKnown ? limits.requestBytesMax(of: request) : limits.anonymousBytesMax
        let body = try await request.body.collect(upTo: bytesMax)
        return try decoded([UInt8](body.readableBytesView), coding, bytesMax: bytesMax)
    }

    private func decoded(
        _ bytes: [UInt8], _ coding: String, bytesMax: Int
    ) throws(Problem) -> [UInt8] {
        switch coding {
        case "zstd": return try decodedZstd(bytes, bytesMax)
        case "gzip": return try decodedGzip(bytes, bytesMax)
        default:  // open set: every coding that HTTP knows
            throw Problem(.unsupportedEncoding, expected: "zstd or gzip", actual: coding)
        }
    }

    private func decodedZstd(_ bytes: [UInt8], _ bytesMax: Int) throws(Problem) -> [UInt8] {
        do throws(ZstdError) {
            return try Zstd.decompressed(bytes, limit: bytesMax)
        } catch {
            switch error {
            case .tooLarge: throw Problem(.tooLarge, detail: "once decoded")
            case .truncated, .malformed: throw Problem(.malformed, detail: "the zstd is damaged")
            }
        }
    }

    private func decodedGzip(_ bytes: [UInt8], _ bytesMax: Int) throws(Problem) -> [UInt8] {
        do throws(GzipError) {
            return try Gzip.decompressed(bytes, limit: bytesMax)
        } catch {
            switch error {
            case .tooLarge: throw Problem(.tooLarge, detail: "once decoded")
            case .malformed: throw Problem(.malformed, detail: "the gzip is damaged")
            }
        }
    }

    private var limits: Limits { environment.core.limits }

    // MARK: Answers

    private func encoded(_ response: Response, for request: Request) async throws -> Response {
        guard let accepted = request.headers[.acceptEncoding]?.lowercased(),
            let coding = StreamCoding.allCases.first(where: { accepted.contains($0.rawValue) })
        else { return response }
        // Ranges count the bytes as they are stored, and evidence is mostly compressed already.
        guard response.headers[.acceptRanges] == nil else { return response }
        guard let count = response.body.contentLength else {
            return streamed(response, coding)
        }
        guard count >= Self.answerBytesMin else { return response }
        let collected = CollectedBody()
        try await response.body.write(BodyCollector(body: collected))
        let bytes = [UInt8](collected.buffer.withLock { $0 }.readableBytesView)
        let shorter =
            switch coding {
            case .zstd: Zstd.compressed(bytes, level: StreamCoding.zstdLevel)
            case .gzip: Gzip.compressed(bytes, level: StreamCoding.gzipLevel)
            }
        var response = response
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: shorter))
        response.headers[.contentLength] = "\(shorter.count)"
        response.headers[.contentEncoding] = coding.rawValue
        return response
    }

    /// An answer whose length nobody knows yet is encoded piece by piece as it is sent.
    private func streamed(_ response: Response, _ coding: StreamCoding) -> Response {
        var response = response
        response.body = response.body.encoded(coding)
        response.headers[.contentEncoding] = coding.rawValue
        return response
    }
}

/// Where a collector leaves the bytes of a body.
private final class CollectedBody: Sendable {
    let buffer = Mutex(ByteBuffer())
}

/// Takes an answer's bytes instead of the network.
private struct BodyCollector: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        body.buffer.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
