import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared

/// How answers are written down: everything that a client can see, in one way only.
enum ExchangeText {
    /// A whole answer; headers by name, without the length, which the body tells.
    static func text(of response: TestResponse) -> String {
        let fields = response.headers.filter { $0.name != .contentLength && $0.name != .date }
            .map { "\($0.name.rawName): \($0.value)" }
        let head = ["HTTP/1.1 \(response.status.code)"] + fields.sorted()
        let body = body(response.bytes, response.headers[.contentType] ?? "")
        return head.joined(separator: "\n") + (body.isEmpty ? "" : "\n\n" + body)
    }

    private static func body(_ bytes: [UInt8], _ mediaType: String) -> String {
        guard !mediaType.hasSuffix("json") || mediaType.hasSuffix("ndjson") else {
            return json(bytes)
        }
        guard mediaType.isText else { return dump(of: bytes) }
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// One value a line, keys in order: the order of a map's keys is nobody's promise.
    private static func json(_ bytes: [UInt8]) -> String {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
            let lines = try? JSONSerialization.data(
                withJSONObject: value,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return "not JSON: " + String(decoding: bytes, as: UTF8.self) }
        return String(decoding: lines, as: UTF8.self)
    }

    // MARK: Dumps

    private static let bytesPerLine = 16

    /// Sixteen bytes a line: offset, digits, and what of them is ASCII.
    static func dump(of bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: bytesPerLine).map { start in
            let line = bytes[start..<min(start + bytesPerLine, bytes.count)]
            let digits = line.map { [$0].hex }.joined(separator: " ")
            let shown = line.map { (0x20..<0x7F).contains($0) ? Character(.init($0)) : "." }
            let offset = [UInt8(start >> 16), UInt8(start >> 8 & 255), UInt8(start & 255)].hex
            let padding = String(repeating: " ", count: bytesPerLine * 3 - digits.count)
            return "\(offset)  \(digits)\(padding) |\(String(shown))|"
        }.joined(separator: "\n")
    }

    /// Reads a dump back; what is no digit in the columns of digits is passed over.
    static func bytes(ofDump text: String) -> [UInt8] {
        text.split(separator: "\n").flatMap { line in
            let digits = line.dropFirst("000000  ".count).prefix(bytesPerLine * 3)
            return [UInt8](hex: digits.filter(\.isHexDigit)) ?? []
        }
    }
}
