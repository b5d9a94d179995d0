import Foundation
import Shared

/// The status line and headers of an answer, read line by line.
struct ResponseHead {
    /// 0 until the first status line.
    private(set) var status = 0
    private(set) var headers: [HeaderField] = []
    /// Whether the empty line came that ends the head of a final answer.
    private(set) var isComplete = false
    private var bytes = 0
    /// More than any server of ours sends by far; a stream of headers must not fill the memory.
    private static let bytesMax = 256 * 1024

    /// Takes one line as libcurl hands it over; false when the head grew too large.
    mutating func take(line: UnsafeRawBufferPointer) -> Bool {
        bytes += line.count
        guard bytes <= Self.bytesMax else { return false }
        // Trailers after the body say nothing that our protocol uses.
        guard !isComplete else { return true }
        let text = String(decoding: line, as: UTF8.self).trimmed
        if text.isEmpty {
            // 100 Continue and its like end with an empty line too; the answer is still to come.
            isComplete = status >= 200
        } else if text.hasPrefix("HTTP/") {
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            headers = []
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.append(HeaderField(String(text[..<colon]), value))
        }
        return true
    }
}
