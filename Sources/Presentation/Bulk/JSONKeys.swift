import Foundation

/// Walks over one JSON object for its keys; Foundation's decoder keeps silent about doubled ones.
struct JSONKeys {
    /// Keys that are there more than once, as they read without escapes, in order of appearance.
    private(set) var doubled: [String] = []

    private let bytes: ArraySlice<UInt8>
    private var seen: Set<String> = []

    /// - Precondition: The bytes are one JSON object, as a decoder has found before.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        walk()
    }

    private mutating func walk() {
        var depth = 0
        var isBeforeKey = false
        var position = bytes.startIndex
        while position < bytes.endIndex {
            switch bytes[position] {
            case Self.quote:
                let end = endOfString(from: position)
                if isBeforeKey { note(bytes[position..<end]) }
                isBeforeKey = false
                position = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isBeforeKey = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isBeforeKey = depth == 1
            default: break  // open set: every other byte of JSON
            }
            position += 1
        }
    }

    /// The place behind the closing quote of the string that opens at a place.
    private func endOfString(from start: Int) -> Int {
        var position = start + 1
        while position < bytes.endIndex, bytes[position] != Self.quote {
            position += bytes[position] == Self.backslash ? 2 : 1
        }
        return min(position + 1, bytes.endIndex)
    }

    private mutating func note(_ quoted: ArraySlice<UInt8>) {
        let key =
            quoted.contains(Self.backslash)
            ? (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? ""
            : String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        if !seen.insert(key).inserted, !doubled.contains(key) { doubled.append(key) }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
}
