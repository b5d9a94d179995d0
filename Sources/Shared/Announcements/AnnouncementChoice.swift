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
        if !profile.phrases.isEmpty { return [profile.example] + profile.phrases }
        guard let name = profile.example.firstRange(of: profile.label) else { return [] }
        var before = String(profile.example[..<name.lowerBound])
        var behind = String(profile.example[name.upperBound...])
        if let suffix = profile.suffix, expectation.label.lowercased().hasSuffix(suffix) {
            behind = behind.replacing(" \(suffix)", with: "", maxReplacements: 1)
        }
        for text in profile.content {
            before = before.replacing("\(text), ", with: "", maxReplacements: 1)
            behind = behind.replacing(", \(text)", with: "", maxReplacements: 1)
        }
        let texts = expectation.content.map { ", \($0)" }.joined()
        let named = before + expectation.label + texts
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
        let heard = announcements.filter { $0.part == part && $0.mode == mode }
        let taste = ProfileTaste(
            label: label, words: state.spoken.map(spoken.phrases(ofState:)) ?? [],
            hasContent: !content.isEmpty,
            tellsState: spoken.tellsOpening(SpokenPhrase.normalized(label)))
        guard let stateID = state.id else {
            let silent = heard.filter(\.words.isEmpty)
            guard let best = taste.best(of: silent.isEmpty ? heard : silent) else { return nil }
            return choice(of: best, label, content, state: nil, words: [])
        }
        let there = heard.filter { $0.state == stateID }
        if let best = taste.best(of: there) {
            let words = words(of: best, among: there, for: taste)
            let told = state.spoken ?? told(by: words, in: stateID)
            return choice(of: best, label, content, state: told, words: words)
        }
        // Every part can be disabled, in the platform's word, whatever else is said of it.
        guard stateID == "disabled", let best = taste.best(of: heard.filter(\.words.isEmpty))
        else { return nil }
        let words = spoken.phrases(ofState: stateID)
        return choice(of: best, label, content, state: stateID, words: words)
    }

    private func choice(
        of profile: AnnouncementProfile, _ label: String, _ content: [String], state: String?,
        words: [String]
    ) -> AnnouncementChoice {
        AnnouncementChoice(
            profile: profile,
            expectation: AnnouncementExpectation(
                spoken: spoken, label: label, state: state, words: words, role: profile.role,
                otherRoles: profile.otherRoles,
                isInteractive: profile.isInteractive, mode: profile.mode, suffix: profile.suffix,
                nameCarriesState: profile.nameCarriesState, content: content,
                phrases: phrases(of: profile.part)))
    }

    /// Whole phrases that tell a part's states, by state id.
    private func phrases(of part: String) -> [String: [String]] {
        announcements.reduce(into: [:]) { all, other in
            guard other.part == part, !other.phrases.isEmpty else { return }
            all[other.state, default: []] += other.phrases.map(SpokenPhrase.normalized)
        }
    }

    /// The state that words tell; a drawer says `collapsed` where a card says `minimized`.
    private func told(by words: [String], in state: String) -> String {
        guard let word = words.first.map(SpokenPhrase.normalized),
            !spoken.phrases(ofState: state).contains(word),
            case .state(let other) = spoken.meaning(of: word, roles: [], state: state)
        else { return state }
        return other
    }

    /// What this profile alone asks for, as its example is held against it.
    func expectation(of profile: AnnouncementProfile) -> AnnouncementExpectation {
        choice(
            of: profile, profile.label, profile.content, state: profile.state,
            words: profile.words
        ).expectation
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

    init(label: String, words: [String], hasContent: Bool, tellsState: Bool) {
        self.label = SpokenPhrase.normalized(label)
        self.words = words
        self.hasContent = hasContent
        self.tellsState = tellsState
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
