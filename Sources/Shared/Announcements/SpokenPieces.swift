/// One piece of a phrase: the name, a text of the row, a role or state, a hint, or what is let be.
struct SpokenPiece {
    enum Kind {
        case label, content, ignored
        case word(phrase: String, SpokenWords.Meaning)
        case hint(String)
        /// The word between role and name in `edit box for Nickname`.
        case joint
        /// What lies between two pauses and is none of these.
        case other
    }

    let kind: Kind
    let range: Range<Int>
}

/// Cuts words into pieces that a screen reader says, whether or not a pause is heard between them.
struct SpokenPieces {
    /// Longer than any phrase that is said without a pause.
    private static let wordsMax = 200
    private static let lengthMax = 8
    /// More words than are said behind a name without a pause.
    private static let tailMax = 16

    private let spoken: SpokenWords
    private let roles: [String]
    private let state: String?
    private(set) var label: [String]
    /// Whether the name is itself a role or a state: what is heard again is that.
    private let isLabelWord: Bool
    private let suffix: [String]
    /// The longest one first.
    private var content: [[String]]

    init(_ expectation: AnnouncementExpectation) {
        spoken = expectation.spoken
        roles = expectation.roles
        state = expectation.state
        label = SpokenPhrase.words(of: expectation.label)
        suffix = expectation.suffix.map(SpokenPhrase.words(of:)) ?? []
        content = expectation.content.map(SpokenPhrase.words(of:)).filter { !$0.isEmpty }
            .sorted { $0.count > $1.count }
        let name = SpokenWords.counted(label.joined(separator: " "))
        isLabelWord =
            spoken.meaning(of: name, roles: roles, state: state) != nil || spoken.isIgnored(name)
    }

    /// The segments, with those that together are the name or a text of the row joined to one.
    func joined(_ segments: [[SpokenPhrase.Word]]) -> [[SpokenPhrase.Word]] {
        let targets = ([label] + content).filter { $0.count > 1 }
        var joined: [[SpokenPhrase.Word]] = []
        var index = 0
        while index < segments.count {
            let ends = targets.compactMap { end(of: $0, from: index, in: segments) }
            let next = ends.max() ?? index + 1
            joined.append(segments[index..<next].flatMap(\.self))
            index = next
        }
        return joined
    }

    private func end(
        of words: [String], from start: Int, in segments: [[SpokenPhrase.Word]]
    ) -> Int? {
        var rest = words[...]
        for (index, segment) in segments.enumerated().dropFirst(start) {
            let heard = segment.map(\.text)
            // Behind its end a role or a suffix may follow without a pause.
            if index > start, heard.starts(with: rest) { return index + 1 }
            guard rest.starts(with: heard) else { return nil }
            rest = rest.dropFirst(segment.count)
            if rest.isEmpty { return index + 1 }
        }
        return nil
    }

    // MARK: Cutting

    /// What may come next depends on what came before.
    private enum Previous: Int { case none, label, role, joint }

    private struct Place: Hashable {
        let start: Int
        let previous: Int
        let isNamed: Bool
    }

    /// All of the words, piece by piece; nil where some are none of what is known.
    ///
    /// - Parameters:
    ///   - ends: Where pauses were heard, ascending; the last is the end.
    ///   - isNamed: Whether the name was heard already.
    ///   - isBegin: Whether a pause was heard before the first.
    ///   - takesOthers: Whether what lies between two pauses may be anything.
    func cut(
        _ words: [String], ends: [Int], isNamed: Bool = false, isBegin: Bool = true,
        takesOthers: Bool = false
    ) -> [SpokenPiece]? {
        guard words.count <= Self.wordsMax else { return nil }
        var dead: Set<Place> = []
        return cut(Place(start: 0, previous: 0, isNamed: isNamed))

        func cut(_ place: Place) -> [SpokenPiece]? {
            if place.start == words.count { return [] }
            guard !dead.contains(place) else { return nil }
            let isBegin = place.start == 0 ? isBegin : ends.contains(place.start)
            for (kind, end) in candidates(words, ends, place, isBegin, takesOthers) {
                let next = Place(
                    start: end, previous: Self.previous(kind).rawValue,
                    isNamed: place.isNamed || kind.isLabel)
                if let rest = cut(next) {
                    return [SpokenPiece(kind: kind, range: place.start..<end)] + rest
                }
            }
            dead.insert(place)
            return nil
        }
    }

