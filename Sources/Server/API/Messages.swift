import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import SwiftProtobuf

extension Request {
    // The sheet of routes has refused what cannot be read.

    /// A query parameter; nil when it is absent.
    func parameter(_ name: String) -> String? {
        uri.queryParameters[Substring(name)].map { String($0) }
    }

    func number(_ name: String) -> UInt64? { parameter(name).flatMap { UInt64($0) } }

    func cursor(_ name: String) -> [UInt8]? { parameter(name).flatMap(Self.cursor(of:)) }

    /// A cursor in hexadecimal digits or in base64url, which is a third shorter; nil for neither.
    static func cursor(of text: String) -> [UInt8]? {
        // Every digit is a letter of base64url too, so the length tells which of them it is.
        text.utf8.count == cursorBytes * 2 ? [UInt8](hex: text) : [UInt8](base64URL: text)
    }

    /// What a sealed cursor has on the wire.
    private static let cursorBytes = 104

    var prefersJSON: Bool { headers[.accept]?.contains(ProtocolNames.json) ?? false }

    /// Reads the body as its media type says; `unsupported-encoding`, `malformed`, `too-large`.
    func message<Message: SwiftProtobuf.Message>(
        _ type: Message.Type, bytesMax: Int
    ) async throws -> Message {
        let buffer = try await body.collect(upTo: bytesMax)
        let bytes = [UInt8](buffer.readableBytesView)
        let mediaType = headers[.contentType] ?? ProtocolNames.protobuf
        do {
            if mediaType.hasPrefix(ProtocolNames.protobuf) {
                return try Message(serializedBytes: bytes)
            } else if mediaType.hasPrefix(ProtocolNames.json) {
                return try MessageJSON.message(type, from: bytes)
            }
        } catch {
            throw Problem(.malformed, detail: "the body is no message of this address")
        }
        throw Problem(.unsupportedEncoding, expected: ProtocolNames.protobuf, actual: mediaType)
    }

    /// Reads JSON; `malformed`, `too-large`.
    ///
    /// - Parameter empty: What an empty body says; nil where one says nothing.
    func json<Value: Decodable>(
        _ type: Value.Type, orElse empty: Value?, bytesMax: Int
    ) async throws -> Value {
        let buffer = try await body.collect(upTo: bytesMax)
        if buffer.readableBytes == 0, let empty { return empty }
        let data = Data(buffer.readableBytesView)
        let unknown: Set<String>
        let value: Value
        do {
            value = try JSONDecoder().decode(type, from: data)
            let members = try JSONDecoder().decode([String: AnyMember].self, from: data)
            unknown = Set(members.keys).subtracting(JSONSchemas.members(of: "\(type)"))
        } catch { throw Problem(.malformed, detail: "the body is not the JSON of this address") }
        // As in a query: what is passed over would be believed to have been understood.
        guard unknown.isEmpty else {
            throw Problem(
                .malformed,
                detail: "this address reads no "
                    + unknown.sorted().joined(separator: ", ").prefix(200))
        }
        return value
    }

    func answer(_ message: some SwiftProtobuf.Message) throws -> Response {
        prefersJSON
            ? Response(ProtocolNames.json, try MessageJSON.bytes(of: message))
            : Response(ProtocolNames.protobuf, message.canonicalBytes())
    }
}

/// Whatever stands under a key.
private struct AnyMember: Decodable {
    init(from decoder: any Decoder) {}
}

extension Response {
    init(_ mediaType: String, _ bytes: [UInt8]) {
        self.init(
            status: .ok, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// An answer in JSON: keys sorted, moments in UTC.
    static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Response(ProtocolNames.json, [UInt8](try encoder.encode(value)))
    }
}

extension HTTPField.Name {
    static let accordProtocol = named(ProtocolNames.versionHeader)
    static let accordNext = named(ProtocolNames.nextHeader)
    static let uploadOffset = named(ProtocolNames.uploadOffset)
    static let uploadComplete = named(ProtocolNames.uploadComplete)
    static let uploadLength = named(ProtocolNames.uploadLength)
    static let reprDigest = named(ProtocolNames.digest)
    static let forwardedFor = named("X-Forwarded-For")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("The protocol's headers have only letters and hyphens.")
        }
        return field
    }
}

extension Limits {
    /// Decoded bytes of any request but one: a push with its keys, hashes and lengths.
    var requestBytesMax: Int { pushBytesMax + pushChangesMax * 64 }

    /// The same of a request to an address: what a pull sends, a request to reconcile brings back.
    func requestBytesMax(of request: Request) -> Int {
        let isReconciling = request.method == .post && request.uri.path.hasSuffix("/reconcile")
        return isReconciling ? decodedBytesMax : requestBytesMax
    }

    /// Decoded bytes of a request without a token: an enrolment.
    var anonymousBytesMax: Int { 16 * 1024 }
}
