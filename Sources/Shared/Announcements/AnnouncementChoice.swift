/// The profile of the catalogue that fits a part best, and what it asks for.
package struct AnnouncementChoice: Hashable, Sendable {
    let profile: AnnouncementProfile
    package var expectation: AnnouncementExpectation

    /// What a screen reader could say and pass, under the name asked for; nil where none is known.
    package var example: String? {
        let check = AnnouncementCheck(expectation)
        return examples.first { [.pass, .warn].contains(check.check($0).verdict) }
    }

    /// The profile's example, in the words asked for; the second tells a state that it leaves out.
    private var examples: [String] {
        if let state = expectation.state, StateWords.handlePhrases[state] != nil {
            return [profile.example]
        }
        guard let name = profile.example.firstRange(of: profile.label) else { return [] }
        let before = profile.example[..<name.lowerBound]
        var behind = String(profile.example[name.upperBound...])
        if let suffix = profile.suffix, expectation.label.lowercased().hasSuffix(suffix) {
            behind = behind.replacing(" \(suffix)", with: "", maxReplacements: 1)
        }
        let texts = expectation.content.map { ", \($0)" }.joined()
        let own = profile.content.map { ", \($0)" }.joined()
        behind = own.isEmpty ? texts + behind : behind.replacing(own, with: texts)
        let named = before + expectation.label
        return [named + behind]
            + expectation.words.prefix(1).map { word in named + ", \(word)" + behind }
    }
}

extension ControlPlatform {
    /// The profile that fits best, as asked for; nil when the catalogue says nothing of the part.
    func announcement(
        of part: String, in state: AskedState, named label: String,
        mode: AnnouncementProfile.Mode = .focus, content: [String] = []
    ) -> AnnouncementChoice? {
        guard let reader = ScreenReader(rawValue: id) else { return nil }
        let heard = announcements.filter { $0.part == part && $0.mode == mode }
        let taste = ProfileTaste(
            label: label, words: state.spoken.flatMap { StateWords(reader).spoken[$0] } ?? [],
            hasContent: !content.isEmpty)
        guard let stateID = state.id else {
            let silent = heard.filter(\.words.isEmpty)
            guard let best = taste.best(of: silent.isEmpty ? heard : silent) else { return nil }
            return choice(of: best, reader, label, content, state: nil, words: [])
        }
        let there = heard.filter { $0.state == stateID }
        if let best = taste.best(of: there) {
            let words = words(of: best, among: there, for: taste)
            let told = state.spoken ?? StateWords(reader).told(by: words, in: stateID)
            return choice(of: best, reader, label, content, state: told, words: words)
        }
        // Every part can be disabled, in the platform's word, whatever else is said of it.
        guard stateID == "disabled", let words = StateWords(reader).spoken[stateID],
            let best = taste.best(of: heard.filter(\.words.isEmpty))
        else { return nil }
        return choice(of: best, reader, label, content, state: stateID, words: words)
    }

    private func choice(
        of profile: AnnouncementProfile, _ reader: ScreenReader, _ label: String,
        _ content: [String], state: String?, words: [String]
    ) -> AnnouncementChoice {
        AnnouncementChoice(
            profile: profile,
            expectation: AnnouncementExpectation(
                reader: reader, label: label, state: state, words: words, role: profile.role,
                isInteractive: profile.isInteractive, mode: profile.mode, suffix: profile.suffix,
                nameCarriesState: profile.nameCarriesState, content: content))
    }

    /// Words any one of which tells the state under the name asked for.
    private func words(
        of profile: AnnouncementProfile, among others: [AnnouncementProfile],
        for taste: ProfileTaste
    ) -> [String] {
        // Where the name of the example tells the state, another name leaves that to a word.
        if profile.nameCarriesState, !taste.tellsState {
            return taste.words + (state(profile.state)?.words ?? [])
        }
        if profile.words.isEmpty { return [] }
        if taste.isNamed(profile) { return taste.words + profile.words }
        // A name that no example has: the words of every profile tell the state.
        return others.reduce(into: taste.words) { words, other in
            words += other.words.filter { !words.contains($0) }
        }
    }
}

private struct ProfileTaste {
    private let label: String
    /// The words of the state asked for, where it is another than the catalogue's.
    let words: [String]
    private let hasContent: Bool
    let tellsState: Bool

    init(label: String, words: [String], hasContent: Bool) {
        self.label = SpokenPhrase.normalized(label)
        (self.words, self.hasContent) = (words, hasContent)
        let names = self.label.split(separator: " ").map(String.init)
        tellsState = !StateWords.openingVerbs.isDisjoint(with: names)
    }

    func isNamed(_ profile: AnnouncementProfile) -> Bool {
        SpokenPhrase.normalized(profile.label) == label
    }

    /// The first of those with the fewest differences: in the file the strictest comes first.
    func best(of profiles: [AnnouncementProfile]) -> AnnouncementProfile? {
        profiles.enumerated().min { left, right in
            (difference(left.element), left.offset) < (difference(right.element), right.offset)
        }?.element
    }

    private func difference(_ profile: AnnouncementProfile) -> Int {
        let tellsWords = words.isEmpty || !Set(words).isDisjoint(with: profile.words)
        return (isNamed(profile) ? 0 : 8) + (tellsWords ? 0 : 4)
            + (profile.nameCarriesState == tellsState ? 0 : 2)
            + (profile.content.isEmpty != hasContent ? 0 : 1)
    }
}

extension StateWords {
    /// The state that words tell; a drawer says `collapsed` where a card says `minimized`.
    fileprivate func told(by words: [String], in state: String) -> String {
        guard Self.handlePhrases[state] == nil, let word = words.first else { return state }
        return self.state(of: word) ?? state
    }
}
