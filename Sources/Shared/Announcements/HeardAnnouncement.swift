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
    /// Whether a hint tells that something else can be done, such as a long press.
    private(set) var hasAction = false
    /// Where each content text was first heard, by text as it was given.
    private(set) var content: [String: Int] = [:]
    /// Segments that are none of these, less roles and states glued to them: names, content.
    private(set) var others: [String] = []
    /// Whether the roles, or the letters, are those of another language than English.
    private(set) var isOtherLanguage = false

    private let expectation: AnnouncementExpectation
    private let label: String
    private let suffix: String?

    init(_ phrase: SpokenPhrase, _ expectation: AnnouncementExpectation) {
        self.expectation = expectation
        label = SpokenPhrase.listenedFor(expectation.label)
        suffix = expectation.suffix.map(SpokenPhrase.normalized)
        segments = phrase.joining(label)
        for (position, segment) in segments.enumerated() { hear(segment, at: position) }
    }

    private var spoken: SpokenWords { expectation.spoken }

    private mutating func hear(_ segment: String, at position: Int) {
        hearContent(segment, at: position)
        noteLanguage(segment)
        if hearLabel(segment, at: position) { return }
        if spoken.isHint(segment) {
            takeHint(segment)
        } else if !hearWords(segment, at: position), !spoken.isIgnored(segment) {
            others.append(name(in: segment))
        }
    }

    /// Takes the label with what is glued to it: `more options button`, but not `close account`.
    private mutating func hearLabel(_ segment: String, at position: Int) -> Bool {
        guard let around = segment.surroundings(ofWords: label) else { return false }
        // `Close, button, double tap to close` names the button once.
        if spoken.isHint(segment), !segment.hasPrefix(label) { return false }
        // `Selected, selected, button`: the second is the state.
        if labelCount > 0, segment == label, let state = expectation.state,
            case .state(state) = meaning(of: segment)
        {
            return false
        }
        var count = 1
        var behind = around.behind
        while let again = behind.surroundings(ofWords: label), again.before.isEmpty {
            count = count + 1
            behind = again.behind
        }
        let words = [around.before, without(suffix: behind)].filter { !$0.isEmpty }
        // What follows may be a hint, or a place in a list, that no pause was heard before.
        let known = words.map(words(in:))
        for (rest, found) in zip(words, known)
        where found == nil && !spoken.isIgnored(rest) && !spoken.isHint(rest) { return false }
        labelCount += count
        for (rest, found) in zip(words, known) {
            if let found { take(found, at: position) } else { takeHint(rest) }
        }
        return true
    }

    private mutating func takeHint(_ text: String) {
        hasActivation = hasActivation || spoken.isActivation(text)
        hasAction = hasAction || spoken.isAction(text)
    }

    private func without(suffix text: String) -> String {
        guard let suffix else { return text }
        if text == suffix { return "" }
        return text.hasPrefix(suffix + " ") ? String(text.dropFirst(suffix.count + 1)) : text
    }

    private mutating func hearWords(_ text: String, at position: Int) -> Bool {
        guard let words = words(in: text) else { return false }
        take(words, at: position)
        return true
    }

    private typealias Word = (phrase: String, meaning: SpokenWords.Meaning)

    /// Roles and states, also glued (`collapsed button`); nil if the text has other words.
    private func words(in text: String) -> [Word]? {
        var rest = text.split(separator: " ")[...]
        var words: [Word] = []
        while !rest.isEmpty {
            guard let word = firstWord(of: rest) else { return nil }
            words.append(word)
            rest = rest.dropFirst(word.phrase.split(separator: " ").count)
        }
        return words
    }

    /// The longest role or state that these words begin with.
    private func firstWord(of words: ArraySlice<Substring>) -> Word? {
        for count in stride(from: min(4, words.count), to: 0, by: -1) {
            let phrase = words.prefix(count).joined(separator: " ")
            if let meaning = meaning(of: phrase) { return (phrase, meaning) }
        }
        return nil
    }

    private func meaning(of phrase: String) -> SpokenWords.Meaning? {
        spoken.meaning(
            of: SpokenWords.counted(phrase), roles: expectation.roles, state: expectation.state)
    }

    private mutating func take(_ words: [Word], at position: Int) {
        for word in words {
            switch word.meaning {
            case .role(let id):
                roles.insert(id)
                rolePosition = rolePosition ?? position
            case .state(let id):
                states.insert(id)
                spokenStates.insert(SpokenWords.counted(word.phrase))
            case .foreign(let phrase): foreignWords.append(phrase)
            }
        }
    }

    /// The text without the roles and states at its end: of `pay now dimmed button`, `pay now`.
    private func name(in segment: String) -> String {
        var names = segment.split(separator: " ")
        while names.count > 1, let last = names.last, meaning(of: String(last)) != nil {
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
        let hasOtherLetters = segment.unicodeScalars.contains {
            $0.value >= 0x250 && $0.properties.isAlphabetic
        }
        // A name or a text of the row may be in any language.
        let given = [expectation.label] + expectation.content
        if hasOtherLetters || spoken.isOtherLanguage(segment),
            !given.contains(where: { Self.isHeard($0, in: segment) })
        {
            isOtherLanguage = true
        }
    }

    private static func isHeard(_ text: String, in segment: String) -> Bool {
        segment.surroundings(ofWords: SpokenPhrase.listenedFor(text)) != nil
    }
}