    private static func previous(_ kind: SpokenPiece.Kind) -> Previous {
        switch kind {
        case .label: .label
        case .joint: .joint
        case .word(_, .role): .role
        case .word, .content, .ignored, .hint, .other: .none
        }
    }

    /// What may begin there, with its end, the likeliest first.
    ///
    /// The name comes first because names look like hints (`Double tap to dismiss`) and hold state
    /// words (`Open menu`).
    private func candidates(
        _ words: [String], _ ends: [Int], _ place: Place, _ isBegin: Bool, _ takesOthers: Bool
    ) -> [(SpokenPiece.Kind, Int)] {
        let start = place.start
        let rest = words[start...]
        var found: [(SpokenPiece.Kind, Int)] = []
        if !label.isEmpty, rest.starts(with: label), !(isLabelWord && place.isNamed) {
            found.append((.label, start + label.count))
        }
        // Behind `for` there is a name, and nothing else.
        if place.previous == Previous.joint.rawValue { return found }
        for text in content where rest.starts(with: text) {
            let isLonger = text.count > label.count
            found.insert((.content, start + text.count), at: isLonger ? 0 : found.count)
        }
        if place.previous == Previous.label.rawValue, !suffix.isEmpty, rest.starts(with: suffix) {
            found.append((.ignored, start + suffix.count))
        }
        if place.previous == Previous.role.rawValue, spoken.isJoint(words[start]) {
            found.append((.joint, start + 1))
        }
        found += hints(rest, ends, isBegin)
        found += known(rest).map { ($0.0, start + $0.1) }
        if takesOthers, isBegin, let end = ends.first(where: { $0 > start }),
            Array(words[start..<end]).position(of: label) == nil
        {
            found.append((.other, end))
        }
        return found
    }

    /// A hint goes on to a pause, the next one first.
    private func hints(
        _ words: ArraySlice<String>, _ ends: [Int], _ isBegin: Bool
    ) -> [(SpokenPiece.Kind, Int)] {
        func isHint(_ text: String) -> Bool {
            isBegin ? spoken.isHint(text) : spoken.isGluedHint(text)
        }
        guard isHint(words.joined(separator: " ")) else { return [] }
        return ends.filter { $0 > words.startIndex }.compactMap { end in
            let text = words[..<end].joined(separator: " ")
            return isHint(text) ? (.hint(text), end) : nil
        }
    }

    /// Roles, states and what is tolerated, the longest first, with their lengths.
    private func known(_ words: ArraySlice<String>) -> [(SpokenPiece.Kind, Int)] {
        stride(from: min(Self.lengthMax, words.count), to: 0, by: -1).flatMap { length in
            let phrase = words.prefix(length).joined(separator: " ")
            let meaning = spoken.meaning(
                of: SpokenWords.counted(phrase), roles: roles, state: state)
            var found: [(SpokenPiece.Kind, Int)] = []
            if let meaning { found.append((.word(phrase: phrase, meaning), length)) }
            if spoken.isIgnored(phrase) { found.append((.ignored, length)) }
            return found
        }
    }

    /// The words without the role before a joint, and without what is known at their end: of `pay
    /// now dimmed button`, `pay now`.
    func name(in words: [String]) -> [String] {
        var bare = self
        bare.label = []
        bare.content = []
        var words = words
        if let joint = words.firstIndex(where: spoken.isJoint), joint + 1 < words.count,
            bare.cut(Array(words[..<joint]), ends: [joint]) != nil
        {
            words.removeFirst(joint + 1)
        }
        guard words.count > 1 else { return words }
        let start = (max(1, words.count - Self.tailMax)..<words.count).first { start in
            let tail = Array(words[start...])
            return bare.cut(tail, ends: [tail.count], isBegin: false) != nil
        }
        return start.map { Array(words[..<$0]) } ?? words
    }
}

extension SpokenPiece.Kind {
    fileprivate var isLabel: Bool { if case .label = self { true } else { false } }
}
