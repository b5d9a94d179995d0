/// What a phrase says, segment by segment, as its expectation understands it.
///
/// A segment is the first of these that it can be: the label, with what is glued to it; a role; a
/// state; the other platform's word for one; a hint; content of the row. The label comes first
/// because names look like hints (`Double tap to dismiss`) and hold state words (`Open menu`).
struct HeardAnnouncement {
    let segments: [String]
    private(set) var labelCount = 0
    private(set) var roles: Set<String> = []
    /// Where the first role is, by segment; nil without one.
    private(set) var rolePosition: Int?
    private(set) var states: Set<String> = []
    private(set) var spokenStates: Set<String> = []
    /// Words that the other platform says, in the order heard.
    private(set) var foreignWords: [String] = []
    private(set) var hasActivation = false
    /// Where each content text was first heard, by text as it was given.
    private(set) var content: [String: Int] = [:]
    /// Segments that are none of these, less roles and states glued to them: names, content.
    private(set) var others: [String] = []
    /// Whether the roles, or the letters, are those of another language than English.
    private(set) var isOtherLanguage = false
    private static let roleWords: Set = ["button", "link"]
    private static let otherRoles: Set = [
        "taste", "schaltfläche", "bouton", "lien", "botón", "enlace", "pulsante", "knop", "botão",
        "knapp", "länk", "przycisk", "tlačítko", "düğme", "painike", "knap",
    ]
    private static let hints = [
        "double tap to ", "press ", "double tap and hold", "adjust the size of",
        "actions available", "use ",
    ]

    private let expectation: AnnouncementExpectation
    private let words: StateWords
    private let label: String

    init(_ phrase: SpokenPhrase, _ expectation: AnnouncementExpectation, _ words: StateWords) {
        (self.expectation, self.words) = (expectation, words)
        label = SpokenPhrase.normalized(expectation.label)
        segments = phrase.joining(label)
        for (position, segment) in segments.enumerated() { hear(segment, at: position) }
    }

    private mutating func hear(_ segment: String, at position: Int) {
        hearContent(segment, at: position)
        noteLanguage(segment)
        if hearLabel(segment, at: position) { return }
        if isHint(segment) {
            hasActivation = hasActivation || Self.isActivation(segment)
        } else if !hearWords(segment, at: position), !Self.isNoise(segment) {
            others.append(name(in: segment))
        }
    }

    private mutating func hearLabel(_ segment: String, at position: Int) -> Bool {
        guard let around = segment.surroundings(ofWords: label) else { return false }
        // `Close, button, double tap to close` names the button once.
        if isHint(segment), !segment.hasPrefix(label) { return false }
        // `Selected, selected, button`: the second is the state.
        if labelCount > 0, segment == label, words.state(of: segment) == expectation.state,
            expectation.state != nil
        {
            return false
        }
        labelCount += 1
        for rest in [around.before, around.behind] where !rest.isEmpty {
            _ = hearWords(without(suffix: rest), at: position)
        }
        return true
    }

    private func without(suffix text: String) -> String {
        guard let suffix = expectation.suffix.map(SpokenPhrase.normalized) else { return text }
        if text == suffix { return "" }
        return text.hasPrefix(suffix + " ") ? String(text.dropFirst(suffix.count + 1)) : text
    }

    /// Takes roles and states, also glued (`collapsed button`); false if the text has other words.
    private mutating func hearWords(_ text: String, at position: Int) -> Bool {
        var rest = text.split { $0 == " " || $0 == "-" }.map(String.init)[...]
        var roles: [String] = []
        var told: [(state: String, word: String)] = []
        var foreign: [String] = []
        while !rest.isEmpty {
            if rest.count > 1 {
                let pair = rest.prefix(2).joined(separator: " ")
                if let state = words.state(of: pair) {
                    told.append((state, pair))
                    rest = rest.dropFirst(2)
                    continue
                }
            }
            let word = rest.removeFirst()
            if Self.roleWords.contains(word) {
                roles.append(word)
            } else if let state = words.state(of: word) {
                told.append((state, word))
            } else if words.foreign[word] != nil {
                foreign.append(word)
            } else {
                // A text with other words in it is content, or noise: `button bar`, `open house`.
                return false
            }
        }
        if !roles.isEmpty, rolePosition == nil { rolePosition = position }
        self.roles.formUnion(roles)
        states.formUnion(told.map(\.state))
        spokenStates.formUnion(told.map(\.word))
        foreignWords += foreign
        return true
    }

    /// The text without the roles and states at its end: of `pay now dimmed button`, `pay now`.
    private func name(in segment: String) -> String {
        var names = segment.split(separator: " ").map(String.init)
        while names.count > 1, let last = names.last,
            Self.roleWords.contains(last) || words.state(of: last) != nil
                || words.foreign[last] != nil
        {
            names.removeLast()
        }
        return names.joined(separator: " ")
    }

    private mutating func hearContent(_ segment: String, at position: Int) {
        for text in expectation.content
        where content[text] == nil && Self.isHeard(text, in: segment) {
            content[text] = position
        }
    }

    private mutating func noteLanguage(_ segment: String) {
        if Self.otherRoles.contains(segment) { isOtherLanguage = true }
        let hasOtherLetters = segment.unicodeScalars.contains {
            $0.value >= 0x250 && $0.properties.isAlphabetic
        }
        // A name or a text of the row may be in any language.
        let given = [expectation.label] + expectation.content
        if hasOtherLetters, !given.contains(where: { Self.isHeard($0, in: segment) }) {
            isOtherLanguage = true
        }
    }

    private static func isHeard(_ text: String, in segment: String) -> Bool {
        segment.surroundings(ofWords: SpokenPhrase.normalized(text)) != nil
    }

    private static func isNoise(_ segment: String) -> Bool {
        let names = segment.split(separator: " ")
        let isPosition =
            names.count == 3 && names[1] == "of" && Int(names[0]) != nil && Int(names[2]) != nil
        return isPosition
            || ["in list", "out of list", "list", "heading", "dialog"].contains(segment)
    }

    private func isHint(_ segment: String) -> Bool { Self.hints.contains { segment.hasPrefix($0) } }

    /// `press and hold` and `press the button` tell how to do something else.
    private static func isActivation(_ segment: String) -> Bool {
        if segment.hasPrefix("press ") { return segment.contains(" to ") }
        return segment.hasPrefix("double tap to ")
    }
}
