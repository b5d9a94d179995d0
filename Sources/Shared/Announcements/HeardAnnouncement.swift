/// What a phrase says, piece by piece, as its expectation understands it (docs/announcements.md).
struct HeardAnnouncement {
    /// What lies between two pauses, as it is compared.
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
    private(set) var hasAdjusting = false
    /// Whether a hint tells that something else can be done, such as a long press.
    private(set) var hasAction = false
    /// Where each content text was first heard, by text as it was given.
    private(set) var content: [String: Int] = [:]
    /// How many places are heard, such as `2 of 5`.
    private(set) var placeCount = 0
    /// Segments that are none of these, less roles and states glued to them: names, content.
    private(set) var others: [String] = []
    /// Whether the roles, or the letters, are those of another language than English.
    private(set) var isOtherLanguage = false
    /// Where the name was heard first, and where other words around it, by segment.
    private var labelPosition: Int?
    private var longerNamePosition: Int?

    private let expectation: AnnouncementExpectation
    private let pieces: SpokenPieces

    init(_ phrase: SpokenPhrase, _ expectation: AnnouncementExpectation) {
        self.expectation = expectation
        pieces = SpokenPieces(expectation)
        let joined = pieces.joined(phrase.segments).map { $0.map(\.text) }
        segments = joined.map { $0.joined(separator: " ") }
        for (position, words) in joined.enumerated() { hear(words, at: position) }
    }

    private var spoken: SpokenWords { expectation.spoken }

    /// Whether the name is heard behind the role only, and before it a longer one that holds it.
    var isNameBehindAnother: Bool {
        guard let labelPosition, let longerNamePosition, let rolePosition else { return false }
        return longerNamePosition < rolePosition && rolePosition < labelPosition
    }

    /// Whether a state is all that is heard, as right after a change.
    var isStateAlone: Bool {
        labelCount == 0 && !states.isEmpty && roles.isEmpty && others.isEmpty && content.isEmpty
    }

    private mutating func hear(_ words: [String], at position: Int) {
        for text in expectation.content
        where content[text] == nil && words.position(of: SpokenPhrase.words(of: text)) != nil {
            content[text] = position
        }
        noteLanguage(words)
        guard
            let found = pieces.cut(words, ends: [words.count], isNamed: labelCount > 0)
        else {
            others.append(pieces.name(in: words).joined(separator: " "))
            if words.position(of: pieces.label) != nil {
                longerNamePosition = longerNamePosition ?? position
            }
            return
        }
        for piece in found {
            // A text of the row may tell how to use it, as `Use nine digits` does.
            let text = words[piece.range].joined(separator: " ")
            if case .content = piece.kind, spoken.isHint(text) { take(.hint(text), at: position) }
            if case .ignored = piece.kind, text.contains(where: \.isNumber) { placeCount += 1 }
            take(piece.kind, at: position)
        }
    }

    private mutating func take(_ kind: SpokenPiece.Kind, at position: Int) {
        switch kind {
        case .label:
            labelCount += 1
            labelPosition = labelPosition ?? position
        case .word(_, .role(let id)):
            roles.insert(id)
            rolePosition = rolePosition ?? position
        case .word(let phrase, .state(let id)):
            states.insert(id)
            spokenStates.insert(SpokenWords.counted(phrase))
        case .word(_, .foreign(let phrase)): foreignWords.append(phrase)
        case .hint(let text):
            hasActivation = hasActivation || spoken.isActivation(text)
            hasAdjusting = hasAdjusting || spoken.isAdjusting(text)
            hasAction = hasAction || spoken.isAction(text)
        case .content, .ignored, .joint, .other: break
        }
    }

    private mutating func noteLanguage(_ words: [String]) {
        let segment = words.joined(separator: " ")
        let hasOtherLetters = segment.unicodeScalars.contains {
            $0.value >= 0x250 && $0.properties.isAlphabetic
        }
        guard hasOtherLetters || spoken.isOtherLanguage(segment) else { return }
        // A name or a text of the row may be in any language.
        let given = [expectation.label] + expectation.content
        if !given.contains(where: { words.position(of: SpokenPhrase.words(of: $0)) != nil }) {
            isOtherLanguage = true
        }
    }
}
