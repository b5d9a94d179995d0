import Client
import Reading
import Shared

/// What a screen reader says of one part of a component, typed once for all that it answers.
struct PartPhrase: Sendable {
    /// The part's id; names the field.
    let said: String
    let partTitle: String
    let reader: String
    /// Typed and not saved yet; mostly empty.
    let text: String

    /// In the order of the control's parts.
    static func all(in contents: StateContents) -> [PartPhrase] {
        let place = contents.place
        let groups = place.spokenCriteria
        return place.control.parts.compactMap { part in
            guard let group = groups[part.id] else { return nil }
            let unsaved = contents.unsaved[FieldID(criterion: group[0].id, .heard)]
            return PartPhrase(
                said: part.id, partTitle: part.title,
                reader: ScreenReader(rawValue: place.platform.id)?.title ?? "",
                text: contents.typed?.text(TypedField.phraseName(part.id)) ?? unsaved?.text ?? "")
        }
    }
}

/// What a phrase answers: each criterion of its part with what the check makes of it.
struct PhraseAnswers: Sendable {
    let lines: [Line]

    struct Line: Sendable {
        let anchor: String
        let statement: String
        let suggested: Badge
        let text: String
        /// The phrase with commas, to be taken over; nil where it has what it needs.
        let paused: String?
        /// Whether it is taken over as passed.
        let passes: Bool
        let criterion: Criterion
    }

    init(_ heard: String, of part: String, at place: StatePlace, language: String?) {
        let criteria = place.spokenCriteria[part] ?? []
        var isPaused = false
        lines = criteria.compactMap { criterion in
            let announcement = place.announcement(of: criterion, language: language)
            guard let suggestion = announcement?.suggestion(for: heard) else { return nil }
            // The same commas are proposed once.
            let paused = isPaused ? nil : suggestion.pausedPhrase
            isPaused = isPaused || paused != nil
            return Line(
                anchor: criterion.lastingShortID, statement: criterion.statement,
                suggested: Badge(suggestion.outcome),
                text: suggestion.sentences.joined(separator: " "), paused: paused,
                passes: suggestion.outcome == .passed, criterion: criterion)
        }
    }
}
