/// What one screen reader says for roles, states and hints, in one language.
///
/// All phrases are in the form in which speech is compared, with `#` for a number.
package struct SpokenWords: Hashable, Sendable {
    package let reader: ScreenReader
    private let roles: [RoleWords]
    /// By phrase, the ids of the roles that have it.
    private let rolesByPhrase: [String: [String]]
    /// By state id, the usual phrase first.
    private var statePhrases: [String: [String]]
    /// By phrase, the ids of the states that have it.
    private var statesByPhrase: [String: [String]] = [:]
    /// States by the phrase that only the other platform says for them.
    private var foreign: [String: String] = [:]
    /// States of which one part has one at a time.
    private(set) var groups: [Set<String>]
    private let rest: Rest

    /// A role and what is said for it.
    package struct RoleWords: Hashable, Sendable, Codable {
        package let id: String
        /// The usual one first.
        package let phrases: [String]
        /// Whether nothing can be done with it, as with a heading.
        package let isStatic: Bool
        /// Whether TalkBack's hint of a double tap tells it as well.
        package let isClick: Bool
        /// Whether TalkBack's hint of how to adjust it tells it as well.
        package let isAdjusted: Bool

        package init(
            id: String, phrases: [String], isStatic: Bool, isClick: Bool, isAdjusted: Bool
        ) {
            self.id = id
            self.phrases = phrases
            self.isStatic = isStatic
            self.isClick = isClick
            self.isAdjusted = isAdjusted
        }
    }

    /// A state with what is said for it here, and on the other platform.
    package struct StateWords: Hashable, Sendable, Codable {
        package let id: String
        /// The usual one first; empty where nothing is said.
        package let phrases: [String]
        package let elsewhere: [String]

        package init(id: String, phrases: [String], elsewhere: [String]) {
            self.id = id
            self.phrases = phrases
            self.elsewhere = elsewhere
        }
    }

    /// What is neither role nor state.
    package struct Rest: Hashable, Sendable, Codable {
        /// What hints begin with: a double tap acts, a swipe adjusts, something else can be done,
        /// neither.
        package var activation: [String] = []
        package var adjusting: [String] = []
        package var action: [String] = []
        package var other: [String] = []
        /// Tolerated wherever it is heard.
        package var ignored: [String] = []
        /// What stands between a role and the name, as in `edit box for Nickname`; mostly none.
        package var joints: [String] = []
        /// Speech of another language is known by them.
        package var otherLanguages: [String] = []
        /// Words in a name that tell whether what it opens is open, in pairs.
        package var turns: [[String]] = []

        package init() {}
    }

    /// All words as a file lists them.
    package struct Given: Hashable, Sendable, Codable {
        package let reader: ScreenReader
        package var roles: [RoleWords] = []
        package var states: [StateWords] = []
        /// States of which one part has one at a time.
        package var groups: [[String]] = []
        package var rest = Rest()
    }

    /// Nothing is said, until words are given.
    package static let none = SpokenWords(Given(reader: .voiceOver))

    package init(_ given: Given) {
        reader = given.reader
        roles = given.roles
        rest = given.rest
        groups = given.groups.map(Set.init)
        let states = given.states
        rolesByPhrase = roles.reduce(into: [:]) { all, role in
            for phrase in role.phrases { all[phrase, default: []].append(role.id) }
        }
        statePhrases = [:]
        for state in states { add(state.phrases, to: state.id) }
        for state in states where !state.phrases.isEmpty {
            for phrase in state.elsewhere where statesByPhrase[phrase] == nil {
                foreign[phrase] = state.id
            }
        }
    }

    /// With a state of a control's own; what is known of it already stays as it is.
    package mutating func add(_ phrases: [String], to state: String) {
        guard statePhrases[state] == nil, !phrases.isEmpty else { return }
        statePhrases[state] = phrases
        for phrase in phrases { statesByPhrase[phrase, default: []].append(state) }
    }

    package mutating func exclude(_ states: Set<String>) { groups.append(states) }

    // MARK: What is known

    package func has(role id: String) -> Bool { roles.contains { $0.id == id } }
    package func phrases(ofState id: String) -> [String] { statePhrases[id] ?? [] }
    package func phrases(ofRole id: String) -> [String] { role(id)?.phrases ?? [] }
    package func isStatic(role id: String) -> Bool { role(id)?.isStatic ?? false }
    func isClick(role id: String) -> Bool { role(id)?.isClick ?? false }
    func isAdjusted(role id: String) -> Bool { role(id)?.isAdjusted ?? false }

    private func role(_ id: String) -> RoleWords? { roles.first { $0.id == id } }

    // MARK: What is heard

    /// What a few words are.
    enum Meaning {
        case role(String), state(String), foreign(String)
    }

    /// The meaning of a phrase for a part of these roles and that state; of several, theirs.
    func meaning(of phrase: String, roles: [String], state: String?) -> Meaning? {
        if let known = rolesByPhrase[phrase] {
            if let own = roles.first(where: known.contains) { return .role(own) }
            // `heading` and `dialog` are heard around many a control, and are none of its own.
            if !rest.ignored.contains(phrase), let first = known.first { return .role(first) }
        }
        if let known = statesByPhrase[phrase] {
            let group = groups.first { $0.contains(state ?? "") } ?? []
            return
                (known.first { $0 == state } ?? known.first(where: group.contains)
                ?? known.first).map(Meaning.state)
        }
        return foreign[phrase] == nil ? nil : .foreign(phrase)
    }

    func isIgnored(_ segment: String) -> Bool { rest.ignored.contains(Self.counted(segment)) }

    func isJoint(_ word: String) -> Bool { rest.joints.contains(word) }

    func isHint(_ segment: String) -> Bool { hintStart(of: segment) != nil }

    /// Whether a hint is known as one though no pause was heard before it; `use` alone is not.
    func isGluedHint(_ text: String) -> Bool {
        hintStart(of: text)?.contains(" ") == true
    }

    /// The longest of the phrases that hints begin with.
    private func hintStart(of text: String) -> String? {
        (rest.activation + rest.adjusting + rest.action + rest.other)
            .filter { Self.begins(text, with: [$0]) }.max { $0.utf8.count < $1.utf8.count }
    }

    /// Tells that a double tap acts; `press the button` tells how to do something else.
    func isActivation(_ segment: String) -> Bool {
        Self.begins(segment, with: rest.activation)
            || (segment.hasPrefix("press ") && segment.contains(" to "))
    }

    func isAdjusting(_ segment: String) -> Bool { Self.begins(segment, with: rest.adjusting) }

    func isAction(_ segment: String) -> Bool {
        Self.begins(segment, with: rest.action + rest.adjusting)
    }

    /// Roles are known by themselves: `taste` is English too.
    func isOtherLanguage(_ segment: String) -> Bool { rest.otherLanguages.contains(segment) }

    /// Whether a name tells that what it opens is open or closed.
    func tellsOpening(_ name: String) -> Bool {
        let words = Set(name.split(separator: " ").map(String.init))
        return rest.turns.contains { !words.isDisjoint(with: $0) }
    }

    /// The name that a part has in its other state, where its first word tells which it is in.
    func turned(_ label: String) -> String? {
        guard let verb = label.split(separator: " ").first.map(String.init) else { return nil }
        for pair in rest.turns {
            guard let index = pair.firstIndex(of: verb.lowercased()) else { continue }
            let other = pair[1 - index]
            let isCapital = verb.first?.isUppercase == true
            return (isCapital ? other.prefix(1).uppercased() + other.dropFirst() : other)
                + label.dropFirst(verb.count)
        }
        return nil
    }

    /// With `#` for each number.
    static func counted(_ phrase: String) -> String {
        guard phrase.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return phrase }
        return phrase.split(separator: " ").map { word in
            let digits = word.prefix { $0.isNumber || $0 == "." || $0 == "," }
            return digits.isEmpty ? String(word) : "#" + word.dropFirst(digits.count)
        }.joined(separator: " ")
    }

    private static func begins(_ segment: String, with starts: [String]) -> Bool {
        starts.contains { start in
            segment.hasPrefix(start)
                && segment.utf8.dropFirst(start.utf8.count).first.map { $0 == 0x20 } ?? true
        }
    }
}
