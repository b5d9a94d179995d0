import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// How an answer is encoded, the preferred way first.
enum StreamCoding: String, CaseIterable, Sendable {
    case zstd, gzip

    /// The one that a client likes best, of two alike ours; nil for none.
    ///
    /// - Parameter accepted: Its `Accept-Encoding`; what that refuses or does not name is not sent.
    init?(accepted: String?) {
        var weights: [StreamCoding: Double] = [:]
        for entry in (accepted ?? "").lowercased().split(separator: ",") {
            let words = entry.split(separator: ";").map(\.trimmed)
            guard let coding = words.first.flatMap(StreamCoding.init(rawValue:)) else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            weights[coding] = weight.map { Double($0) ?? 0 } ?? 1
        }
        let liked = Self.allCases.filter { weights[$0, default: 0] > 0 }
        let most = liked.compactMap { weights[$0] }.max()
        guard let coding = liked.first(where: { weights[$0] == most }) else { return nil }
        self = coding
    }

    /// Fast enough not to slow a local network down, and within a tenth of the next levels.
    static let zstdLevel: Int32 = 3
    static let gzipLevel: Int32 = 5

    var encoder: any BodyEncoder {
        switch self {
        case .zstd: ZstdEncoder(level: Self.zstdLevel)
        case .gzip: GzipEncoder(level: Self.gzipLevel)
        }
    }
}

extension ResponseBody {
    /// The body, encoded piece by piece while it is sent; broken off where the body breaks off.
    func encoded(_ coding: StreamCoding) -> ResponseBody {
        ResponseBody { writer in
            try await write(EncodingWriter(writer: writer, encoder: coding.encoder))
        }
    }
}

/// The encoder of one answer: what it holds back comes with a later piece, or at the end.
protocol BodyEncoder {
    func compress(_ bytes: [UInt8]) -> [UInt8]
    func finish() -> [UInt8]
}

extension ZstdEncoder: BodyEncoder {}
extension GzipEncoder: BodyEncoder {}

private struct EncodingWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let encoder: any BodyEncoder

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        let bytes = encoder.compress([UInt8](buffer.readableBytesView))
        if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.write(ByteBuffer(bytes: encoder.finish()))
        try await writer.finish(trailingHeaders)
    }
}
