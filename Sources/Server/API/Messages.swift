import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import SwiftProtobuf

extension Request {
    /// A query parameter as a number; nil when it is absent, `malformed` for anything else.
    func number(_ name: String) throws(Problem) -> UInt64? {
        try parameter(name, orElse: "is not a number") { UInt64($0) }
    }

    func bytes(_ name: String) throws(Problem) -> [UInt8]? {
        try parameter(name, orElse: "is not in hexadecimal digits") { [UInt8](hex: $0) }
    }

    /// A cursor in hexadecimal digits or in base64url, which is a third shorter; nil when absent.
    func cursor(_ name: String) throws(Problem) -> [UInt8]? {
        // Every digit is a letter of base64url too, so the length tells which of them it is.
        if uri.queryParameters[Substring(name)]?.utf8.count == Self.cursorBytes * 2 {
            return try bytes(name)
        }
        return try parameter(name, orElse: "is no cursor") { [UInt8](base64URL: $0) }
    }

    /// What a sealed cursor has on the wire.
    private static let cursorBytes = 104

    private func parameter<Value>(
        _ name: String, orElse fault: String, read: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let value = read(String(text))
        else { throw Problem(.malformed, detail: "`\(name)` \(fault)") }
        return value
    }

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
                return try Message(jsonUTF8Bytes: bytes)
            }
        } catch {
            throw Problem(.malformed, detail: "the body is no message of this address")
        }
        throw Problem(.unsupportedEncoding, expected: ProtocolNames.protobuf, actual: mediaType)
    }

    /// Reads JSON; an empty body is what its sender did not need to say; `malformed`, `too-large`.
    func json<Value: Decodable>(
        _ type: Value.Type, orElse empty: Value, bytesMax: Int
    ) async throws -> Value {
        let buffer = try await body.collect(upTo: bytesMax)
        guard buffer.readableBytes > 0 else { return empty }
        do { return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView)) } catch {
            throw Problem(.malformed, detail: "the body is not the JSON of this address")
        }
    }

    func answer(_ message: some SwiftProtobuf.Message) throws -> Response {
        prefersJSON
            ? Response(ProtocolNames.json, try message.jsonUTF8Bytes())
            : Response(ProtocolNames.protobuf, message.canonicalBytes())
    }
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
