import Client
import Reading
import Shared

extension StateSaving {
    /// Saves a form with a text of hers at the end of one field, for whoever has no script.
    func insert(
        into field: String, beside typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        let target = try TypedField(field, at: place)
        let id = target.criterion.id
        guard TypedField.takesSnippets(target.name) else { throw PageError.badForm }
        var insertion = FindingEntry()
        insertion.criterion = id
        if let name = form.text("snippet.\(id)"), !name.isEmpty {
            let finding = try place.view.item(place.id).findings.first { $0.criterion == id }
            let before =
                form.text(field) ?? finding?.shownText(target.name, to: place.view.person) ?? ""
            let text = try context.client.snippets.text(of: name)
            insertion.texts[target.name] = before.isEmpty ? text : "\(before)\n\(text)"
        }
        var outcome = try save(typed + [insertion], shown)
        outcome.anchor = target.criterion.lastingShortID
        return outcome
    }
}

extension TypedField {
    static func takesSnippets(_ name: FieldName) -> Bool {
        name == .note || name == .recommendation
    }
}
