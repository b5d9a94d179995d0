package import Reading
import Shared

/// What may be chosen of a format.
package struct ExportOptions: Hashable, Sendable {
    /// Begins with a byte order mark, by which Excel tells UTF-8 from its own code page.
    var byteOrderMark = false
    /// Refuses findings of which nobody can say what holds: undecided and challenged ones.
    var isStrict = false
    /// Shows pictures small.
    var hasThumbnails = false
    /// Which of several files, from 1, where a format's readers take no more in one.
    var part = 1
    /// What stands before paths of components, without a slash at its end.
    var root = "accord"

    /// The name of an option, as commands and queries have it.
    package enum Name: String, CaseIterable, Sendable {
        case byteOrderMark = "bom"
        case strict, thumbnails, part
        case root = "sarif-root"
    }

    package init() {}

    /// - Throws: `AuditError` for a value that the option does not take.
    package mutating func set(_ name: Name, _ value: String) throws(AuditError) {
        switch name {
        case .byteOrderMark: byteOrderMark = try Self.isTrue(value, name)
        case .strict: isStrict = try Self.isTrue(value, name)
        case .thumbnails: hasThumbnails = try Self.isTrue(value, name)
        case .part:
            guard let part = Int(value), (1...9999).contains(part)
            else { throw .misread("A part is a number from 1; “\(value)” is none.") }
            self.part = part
        case .root:
            let segments = value.split(separator: "/", omittingEmptySubsequences: false)
            let isPlain = value.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0 != "\\" && $0 != ":"
            }
            guard value.utf8.count <= 200, isPlain,
                segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
            else {
                throw .misread(
                    "The root is a relative path such as “app/src”, without a slash at either end; "
                        + "“\(value)” is not.")
            }
            root = value
        }
    }

    private static func isTrue(_ value: String, _ name: Name) throws(AuditError) -> Bool {
        if let truth = Bool(value.lowercased()) { return truth }
        throw .misread("“\(name.rawValue)” is true or false; “\(value)” is neither.")
    }
}
