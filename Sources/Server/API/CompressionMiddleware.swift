import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import Synchronization

/// Decodes request bodies and encodes answers, both with zstd or gzip.
///
/// Decoding is capped in size and ratio, so that a small body cannot fill the memory.
struct CompressionMiddleware: AccordMiddleware {
    let limits: Limits
    /// A shorter answer fits one packet anyway.
    private static let answerBytesMin = 1_000

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var plain = request
        if let bytes = try await decoded(request, context) {
            guard context.body?.become(bytes.count) != false
            else { throw Problem(.overloaded, retryAfter: 1) }
            plain.body = RequestBody(buffer: ByteBuffer(bytes: bytes))
        }
        return try await encoded(try await next(plain, context), for: request)
    }

    /// The body's bytes; nil when it is not encoded.
    private func decoded(_ request: Request, _ context: Context) async throws -> [UInt8]? {
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard coding != "identity" else { return nil }
        // Whoever has no token may send what enrolling takes, no more.
        let isKnown = try context.bearer.get() != nil
        let bytesMax = isKnown ? limits.requestBytesMax(of: request) : limits.anonymousBytesMax
        let body = [UInt8](try await request.body.collect(upTo: bytesMax).readableBytesView)
        do {
            switch coding {
            case "zstd": return try Zstd.decompressed(body, limit: bytesMax)
            case "gzip": return try Gzip.decompressed(body, limit: bytesMax)
            default:  // open set: every coding that HTTP knows
                throw Problem(.unsupportedEncoding, expected: "zstd or gzip", actual: coding)
            }
        } catch CompressionError.tooLarge {
            throw Problem(.tooLarge, detail: "once decoded")
        } catch is CompressionError {
            throw Problem(.malformed, detail: "the \(coding) is damaged")
        }
    }

    private func encoded(_ response: Response, for request: Request) async throws -> Response {
        guard let coding = StreamCoding(accepted: request.headers[.acceptEncoding])
        else { return response }
        // Ranges count the bytes as they are stored, and evidence is mostly compressed already.
        guard response.headers[.acceptRanges] == nil else { return response }
        var encoded = response
        if let count = response.body.contentLength {
            guard count >= Self.answerBytesMin else { return response }
            let collected = CollectedBody()
            try await response.body.write(BodyCollector(body: collected))
            let body = collected.buffer.withLock { $0 }
            let shorter =
                switch coding {
                case .zstd:
                    body.withUnsafeReadableBytes {
                        Zstd.compressed($0, level: StreamCoding.zstdLevel)
                    }
                case .gzip:
                    Gzip.compressed(
                        [UInt8](body.readableBytesView), level: StreamCoding.gzipLevel)
                }
            encoded.body = ResponseBody(byteBuffer: ByteBuffer(bytes: shorter))
            encoded.headers[.contentLength] = "\(shorter.count)"
        } else {
            // What has no length yet is encoded piece by piece as it is sent.
            encoded.body = response.body.encoded(coding)
        }
        encoded.headers[.contentEncoding] = coding.rawValue
        return encoded
    }
}

private final class CollectedBody: Sendable { let buffer = Mutex(ByteBuffer()) }

private struct BodyCollector: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        body.buffer.withLock {
            // Nearly always there is one, which is taken as it lies.
            if $0.readableBytes == 0 { $0 = buffer } else { $0.writeImmutableBuffer(buffer) }
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
