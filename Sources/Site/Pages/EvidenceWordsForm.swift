import Client
import Reading
import Shared

/// What is said of a file, to be read, and for whoever may to be written.
struct EvidenceWordsForm: Sendable {
    let wordsAddress: String
    let context: String
    let wordFields: [Field]
    let canWrite: Bool
    /// Why what was typed is not saved; nil for nothing typed.
    let wordsRefusal: String?
    /// What somebody else said at the same time; the newest of each stands in its field.
    let besides: [Fact]

    struct Field: Sendable {
        let part: String
        let title: String
        let wordsHint: String
        let text: String
        let rows: Int
    }

    /// Which register each field of the form is of.
    static let fields: [(name: FieldName, part: String)] = [
        (.evidenceShows, "shows"), (.evidenceCaption, "caption"), (.evidenceHeard, "heard"),
    ]

    init(_ file: EvidenceItem, of item: StateItem, at place: StatePlace, _ form: Form) {
        let typed = form.values(where: "act", is: "describe")
        wordsAddress = Address.evidence(file, in: place.view)
        canWrite = place.canRecord
        wordsRefusal = typed == nil ? nil : form.refusal?.text
        var shown = FormContext(showing: item.record)
        let ids = Self.fields.map { FieldID(criterion: file.criterion, $0.name, file.hash.hex) }
        shown.shown = shown.shown.filter { ids.contains($0.key) }
        context = shown.token
        let isSilent = file.type?.kind == .picture && file.said.heard == nil
        wordFields = Self.fields.filter { $0.name != .evidenceHeard || !isSilent }.map { field in
            let (title, hint) = Self.words(field.name, file.type?.kind ?? .other)
            let text = typed?.text(field.part) ?? file.said.text(field.name) ?? ""
            return Field(
                part: field.part, title: title, wordsHint: hint, text: text,
                rows: field.name == .evidenceCaption ? 1 : 3)
        }
        besides = ids.flatMap { id in
            let siblings = shown.shown[id] ?? []
            let newest = siblings.newest
            return siblings.filter { $0.edit != newest?.edit }.map {
                Fact(place.view.plan.name(of: $0.author), $0.value.text ?? "")
            }
        }
    }

    private static func words(
        _ name: FieldName, _ kind: EvidenceType.Kind
    ) -> (title: String, hint: String) {
        switch name {
        case .evidenceCaption: ("Caption", "Stands below it, in the place of the file’s name.")
        case .evidenceHeard:
            ("What is heard", "For those who cannot hear it: what is spoken, and by whom.")
        default:  // open set: what it shows, and no other
            switch kind {
            case .picture:
                ("What the picture shows", "For those who cannot see it: its text alternative.")
            case .video: ("What the video shows", "For those who cannot see it.")
            case .sound, .other: ("What it shows", "For those who cannot open it.")
            }
        }
    }
}
