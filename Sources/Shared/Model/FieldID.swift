/// A register's name within a record: `criterion/name[/element]`, segments escaped as in RFC 6901.
///
/// The criterion is empty for the record's own fields: `/title`, but
/// `menu.ios.trigger-name/judgement`. Compared and sorted by UTF-8 bytes.
package struct FieldID: Hashable, Comparable, Sendable {
    /// The escaped form that is hashed, stored and sent; at most 65,535 bytes.
    package let path: String

    package static let pathBytesMax = 65_535

    package init(criterion: String = "", _ name: FieldName, _ element: String...) {
        path = ([criterion, name.rawValue] + element).map(Self.escaped).joined(separator: "/")
    }

    /// Takes a path as stored; nil unless it has a criterion and a name and fits the limit.
    ///
    /// One register has one path: other spellings of it (a stray `~`, text not in NFC) are refused.
    package init?(path: String) {
        guard path.utf8.count <= Self.pathBytesMax,
            let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
            let first = path.utf8[path.utf8.index(after: slash)...].first,
            first != UInt8(ascii: "/"), Self.isEscaped(path), Text(canonical: path) != nil
        else { return nil }
        self.path = path
    }

    package var segments: [String] {
        path.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
            .map(Self.unescaped)
    }

    /// The criterion's full id; empty for the record's own fields.
    package var criterion: String {
        var path = path
        return path.withUTF8 { bytes in
            Self.unescaped(bytes[..<(bytes.firstIndex(of: Self.slash) ?? bytes.endIndex)])
        }
    }

    /// The name, nil when a later version of Accord invented it.
    package var name: FieldName? {
        var path = path
        return path.withUTF8 { bytes in
            guard let slash = bytes.firstIndex(of: Self.slash) else { return nil }
            let rest = bytes[(slash + 1)...]
            return FieldName.named(rest[..<(rest.firstIndex(of: Self.slash) ?? rest.endIndex)])
        }
    }

    /// Whether it is a finding's: one under a criterion, not the record's own.
    package var hasCriterion: Bool { path.utf8.first != UInt8(ascii: "/") }

    package var elementCount: Int { path.utf8.reduce(-1) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 } }

    /// The segments after the name, unescaped; empty for a plain register.
    package var element: [String] { Array(segments.dropFirst(2)) }

    package static func == (left: Self, right: Self) -> Bool {
        left.path.hasSameBytes(as: right.path)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.path.precedesInBytes(right.path)
    }

    package func hash(into hasher: inout Hasher) {
        var path = path
        path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    // Escapes work on bytes: a combining mark after "/" would make another Character of it.

    private static func escaped(_ segment: String) -> String {
        guard segment.utf8.contains(where: { $0 == tilde || $0 == slash }) else { return segment }
        var bytes: [UInt8] = []
        for byte in segment.utf8 {
            switch byte {
            case tilde: bytes += [tilde, UInt8(ascii: "0")]
            case slash: bytes += [tilde, UInt8(ascii: "1")]
            default: bytes.append(byte)  // open set: every other byte stands for itself
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func unescaped(_ segment: some Collection<UInt8>) -> String {
        guard segment.contains(tilde) else { return String(decoding: segment, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isCode = false
        for byte in segment {
            switch byte {
            case _ where isCode: bytes.append(byte == UInt8(ascii: "1") ? slash : tilde)
            case tilde: break  // What it stands for is told by the next byte.
            default: bytes.append(byte)  // open set: every other byte stands for itself
            }
            isCode = byte == tilde && !isCode
        }
        // A path from elsewhere may end with one, which stands for itself.
        if isCode { bytes.append(tilde) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isEscaped(_ path: String) -> Bool {
        guard path.utf8.contains(tilde) else { return true }
        let pieces = path.utf8.split(separator: tilde, omittingEmptySubsequences: false)
        return pieces.dropFirst().allSatisfy {
            $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1")
        }
    }

    private static let tilde = UInt8(ascii: "~")
    private static let slash = UInt8(ascii: "/")
}
