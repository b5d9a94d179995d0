import HTTPTypes
import Hummingbird
import NIOCore
import Shared
import SwiftProtobuf

extension Request {
    /// A query parameter as a number; nil when it is absent.
    ///
    /// - Throws: `malformed` for anything but a number.
    func number(_ name: String) throws(Problem) -> UInt64? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let number = UInt64(text) else {
            throw Problem(.malformed, detail: "`\(name)` is not a number")
        }
        return number
    }

    /// A query parameter as bytes in hexadecimal digits; nil when it is absent.
    func bytes(_ name: String) throws(Problem) -> [UInt8]? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let bytes = [UInt8](hex: String(text)) else {
            throw Problem(.malformed, detail: "`\(name)` is not in hexadecimal digits")
        }
        return bytes
    }

    /// A cursor in hexadecimal digits or in base64url, which is a third shorter; nil when absent.
    func cursor(_ name: String) throws(Problem) -> [UInt8]? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        // Every digit is a letter of base64url too, so the length tells which of them it is.
        if text.utf8.count == Cursor.byteCount * 2 { return try bytes(name) }
        guard let bytes = [UInt8](base64URL: String(text)) else {
            throw Problem(.malformed, detail: "`\(name)` is no cursor")
        }
        return bytes
    }

    /// Whether the client asked for JSON rather than protobuf.
    var prefersJSON: Bool { headers[.accept]?.contains(ProtocolNames.json) ?? false }

    /// Reads the body as a message, in the form that its media type names.
    ///
    /// - Throws: `unsupported-encoding`, `malformed`; too large a body ends in `too-large`.
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

    /// Answers with a message, in the form that was asked for.
    func answer(_ message: some SwiftProtobuf.Message) throws -> Response {
        if prefersJSON {
            return Response(ProtocolNames.json, try message.jsonUTF8Bytes())
        }
        return Response(ProtocolNames.protobuf, message.canonicalBytes())
    }
}

extension Response {
    /// A successful answer of one media type.
    init(_ mediaType: String, _ bytes: [UInt8]) {
        self.init(
            status: .ok, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
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

extension Cursor {
    /// What a sealed cursor has on the wire.
    static let byteCount = 104
}
