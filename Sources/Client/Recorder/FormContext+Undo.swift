package import Presentation
package import Shared

extension FormContext {
    /// What the form showed of one criterion, as an entry that puts it back.
    ///
    /// A person's own verdict, and every text, empty where there was none.
    package func entry(of criterion: String, by person: PersonID) -> FindingEntry {
        var entry = FindingEntry()
        entry.criterion = criterion
        func siblings(_ name: FieldName) -> [Sibling] {
            shown[FieldID(criterion: criterion, name)] ?? []
        }
        func text(_ name: FieldName) -> String {
            siblings(name).shown(to: person)?.value.text ?? ""
        }
        let own = siblings(.judgement).filter { $0.author == person }.newest?.value.judgement
        entry.outcome = own?.outcome ?? .untested
        entry.severity = own?.severity
        entry.attribution = own?.attribution
        for name in FieldName.findingTexts { entry.texts[name] = text(name) }
        return entry
    }
}

extension [Sibling] {
    /// The version of a text that a form shows to somebody: her own, else the newest.
    package func shown(to person: PersonID) -> Sibling? {
        filter { $0.author == person }.newest ?? newest
    }
}
