import Client
import Presentation
import Shared

/// The fields that a form has for one criterion, by the names they are sent under.
enum FindingFields {
    /// What a form says of one criterion; nil when it has no field of it.
    ///
    /// - Throws: `PageError.badForm` for a word that no field has.
    static func entry(of criterion: Criterion, in form: SubmittedForm) throws -> FindingEntry? {
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = try word("outcome", criterion, form)
        if entry.outcome == .failed {
            entry.severity = try word("severity", criterion, form)
            entry.attribution = try word("attribution", criterion, form)
        }
        for name in FieldName.findingTexts {
            entry.texts[name] = form.text(TypedField.formName(name, criterion.id))
        }
        return entry.isSilent ? nil : entry
    }

    /// What fields show for an entry, by name.
    static func values(of entry: FindingEntry) -> [String: String] {
        let id = entry.criterion
        var values: [String: String] = [:]
        values["outcome.\(id)"] = entry.outcome?.rawValue
        values["severity.\(id)"] = entry.severity?.rawValue
        values["attribution.\(id)"] = entry.attribution?.rawValue
        for (name, text) in entry.texts { values[TypedField.formName(name, id)] = text }
        return values
    }

    private static func word<Word: RawRepresentable>(
        _ name: String, _ criterion: Criterion, _ form: SubmittedForm
    ) throws -> Word? where Word.RawValue == String {
        guard let text = form.text("\(name).\(criterion.id)") else { return nil }
        guard let word = Word(rawValue: text) else { throw PageError.badForm }
        return word
    }
}
