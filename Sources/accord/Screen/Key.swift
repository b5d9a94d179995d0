import Shared

/// A key as a terminal sends it.
enum Key: Hashable {
    case character(Character)
    case up, down, enter, escape, backspace
    /// What was pasted, with the line ends that people mean.
    case pasted(String)
    /// Ctrl-C, Ctrl-D or a terminal that went away.
    case end

    /// Takes the next key off what was read; nil while there is only the beginning of one.
    ///
    /// - Parameter isWhole: Whether nothing more follows at once: a lone escape is the key then.
    static func next(from bytes: inout [UInt8], isWhole: Bool) -> Key? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return escape(from: &bytes, isWhole: isWhole)
        case 0x0D: return take(1, of: &bytes, as: .enter)
        // Ctrl-J: the Enter key ends a text, and a text may have lines.
        case 0x0A: return take(1, of: &bytes, as: .character("\n"))
        case 0x7F, 0x08: return take(1, of: &bytes, as: .backspace)
        case 0x03, 0x04: return take(1, of: &bytes, as: .end)
        default: return character(from: &bytes)  // open set: everything that is typed
        }
    }

    private static func take(_ count: Int, of bytes: inout [UInt8], as key: Key) -> Key {
        bytes.removeFirst(count)
        return key
    }

    private static func escape(from bytes: inout [UInt8], isWhole: Bool) -> Key? {
        if bytes.starts(with: pasteBegin) { return pasted(from: &bytes) }
        guard bytes.count > 1 else { return isWhole ? take(1, of: &bytes, as: .escape) : nil }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            return take(1, of: &bytes, as: .escape)
        }
        // Parameters, then one letter that names the key.
        guard let end = bytes.dropFirst(2).firstIndex(where: { $0 >= 0x40 && $0 <= 0x7E }) else {
            return isWhole ? take(bytes.count, of: &bytes, as: .escape) : nil
        }
        let name = bytes[end]
        bytes.removeFirst(end + 1)
        switch name {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        default: return next(from: &bytes, isWhole: isWhole)  // open set: no meaning
        }
    }

    private static let pasteBegin = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// A paste is one key, or its lines would be taken for keys; nil while its end is to come.
    private static func pasted(from bytes: inout [UInt8]) -> Key? {
        let body = bytes.dropFirst(pasteBegin.count)
        guard let end = body.indices.first(where: { body[$0...].starts(with: pasteEnd) }) else {
            return nil
        }
        let text = String(decoding: body[..<end], as: UTF8.self)
        bytes.removeFirst(end + pasteEnd.count)
        return .pasted(text.withLineFeeds)
    }

    private static func character(from bytes: inout [UInt8]) -> Key? {
        let first = bytes[0]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        bytes.removeFirst(length)
        guard let character = text.first, first >= 0x20 else {
            return next(from: &bytes, isWhole: true)
        }
        return .character(character)
    }
}
