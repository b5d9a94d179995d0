/// The profiles of the catalogue that hold for a part in a state, and what they ask for together.
package struct AnnouncementChoice: Hashable, Sendable {
    /// The one that fits best first.
    let profiles: [AnnouncementProfile]
    package var expectation: AnnouncementExpectation

    /// What a screen reader could say and pass, under the name asked for; nil where none is known.
    package var example: String? {
        let check = AnnouncementCheck(expectation)
        return profiles.lazy.flatMap(phrases).first {
            [.pass, .warn].contains(check.check($0).verdict)
        }
    }

    /// A profile's example, in the words asked for; the second tells a state that it leaves out.
    func phrases(of profile: AnnouncementProfile) -> [String] {
        if !profile.phrases.isEmpty { return [profile.example] + profile.phrases }
        guard let name = profile.example.firstRange(of: profile.label) else {
            return [profile.example]
        }
        var before = String(profile.example[..<name.lowerBound])
        var behind = String(profile.example[name.upperBound...])
        if let suffix = profile.suffix, expectation.label.lowercased().hasSuffix(suffix) {
            behind = behind.replacing(" \(suffix)", with: "", maxReplacements: 1)
        }
        var named = before + expectation.label
        if expectation.content != profile.content {
            for text in profile.content {
                before = before.replacing("\(text), ", with: "", maxReplacements: 1)
                behind = behind.replacing(", \(text)", with: "", maxReplacements: 1)
            }
            named = before + expectation.label + expectation.content.map { ", \($0)" }.joined()
        }
        return [named + behind]
            + expectation.words.prefix(1).map { word in named + ", \(word)" + behind }
    }
}

extension ControlPlatform {
    /// What holds there, whatever the component is called; nil when the catalogue says nothing.
    func announcement(
        of part: String, in state: AskedState, named label: String,
        mode: AnnouncementProfile.Mode = .focus, content: [String] = []
    ) -> AnnouncementChoice? {
        let own = announcements.filter { $0.part == part }
        let heard = own.filter { $0.mode == mode }
        let spokenWords = state.spoken.map(spoken.phrases(ofState:)) ?? []
        let order = ProfileOrder(
            words: spokenWords, hasContent: !content.isEmpty,
            tellsState: spoken.tellsOpening(SpokenPhrase.normalized(label)))
        func choice(
            _ profiles: [AnnouncementProfile], state: String?, words: [String],
            isWordOptional: Bool = false
        ) -> AnnouncementChoice? {
            guard !profiles.isEmpty else { return nil }
            let expectation = expectation(
                of: profiles, named: label, state: state, words: words,
                isWordOptional: isWordOptional, mode: mode, content: content)
            return AnnouncementChoice(
                profiles: order.ranked(profiles), expectation: expectation)
        }
        guard let stateID = state.id else {
            let silent = heard.filter(\.words.isEmpty)
            return choice(silent.isEmpty ? heard : silent, state: nil, words: [])
        }
        var there = heard.filter { $0.state == stateID }
        if there.isEmpty, mode == .afterChange {
            // Right after a change a state is told by itself, whatever else is heard in focus.
            there = own.filter { $0.state == stateID && !$0.words.isEmpty }
        }
        if !there.isEmpty {
            let words = words(of: there, in: stateID, asked: spokenWords)
            return choice(
                there, state: state.spoken ?? stateID, words: words, isWordOptional: true)
        }
        // Every part can be disabled, in the platform's word, whatever else is said of it.
        guard stateID == "disabled" else { return nil }
        return choice(
            heard.filter(\.words.isEmpty), state: stateID,
            words: spoken.phrases(ofState: stateID))
    }

    private func expectation(
        of profiles: [AnnouncementProfile], named label: String, state: String?, words: [String],
        isWordOptional: Bool, mode: AnnouncementProfile.Mode, content: [String]
    ) -> AnnouncementExpectation {
        let first = profiles[0]
        let roles = profiles.flatMap(\.roles).uniqued()
        let silent = profiles.filter(\.words.isEmpty)
        let telling = profiles.filter { !$0.words.isEmpty }.flatMap(\.roles)
        let layers = silent.filter { !$0.nameCarriesState }.flatMap(\.roles)
        return AnnouncementExpectation(
            spoken: spoken, label: label, state: state, words: words,
            isWordOptional: isWordOptional && !words.isEmpty && !silent.isEmpty,
            layerRoles: telling.isEmpty
                ? [] : layers.filter { !telling.contains($0) }.map(\.rawValue),
            role: first.role,
            otherRoles: roles.filter { $0 != first.role && $0 != .none },
            isInteractive: first.isInteractive, mode: mode,
            suffix: profiles.lazy.compactMap(\.suffix).first,
            nameCarriesState: profiles.contains(where: \.nameCarriesState), content: content,
            phrases: phrases(of: first.part))
    }

    /// Whole phrases that tell a part's states, by state id.
    private func phrases(of part: String) -> [String: [String]] {
        announcements.reduce(into: [:]) { all, other in
            guard other.part == part, !other.phrases.isEmpty else { return }
            all[other.state, default: []] += other.phrases.map(SpokenPhrase.normalized)
        }
    }

    /// Words any one of which tells the state; none where nobody has to tell it.
    ///
    /// Where the name of the example tells the state, another name leaves that to a word.
    private func words(
        of profiles: [AnnouncementProfile], in state: String, asked: [String]
    ) -> [String] {
        let told = profiles.filter { !$0.words.isEmpty || $0.nameCarriesState }
        guard !told.isEmpty else { return [] }
        return (asked + told.flatMap(\.words) + (self.state(state)?.words ?? [])).uniqued()
    }
}

extension AnnouncementProfile {
    fileprivate var roles: [Role] { [role] + otherRoles }
}

extension Array where Element: Equatable {
    func uniqued() -> [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

/// Which of several examples is shown first; what is asked for does not depend on it.
private struct ProfileOrder {
    /// The words of the state asked for, where it is another than the catalogue's.
    let words: [String]
    let hasContent: Bool
    /// Whether the name asked for tells open or closed.
    let tellsState: Bool

    /// With the fewest differences first: in the file the strictest comes first.
    func ranked(_ profiles: [AnnouncementProfile]) -> [AnnouncementProfile] {
        profiles.enumerated().sorted { left, right in
            (difference(left.element), left.offset) < (difference(right.element), right.offset)
        }.map(\.element)
    }

    private func difference(_ profile: AnnouncementProfile) -> Int {
        let tellsWords = words.isEmpty || !Set(words).isDisjoint(with: profile.words)
        return (tellsWords ? 0 : 4) + (profile.nameCarriesState == tellsState ? 0 : 2)
            + (profile.content.isEmpty != hasContent ? 0 : 1)
    }
}
