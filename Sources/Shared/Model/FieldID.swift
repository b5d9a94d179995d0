/// A register's name within a record: `criterion/name[/element]`, segments escaped as in RFC 6901.
///
/// The criterion is empty for the record's own fields: `/title`, but
/// `menu.ios.trigger-name/judgement`. Compared and sorted by UTF-8 bytes.
package struct FieldID: Hashable, Comparable, Sendable {
    /// The escaped form that is hashed, stored and sent; at most 65,535 bytes.
    package let path: String

    /// The largest number of bytes a path may have.
    package static let pathBytesMax = 65_535

    /// Builds a path from unescaped segments.
    package init(criterion: String = "", _ name: FieldName, _ element: String...) {
        path = ([criterion, name.rawValue] + element).map(Self.escaped).joined(separator: "/")
    }

    /// Takes a path as stored; nil unless it has a criterion and a name and fits the limit.
    package init?(path: String) {
        guard path.utf8.count <= Self.pathBytesMax,
            let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
            path.utf8.index(after: slash) < path.utf8.endIndex
        else { return nil }
        self.path = path
    }

    /// The unescaped segments: criterion, name, then the element's.
    package var segments: [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Self.unescaped(Substring($0)) }
    }

    /// The criterion's full id; empty for the record's own fields.
    package var criterion: String {
        Self.unescaped(path[..<(path.utf8.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex)])
    }

    /// The name, nil when a later version of Accord invented it.
    package var name: FieldName? {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = path.utf8[path.utf8.index(after: slash)...]
        return FieldName(rawValue: String(Substring(rest.prefix { $0 != UInt8(ascii: "/") })))
    }

    /// The segments after the name, unescaped; empty for a plain register.
    package var element: [String] { Array(segments.dropFirst(2)) }

    package static func == (left: Self, right: Self) -> Bool {
        left.path.utf8.elementsEqual(right.path.utf8)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var path = path
        path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private static func escaped(_ segment: String) -> String {
        guard segment.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return segment }
        return segment.split(separator: "~", omittingEmptySubsequences: false).joined(
            separator: "~0"
        ).split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    private static func unescaped(_ segment: Substring) -> String {
        guard segment.utf8.contains(0x7E) else { return String(segment) }
        return segment.split(separator: "~1", omittingEmptySubsequences: false).joined(
            separator: "/"
        ).split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }
}
