/// What is asked of a control's announcements before an audit pins it: what testers will ask.
extension ControlReader {
    /// A name that no example has.
    private static let otherName = "Quarterly figures"

    /// Each example that does not pass where it is heard, or fails under another name, and each
    /// criterion that nothing passes of what the pages expect for it.
    func unheardExamples(of control: Control) -> [YAMLError] {
        control.platforms.flatMap { platform -> [YAMLError] in
            let own = node.optional("platforms")?.optional(platform.id)
            guard let items = try? own?.items("announcements", unless: []) else { return [] }
            let unheard = zip(items, platform.announcements).compactMap { item, profile in
                ownFault(of: profile, on: platform, item)
                    ?? otherFault(of: profile, on: platform, item)
            }
            return unheard + unmetCriteria(of: control, on: platform)
        }
    }

    private func ownFault(
        of profile: AnnouncementProfile, on platform: ControlPlatform, _ item: YAMLNode
    ) -> YAMLError? {
        guard let choice = platform.choice(as: profile, named: profile.label) else { return nil }
        let result = AnnouncementCheck(choice.expectation).check(profile.example)
        let isUntold = result.problems.allSatisfy(\.isOfSome)
        guard result.verdict == .fail || (result.verdict == .cantTell && !isUntold) else {
            return nil
        }
        return item.invalid(
            "“\(profile.example)” fails its own check. \(result.sentences)", key: "example")
    }

    /// What is right under one name is right under each.
    private func otherFault(
        of profile: AnnouncementProfile, on platform: ControlPlatform, _ item: YAMLNode
    ) -> YAMLError? {
        guard profile.phrases.isEmpty,
            let choice = platform.choice(as: profile, named: Self.otherName),
            let example = choice.phrases(of: profile).first
        else { return nil }
        let result = AnnouncementCheck(choice.expectation).check(example)
        guard result.verdict == .fail else { return nil }
        return item.invalid(
            "under another name, as “\(example)”, it fails. \(result.sentences) Let the label "
                + "stand in it as a name of its own", key: "example")
    }

    private func unmetCriteria(
        of control: Control, on platform: ControlPlatform
    ) -> [YAMLError] {
        let items = items("criteria", on: platform)
        return zip(items, platform.criteria).compactMap { item, criterion in
            let states = platform.states.filter { state in
                criterion.applies(in: state)
                    && platform.announcements.contains {
                        $0.part == criterion.part && $0.state == state.id
                    }
            }
            let unmet = states.first { state in
                CriterionAnnouncement.examples(
                    for: criterion, in: state.id, of: control, on: platform, named: Self.otherName
                ).isEmpty
            }
            guard let unmet, let part = criterion.part else { return nil }
            return item.invalid(
                "on \(platform.id) no example of `\(part)` in `\(unmet.id)` meets it: write an "
                    + "announcement that does, or another category", key: "id")
        }
    }
}

extension AnnouncementProblem {
    /// Whether only some of what is meant has to say it.
    fileprivate var isOfSome: Bool {
        if case .stateInPlace = self { return true }
        if case .roleOfSome = self { return true }
        return false
    }
}

extension AnnouncementResult {
    fileprivate var sentences: String { problems.map(\.sentence).joined(separator: " ") }
}
