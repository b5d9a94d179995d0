/// What may be heard where one criterion is judged, and the outcomes that this suggests.
package struct CriterionAnnouncement: Sendable {
    private let category: Criterion.Category
    /// One for each part it is about and each name that may be heard, the component's own first.
    private let choices: [AnnouncementCheck]
    /// Whether the part has the component's name, and no other will do.
    private let isNamed: Bool
    /// How many texts beside name, role and state are heard of a value or an error; else 0.
    private let textCount: Int
    /// Those of the examples.
    private let texts: [String]

    /// Nil where words cannot tell whether it is met (docs/announcements.md, "What is suggested").
    package init?(
        _ criterion: Criterion, in state: String, of control: Control, on platform: ControlPlatform,
        named label: String, strictness: AnnouncementStrictness, language: String? = nil
    ) {
        // Of the whole control in any state words cannot tell which part's they are.
        guard
            [.name, .role, .state, .value, .error, .announcement].contains(criterion.category),
            criterion.part != nil || !criterion.states.contains("any")
        else { return nil }
        let profiles = platform.announcements.filter {
            $0.state == state && Self.concerns(criterion, $0.part)
        }
        // A component is named after its control's first part; of others the name is open.
        isNamed = criterion.part != nil && criterion.part == control.parts.first?.id
        let turned = platform.spoken.turned(label).map { [$0] } ?? []
        let names = [label] + turned + (isNamed ? [] : profiles.map(\.label))
        let parts = control.parts.map(\.id).filter { id in profiles.contains { $0.part == id } }
        choices = names.flatMap { name in
            parts.compactMap { part in
                let own = profiles.filter { $0.part == part }
                // An announcement is what is spoken by itself, where the catalogue has such.
                let isByItself =
                    criterion.category == .announcement
                    && own.contains { $0.mode == .afterChange }
                let mode = isByItself ? .afterChange : own.first?.mode ?? .focus
                var choice = platform.announcement(
                    of: part, in: (state, nil), named: name, mode: mode)
                choice?.expectation.isLenient = strictness == .lenient
                choice?.expectation.isOtherLanguage = !ScreenReader.isEnglish(language)
                return choice.map { AnnouncementCheck($0.expectation) }
            }
        }
        // Of a part whose role, or whose state, is not spoken nothing tells whether it is right.
        guard let first = choices.first,
            criterion.category != .role || first.expectation.role != .none,
            criterion.category != .state || first.expectation.tellsState
        else { return nil }
        category = criterion.category
        textCount =
            [.value, .error].contains(criterion.category)
            ? profiles.map(\.content.count).filter { $0 > 0 }.min() ?? 0 : 0
        texts = profiles.flatMap(\.content).uniqued()
        guard textCount > 0 || ![.value, .error].contains(category) else { return nil }
    }

    package func suggestion(for heard: String) -> AnnouncementSuggestion {
        let phrase = SpokenPhrase(heard)
        var (check, heard) = expected(of: phrase)
        if category == .announcement {
            // Nobody says beforehand what a row holds: it is what is heard beside the rest.
            var expectation = check.expectation
            expectation.content = heard.others
            if heard.isStateAlone { expectation.mode = .afterChange }
            check = AnnouncementCheck(expectation)
            heard = check.hear(phrase)
        }
        guard textCount == 0 else {
            var expectation = check.expectation
            expectation.content = texts
            let heard = AnnouncementCheck(expectation).hear(phrase)
            return AnnouncementSuggestion(check.judge(texts: textProblem(heard), heard, phrase))
        }
        return AnnouncementSuggestion(check.judge(heard, phrase, category))
    }

    /// Nobody knows beforehand what the texts say: only that there are some, or none.
    private func textProblem(_ heard: HeardAnnouncement) -> AnnouncementProblem? {
        guard heard.labelCount > 0 else { return .textUnsure }
        let count = heard.others.count + heard.content.count + heard.placeCount
        if count == 0 { return .text }
        // Which of several texts is the error no words tell, but for that of the example.
        let isTold = category == .value ? count >= textCount : !heard.content.isEmpty
        return isTold ? nil : .textUnsure
    }

    /// Whether a criterion asks of that part: a state of the whole control, such as disabled, has
    /// the same word for each of them.
    private static func concerns(_ criterion: Criterion, _ part: String) -> Bool {
        criterion.part.map { $0 == part } ?? (criterion.category == .state)
    }

    private func expected(
        of phrase: SpokenPhrase
    ) -> (check: AnnouncementCheck, heard: HeardAnnouncement) {
        for check in choices {
            let heard = check.hear(phrase)
            if heard.labelCount > 0 { return (check, heard) }
        }
        let first = choices[0]
        let heardFirst = choices[0].hear(phrase)
        guard !isNamed else { return (first, heardFirst) }
        // Neither name is heard, so what is heard beside roles and states is the name.
        var expectation = first.expectation
        expectation.label = heardFirst.others.first ?? ""
        let check = AnnouncementCheck(expectation)
        return (check, check.hear(phrase))
    }

    /// Phrases that pass where a criterion is judged; empty where the catalogue has none.
    ///
    /// They are under the component's name where the part has it, else under that of each example.
    package static func examples(
        for criterion: Criterion, in state: String, of control: Control,
        on platform: ControlPlatform, named label: String
    ) -> [String] {
        let check = CriterionAnnouncement(
            criterion, in: state, of: control, on: platform, named: label, strictness: .strict)
        let isNamed = criterion.part == control.parts.first?.id
        let profiles = platform.announcements.filter {
            $0.part == criterion.part && $0.state == state
        }
        return profiles.flatMap { profile in
            platform.examples(of: profile, named: isNamed ? label : profile.label)
        }.filter { (check?.suggestion(for: $0).outcome ?? .passed) == .passed }.uniqued()
    }
}

extension ControlPlatform {
    /// A profile's example under a name, and with its state where it leaves that out; those that
    /// pass.
    func examples(of profile: AnnouncementProfile, named label: String) -> [String] {
        guard let choice = choice(as: profile, named: label) else { return [] }
        let check = AnnouncementCheck(choice.expectation)
        return choice.phrases(of: profile).filter {
            [.pass, .warn].contains(check.check($0).verdict)
        }
    }

    /// What a tester would ask of a profile's part and state.
    func choice(as profile: AnnouncementProfile, named label: String) -> AnnouncementChoice? {
        announcement(
            of: profile.part, in: (profile.state, nil), named: label, mode: profile.mode,
            content: profile.content)
    }
}
