import Shared
import Synchronization

/// What was typed into the form that is being answered: a page that refuses it gives it back.
///
/// A form tells of it where it is read, so that no action behind it has to think of that.
final class TypedTexts: Sendable {
    /// Nil outside of a request.
    @TaskLocal static var ofRequest: TypedTexts?

    private let noted = Mutex<String?>(nil)

    /// All of it, a paragraph each; nil where nothing was typed.
    var text: String? { noted.withLock(\.self) }

    func note(_ fields: [String: String]) {
        let typed = fields.filter { Self.isTyped($0.key) && !$0.value.allSatisfy(\.isWhitespace) }
        let paragraphs = typed.sorted { $0.key < $1.key }.map(\.value)
        noted.withLock {
            $0 = paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
        }
    }

    /// Whether it is the name of a field that people type into.
    static func isTyped(_ name: String) -> Bool {
        guard let dot = name.firstIndex(of: ".") else { return names.contains(name) }
        return beginnings.contains(String(name[..<dot]))
            || ends.contains(String(name[dot...].dropFirst()))
    }

    private static let names: Set = [
        "authority", "caption", "copy", "file-shows", "group", "heard", "invite", "label", "lines",
        "look", "name", "reason", "same", "screen", "seed", "server", "share", "shows", "statement",
        "text",
        "title",
    ]
    /// Before a criterion, a platform, or a part.
    private static let beginnings = Set(
        (FieldName.findingFields + [.comment]).map(\.rawValue) + [
            "major", "people", "reason", "said",
        ])
    /// Behind a platform.
    private static let ends: Set = ["build", "major"]
}
