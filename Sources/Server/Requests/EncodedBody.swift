import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// How an answer is encoded, the preferred way first.
enum StreamCoding: String, CaseIterable, Sendable {
    case zstd, gzip

    /// Fast enough not to slow a local network down, and within a tenth of the next levels.
    static let zstdLevel: Int32 = 3
    static let gzipLevel: Int32 = 5
}

extension ResponseBody {
    /// The body, encoded piece by piece while it is sent; broken off where the body breaks off.
    func encoded(_ coding: StreamCoding) -> ResponseBody {
        ResponseBody { writer in
            try await write(EncodingWriter(writer: writer, encoder: BodyEncoder(coding)))
        }
    }
}

/// The encoder of one answer.
private enum BodyEncoder {
    case zstd(ZstdEncoder)
    case gzip(GzipEncoder)

    init(_ coding: StreamCoding) {
        switch coding {
        case .zstd: self = .zstd(ZstdEncoder(level: StreamCoding.zstdLevel))
        case .gzip: self = .gzip(GzipEncoder(level: StreamCoding.gzipLevel))
        }
    }

    /// What is ready to be sent, which is often nothing yet.
    func compress(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .zstd(let encoder): encoder.compress(bytes)
        case .gzip(let encoder): encoder.compress(bytes)
        }
    }

    /// What was held back, and the end.
    func finish() -> [UInt8] {
        switch self {
        case .zstd(let encoder): encoder.finish()
        case .gzip(let encoder): encoder.finish()
        }
    }
}

/// Encodes what is written before the next writer gets it.
private struct EncodingWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let encoder: BodyEncoder

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        let bytes = encoder.compress([UInt8](buffer.readableBytesView))
        if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.write(ByteBuffer(bytes: encoder.finish()))
        try await writer.finish(trailingHeaders)
    }
}
