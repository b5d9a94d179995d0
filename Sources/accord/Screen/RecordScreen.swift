import Client
import Presentation
import Reading
import Shared

/// What the terminal shows of one component state, and what keys mean, the same as in the browser.
///
/// Pure: it says what is to be done, and is told what came of it.
struct RecordScreen {
    let place: StatePlace
    private(set) var findings: [String: Finding] = [:]
    /// Said above everything else where the state or its component was withdrawn.
    private(set) var withdrawals: [WithdrawalNote] = []
    private var isContested = false
    /// The criterion that keys speak of, by its place in the list.
    private(set) var current = 0
    private(set) var mode = Mode.judging
    /// The last line: what was saved, or what went wrong.
    var message = ""
    private var lastOutcome: Outcome?

    enum Mode: Equatable {
        case judging
        case typing(Field, String)
        case help
        /// All that is untested is to be passed; waits for a yes.
        case confirmingAll
    }

    enum Field: String {
        case heard = "Heard"
        case note = "Note"

        var name: FieldName { self == .heard ? .heard : .note }
    }

    enum Act: Equatable {
        case save([FindingEntry], says: String)
        case undo
        case previousState, nextState
        case end
    }

    init(_ place: StatePlace, _ item: StateItem) {
        self.place = place
        show(item)
    }

    mutating func show(_ item: StateItem) {
        findings = Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
        withdrawals = item.notes(in: place.view)
        isContested = item.isContestedAsWhole
    }

    /// The criterion that keys speak of; nil where the catalogue has none for this state.
    var criterion: Criterion? {
        place.criteria.indices.contains(current) ? place.criteria[current] : nil
    }

    func own(_ criterion: Criterion) -> Judgement? {
        let own = findings[criterion.id]?.judgements.filter { $0.author == place.view.person }
        return own?.newest?.value.judgement
    }

    func tally() -> StateCounts {
        StateCounts(place.criteria, Array(findings.values), isContested: isContested)
    }

    /// How the tester's verdict on the present criterion stands to those of others.
    var agreement: Agreement {
        guard let finding = criterion.flatMap({ findings[$0.id] }) else { return .alone }
        return Agreement(on: finding, of: place.view.ids)
    }

    /// What a key means now; nil when all it does is on the screen already.
    mutating func handle(_ key: Key) -> Act? {
        if key == .end { return .end }
        switch mode {
        case .judging: return judge(key)
        case .typing(let field, let text): return type(key, into: field, after: text)
        case .help:
            mode = .judging
            return nil
        case .confirmingAll: return confirm(key)
        }
    }

    private mutating func judge(_ key: Key) -> Act? {
        switch key {
        case .down, .enter: move(by: 1)
        case .up: move(by: -1)
        case .character(let character): return command(character)
        case .escape: return .end
        case .pasted: message = "Text goes into a field: press n or h, then paste."
        case .backspace, .end: break
        }
        return nil
    }

    private mutating func command(_ character: Character) -> Act? {
        if let outcome = Self.outcomes[character] { return verdict(outcome) }
        if let severity = Self.severities[character] { return weigh(severity) }
        switch character {
        case "j": move(by: 1)
        case "k": move(by: -1)
        case "g": moveToUntested()
        case "h": begin(.heard)
        case "n": begin(.note)
        case "a": return agree()
        case "A": mode = .confirmingAll
        case "r": return lastOutcome.flatMap { verdict($0) }
        case ",": return writePauses()
        case "z": return .undo
        case "[": return .previousState
        case "]": return .nextState
        case "?": mode = .help
        case "q": return .end
        default: message = "? shows the keys"  // open set: letters without a meaning
        }
        return nil
    }

    private static let outcomes: [Character: Outcome] = [
        "p": .passed, "f": .failed, "c": .cantTell, "i": .inapplicable, "u": .untested,
    ]
    private static let severities: [Character: Severity] = [
        "1": .critical, "2": .serious, "3": .moderate, "4": .minor,
    ]

    private mutating func verdict(_ outcome: Outcome) -> Act? {
        guard let criterion else { return nil }
        if outcome != .untested { lastOutcome = outcome }
        return save(outcome, on: criterion, says: outcome.word)
    }

    private func save(
        _ outcome: Outcome, _ severity: Severity? = nil, _ attribution: Attribution? = nil,
        on criterion: Criterion, says: String
    ) -> Act {
        var entry = FindingEntry(criterion: criterion.id)
        entry.outcome = outcome
        entry.severity = severity
        entry.attribution = attribution
        return .save([entry], says: says)
    }

    /// Takes over what colleagues say, where it is one thing and differs.
    private mutating func agree() -> Act? {
        guard let criterion, let other = agreement.other else {
            message = "Nobody’s single verdict differs from yours here."
            return nil
        }
        return save(
            other.outcome, other.severity, other.attribution, on: criterion,
            says: "Agreed: \(other.outcome.word)")
    }

    /// Takes over the commas with which what was heard would pass.
    private mutating func writePauses() -> Act? {
        let suggestion = criterion.flatMap { findings[$0.id]?.suggestion }
        guard let criterion,
            let paused = suggestion.flatMap(AnnouncementSuggestion.init(text:))?.pausedPhrase
        else {
            message = "Nothing here was heard without pauses."
            return nil
        }
        var entry = FindingEntry(criterion: criterion.id)
        entry.texts[.heard] = paused
        return .save([entry], says: Field.heard.rawValue)
    }

    private mutating func weigh(_ severity: Severity) -> Act? {
        guard let criterion, case .failed(_, let attribution) = own(criterion) else {
            message = "Severity belongs to Failed."
            return nil
        }
        let says = "Severity \(severity.rawValue)"
        return save(.failed, severity, attribution, on: criterion, says: says)
    }

    private mutating func move(by step: Int) {
        current = min(max(0, current + step), max(0, place.criteria.count - 1))
        message = ""
    }

    private mutating func moveToUntested() {
        let below = place.criteria.indices.dropFirst(current + 1)
        let next = below.first { own(place.criteria[$0]) == nil }
        if let next { current = next }
        message = next == nil ? "No untested criterion below." : ""
    }

    private mutating func begin(_ field: Field) {
        guard let criterion else { return }
        mode = .typing(field, findings[criterion.id]?.text(field.name) ?? "")
        message = "Enter saves, Ctrl-J begins a new line, Escape leaves it as it was."
    }

    private mutating func type(_ key: Key, into field: Field, after text: String) -> Act? {
        switch key {
        case .character(let character): mode = .typing(field, text + String(character))
        case .pasted(let pasted): mode = .typing(field, text + pasted)
        case .backspace: mode = .typing(field, String(text.dropLast()))
        case .enter:
            mode = .judging
            guard let criterion else { return nil }
            var entry = FindingEntry(criterion: criterion.id)
            entry.texts[field.name] = text
            return .save([entry], says: field.rawValue)
        case .escape:
            mode = .judging
            message = "Nothing was changed."
        case .up, .down, .end: break
        }
        return nil
    }

    private mutating func confirm(_ key: Key) -> Act? {
        mode = .judging
        guard key == .character("y") else {
            message = "Nothing was changed."
            return nil
        }
        let entries = place.remaining(beside: Array(findings.values))
        guard !entries.isEmpty else {
            message = "Nothing is untested here."
            return nil
        }
        return .save(entries, says: "\(entries.count) marked as passed")
    }
}
