import Client
import Presentation
import Shared

/// The fields that a form has for one criterion, by the names they are sent under.
enum FindingFields {
    /// What a form says of one criterion; nil when it has no field of it.
    ///
    /// - Parameters:
    ///   - shown: The elements of lists that it had in its context.
    ///   - finding: As it stands now.
    ///   - known: Her verdict, which a failure does not change by a field that is not there.
    /// - Throws: `PageError.badForm` for a word that no field has.
    static func entry(
        of criterion: Criterion, in form: SubmittedForm, showing shown: [FieldID: [String]],
        over finding: Finding?, keeping known: Judgement?
    ) throws -> FindingEntry? {
        var entry = try judgement(of: criterion, in: form, keeping: known)
        for name in FieldName.typedTexts {
            entry.texts[name] = form.text(TypedField.formName(name, criterion.id))
        }
        for name in FieldName.findingLists {
            let shown = shown[FieldID(criterion: criterion.id, name)] ?? []
            guard let text = form.text(TypedField.formName(name, criterion.id)),
                !name.isSame(text, as: TypedList.text(of: shown))
            else { continue }
            let typed = TypedList.elements(of: text)
            let added = typed.filter { !shown.contains($0) }
            // A form takes away what it showed. What somebody added since is not in its context,
            // and what a contested withdrawal covers is not in the finding.
            let removed = (finding?.lists[name] ?? []).filter {
                shown.contains($0) && !typed.contains($0)
            }
            if !added.isEmpty { entry.lists[name] = added }
            if !removed.isEmpty { entry.removed[name] = removed }
        }
        return entry.isSilent ? nil : entry
    }

    /// The verdict alone, as an entry without texts and lists.
    ///
    /// A form whose details were not opened has no field for how severe a failure is, and whose:
    /// it says nothing of that.
    static func judgement(
        of criterion: Criterion, in form: SubmittedForm, keeping known: Judgement?
    ) throws -> FindingEntry {
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = try word("outcome", criterion, form)
        if entry.outcome == .failed {
            entry.severity = try word("severity", criterion, form) ?? known?.severity
            entry.attribution = try word("attribution", criterion, form) ?? known?.attribution
        }
        return entry
    }

    /// What fields show once an entry is saved, by name.
    ///
    /// - Parameter shown: The elements of lists then.
    static func values(
        of entry: FindingEntry, showing shown: [FieldID: [String]]
    ) -> [String: String] {
        let id = entry.criterion
        var values: [String: String] = [:]
        values["outcome.\(id)"] = entry.outcome?.rawValue
        values["severity.\(id)"] = entry.severity?.rawValue
        values["attribution.\(id)"] = entry.attribution?.rawValue
        for (name, text) in entry.texts { values[TypedField.formName(name, id)] = text }
        for name in FieldName.findingLists where (entry.lists[name] ?? entry.removed[name]) != nil {
            let elements = shown[FieldID(criterion: id, name)] ?? []
            values[TypedField.formName(name, id)] = TypedList.text(of: elements)
        }
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

extension FormContext {
    /// The elements of lists, by the fields that they are typed into, ascending.
    var lists: [FieldID: [String]] {
        let elements = shown.filter { !$0.value.isEmpty && $0.key != $0.key.typed }
        return Dictionary(grouping: elements.keys.sorted(), by: \.typed)
            .mapValues { $0.flatMap(\.element) }
    }
}

extension Judgement {
    /// As the value of a choice; read back by comparing.
    var code: String {
        [outcome.rawValue, severity?.rawValue, attribution?.rawValue].compactMap(\.self)
            .joined(separator: "/")
    }
}
