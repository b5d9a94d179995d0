import Foundation
import Hummingbird
import NIOCore
import Shared

/// Bodies that are JSON only: what leads and scripts send and read, no laptop.
extension Request {
    /// Reads the body; an empty one is what its sender did not need to say.
    ///
    /// - Throws: `malformed`; too large a body ends in `too-large`.
    func json<Value: Decodable>(
        _ type: Value.Type, orElse empty: Value, bytesMax: Int
    ) async throws -> Value {
        let buffer = try await body.collect(upTo: bytesMax)
        guard buffer.readableBytes > 0 else { return empty }
        do {
            return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
        } catch {
            throw Problem(.malformed, detail: "the body is not the JSON of this address")
        }
    }
}

extension Response {
    /// An answer in JSON: keys sorted, moments in UTC.
    static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Response(ProtocolNames.json, [UInt8](try encoder.encode(value)))
    }
}
