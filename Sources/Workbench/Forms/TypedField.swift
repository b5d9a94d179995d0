import Client
import Foundation
import Presentation
import Shared

/// A text field of a form, by the name it is sent under: `note.menu.android.state-open`.
struct TypedField: Sendable {
    /// Those a criterion has, in the order of the page.
    static let names = FieldName.findingTexts + [.comment]

    let name: FieldName
    let criterion: Criterion

    /// - Throws: `PageError.badForm` for what is no such field of the place.
    init(_ formName: String?, at place: StatePlace) throws {
        let parts = (formName ?? "").split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let name = Self.names.first(where: { $0.rawValue == parts[0] }),
            let criterion = place.criteria.first(where: { $0.id == parts[1] })
        else { throw PageError.badForm }
        self.name = name
        self.criterion = criterion
    }

    var id: FieldID { FieldID(criterion: criterion.id, name) }

    /// As the form calls it.
    static func formName(_ name: FieldName, _ criterion: String) -> String {
        "\(name.rawValue).\(criterion)"
    }
}

extension Desk {
    /// Keeps what was typed and not saved; what the field shows anyway is not kept.
    func keep(_ text: String, typedInto field: TypedField, at place: StatePlace) throws {
        guard place.canRecord else { throw PageError.badForm }
        let record = RecordKey.state(place.view.audit, place.id)
        let typed = text.replacing("\r\n", with: "\n")
        if try isSaid(typed, in: field, at: place) {
            try client.unsavedTexts.forget(field.id, of: record)
        } else {
            try client.unsavedTexts.keep(typed, typedInto: field.id, of: record, at: now)
        }
    }

    /// Drops what was typed; the field shows again what is saved.
    func discard(_ field: TypedField, at place: StatePlace) throws -> JSONAnswer {
        let record = RecordKey.state(place.view.audit, place.id)
        try client.unsavedTexts.forget(field.id, of: record)
        var answer = JSONAnswer()
        answer.isSaved = false
        answer.says = "Discarded"
        let name = TypedField.formName(field.name, field.criterion.id)
        answer.fields = [name: try saved(field, at: place)]
        return answer
    }

    /// Forgets what a save contained, or took the place of.
    ///
    /// A text that another window keeps for the same field stays, unless the save wrote there.
    func forgetUnsaved(
        _ entries: [FindingEntry], written: Set<FieldID>, of record: RecordKey
    ) throws {
        for (field, unsaved) in client.unsavedTexts.texts(of: record) {
            let entry = entries.first { $0.criterion == field.criterion }
            let said = field.name.flatMap { entry?.texts[$0] }
            let isContained = said.map {
                Text(normalizing: $0) == Text(normalizing: unsaved.text)
            }
            guard isContained == true || written.contains(field) else { continue }
            try client.unsavedTexts.forget(field, of: record)
        }
    }

    /// What a field shows that nobody has typed into; of a comment nothing.
    private func saved(_ field: TypedField, at place: StatePlace) throws -> String {
        try finding(of: field, at: place)?.text(field.name) ?? ""
    }

    /// Whether nothing is left to be saved of a text.
    ///
    /// A script may bring what rested in a field after the form that added it as a comment.
    private func isSaid(
        _ text: String, in field: TypedField, at place: StatePlace
    ) throws -> Bool {
        let text = Text(normalizing: text)
        if text == Text(normalizing: try saved(field, at: place)) { return true }
        guard field.name == .comment else { return false }
        let own = try finding(of: field, at: place)?.comments.last {
            $0.author == place.view.person
        }
        return own?.value.text.map { Text(normalizing: $0) } == text
    }

    private func finding(of field: TypedField, at place: StatePlace) throws -> Finding? {
        try client.state(place.id, of: place.view).findings
            .first { $0.criterion == field.criterion.id }
    }
}
