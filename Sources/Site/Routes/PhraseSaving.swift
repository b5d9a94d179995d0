import Client
import Reading
import Shared

/// What one phrase of a screen reader answers for its part.
extension StateSaving {
    /// The phrase that the form has for a part; empty for none.
    func phrase(of part: String) -> String {
        (form.text(TypedField.phraseName(part)) ?? "").trimmed
    }

    /// The parts of which the form has a phrase.
    var saidParts: [String] { place.control.parts.map(\.id).filter { !phrase(of: $0).isEmpty } }

    /// Keeps what was said of parts as typed: whatever else the form does, it is not lost.
    func keepPhrases() throws {
        guard place.canRecord else { return }
        for part in saidParts {
            try TypedField(TypedField.phraseName(part), at: place)
                .keep(phrase(of: part), in: context)
        }
    }

    /// Saves a phrase on the criteria of its part that nobody has judged, and what passes as
    /// passed; one undo takes all of it back.
    func answer(
        phraseOf part: String, _ item: StateItem, _ typed: [FindingEntry],
        _ shown: FormContext
    ) throws -> Outcome {
        let judged = typed.filter { $0.outcome ?? .untested != .untested }.map(\.criterion)
        let open = Set(place.remaining(beside: item.findings, judged).map(\.criterion))
        let written = Set(
            item.findings.filter { $0.texts[.heard]?.isEmpty == false }.map(\.criterion))
        var entries: [FindingEntry] = []
        var left: [PhraseAnswers.Line] = []
        let heard = phrase(of: part)
        let answers = PhraseAnswers(heard, of: part, at: place, language: item.readerLanguage)
        for line in answers.lines where open.contains(line.criterion.id) && !heard.isEmpty {
            var entry = FindingEntry()
            entry.criterion = line.criterion.id
            // What was heard before is not written over.
            if !written.contains(line.criterion.id) { entry.texts[.heard] = heard }
            if line.passes { entry.outcome = .passed } else { left.append(line) }
            entries.append(entry)
        }
        guard !entries.isEmpty else {
            var outcome = try save(typed, shown)
            outcome.answer.isSaved = false
            outcome.answer.says = "Nothing was taken over: nothing untested is answered by it."
            return outcome
        }
        let passed = entries.count - left.count
        var outcome = try save(typed + entries, shown, says: "\(passed) passed")
        if let first = left.first {
            outcome.anchor = first.anchor
            let rest = left.map { "\($0.statement) \($0.suggested.text). \($0.text)" }
            outcome.answer.adds = (["Left to you:"] + rest).joined(separator: " ")
        }
        outcome.answer.check = PageTemplates.embedded.html(of: answers, template: "answers")
        // What stands nowhere stays in its field.
        if entries.contains(where: { $0.texts[.heard] != nil }) {
            _ = try TypedField(TypedField.phraseName(part), at: place).discard(in: context)
            outcome.answer.fields?[TypedField.phraseName(part)] = ""
        }
        return outcome
    }
}
