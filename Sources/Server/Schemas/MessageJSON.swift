import Foundation
import Shared
import SwiftProtobuf

/// Messages in JSON: protobuf's mapping, but that what names something is written as paths and
/// queries take it (docs/protocol.md, section 1, "Forms").
///
/// Which fields these are is told by their names, here alone, for answers and for requests.
enum MessageJSON {
    /// How JSON has the bytes of a field.
    enum Form: Hashable, Sendable {
        /// Ids and hashes.
        case digits(Int)
        /// Cursors; readers of protobuf's own mapping take this alphabet, too.
        case base64URL
        /// Keys, bodies, receipts, signatures and all else.
        case base64
    }

    /// The form of a field by its name in accord.proto.
    static func form(of field: String) -> Form {
        if ids.contains(field) { return .digits(32) }
        if hashes.contains(field) { return .digits(64) }
        return cursors.contains(field) ? .base64URL : .base64
    }

    static func bytes(of message: some SwiftProtobuf.Message) throws -> [UInt8] {
        let json: [UInt8] = try message.jsonUTF8Bytes()
        return rewritten(json) { form, text in
            switch form {
            case .digits:
                Data(base64Encoded: Data(text)).map { Array([UInt8]($0).hex.utf8) }
            case .base64URL:
                Data(base64Encoded: Data(text)).map { Array([UInt8]($0).base64URL.utf8) }
            case .base64: nil
            }
        }
    }

    /// Reads a message; base64 is understood everywhere, as generated clients write it.
    static func message<Message: SwiftProtobuf.Message>(
        _ type: Message.Type, from json: [UInt8]
    ) throws -> Message {
        let mapped = rewritten(json) { form, text in
            // Base64 of an id or a hash is never as long as its digits are.
            guard case .digits(let count) = form, text.count == count,
                let bytes = [UInt8](hex: String(decoding: text, as: UTF8.self))
            else { return nil }
            return Array(Data(bytes).base64EncodedString().utf8)
        }
        return try Message(jsonUTF8Bytes: mapped)
    }

    private static let ids: Set = [
        "alias", "audit", "by", "checkpoint_epoch", "epoch", "person", "replica", "server",
    ]
    private static let hashes: Set = [
        "buckets", "chain", "chain_before", "digest", "hash", "root", "trail",
    ]
    private static let cursors: Set = ["cursor", "mark", "more"]

    /// By names as they stand in JSON; protobuf's readers take those of accord.proto as well.
    private static let forms: [ArraySlice<UInt8>: Form] = {
        let names = ids.union(hashes).union(cursors)
        let pairs = names.flatMap { name in
            [(name, form(of: name)), (name.camelCase, form(of: name))]
        }
        return Dictionary(pairs.map { (ArraySlice($0.0.utf8), $0.1) }) { first, _ in first }
    }()

    /// Writes the strings anew that stand under names with a form, alone or in a list.
    ///
    /// What is no JSON stays what it is, for whoever reads it then.
    private static func rewritten(
        _ json: [UInt8], _ change: (Form, ArraySlice<UInt8>) -> [UInt8]?
    ) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let escape = UInt8(ascii: "\\")
        var result: [UInt8] = []
        var form: Form?
        var index = 0
        var copied = 0
        while let start = json[index...].firstIndex(of: quote) {
            var end = start + 1
            while end < json.count, json[end] != quote { end += json[end] == escape ? 2 : 1 }
            guard end < json.count else { break }
            let text = json[(start + 1)..<end]
            let following = json[(end + 1)...].first { $0 > UInt8(ascii: " ") }
            if following == UInt8(ascii: ":") {
                form = forms[text]
            } else if let form, let changed = change(form, text) {
                if copied == 0 { result.reserveCapacity(json.count) }
                result += json[copied...start]
                result += changed
                copied = end
            }
            index = end + 1
        }
        // A large request in base64 is not copied.
        guard copied > 0 else { return json }
        return result + json[copied...]
    }
}

extension String {
    /// The name that protobuf's JSON has for a field, such as `chainBefore` for `chain_before`.
    var camelCase: String {
        let words = split(separator: "_")
        return words.prefix(1).joined()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
