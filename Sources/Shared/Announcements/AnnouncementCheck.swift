/// Decides whether a captured phrase is acceptable, by the rules of docs/announcements.md.
///
/// Pure and total: every phrase has a verdict. What cannot be judged is `cantTell`, never `fail`.
package struct AnnouncementCheck {
    let expectation: AnnouncementExpectation

    package init(_ expectation: AnnouncementExpectation) { self.expectation = expectation }

    private var spoken: SpokenWords { expectation.spoken }

    /// Checks one phrase, with pauses written as commas; without a category, all that it says.
    package func check(
        _ text: String, about category: Criterion.Category? = nil
    ) -> AnnouncementResult {
        let phrase = SpokenPhrase(text)
        return judge(hear(phrase), phrase, category)
    }

    func hear(_ phrase: SpokenPhrase) -> HeardAnnouncement { .init(phrase, expectation) }

    func judge(
        _ heard: HeardAnnouncement, _ phrase: SpokenPhrase, _ category: Criterion.Category?
    ) -> AnnouncementResult {
        guard !phrase.segments.isEmpty else { return result([.noSpeech]) }
        let told = result(problems(of: heard, category))
        guard [.fail, .cantTell].contains(told.verdict) else { return told }
        if heard.isOtherLanguage || expectation.isOtherLanguage {
            return result([.otherLanguage])
        }
        if phrase.isTruncated { return result([.truncated]) }
        // Dictation writes few commas, and odd ones: with others it may be all that has to be said.
        guard told.verdict == .fail, phraseProblems(heard) == nil, let paused = paused(phrase)
        else { return told }
        let other = result(problems(of: hear(paused), category))
        return switch other.verdict {
        case .pass, .warn: result([.noPauses(paused.typed)])
        case .cantTell: other
        case .fail: told
        }
    }

    /// The same of what is heard beside name, role and state.
    func judge(
        texts problem: AnnouncementProblem?, _ heard: HeardAnnouncement, _ phrase: SpokenPhrase
    ) -> AnnouncementResult {
        guard !phrase.segments.isEmpty else { return result([.noSpeech]) }
        guard let problem else { return result([]) }
        if heard.isOtherLanguage || expectation.isOtherLanguage {
            return result([.otherLanguage])
        }
        return result([phrase.isTruncated ? .truncated : problem])
    }

    private func result(_ problems: [AnnouncementProblem]) -> AnnouncementResult {
        let verdicts = problems.map(\.verdict)
        let ranked: [AnnouncementResult.Level] = [.fail, .cantTell, .warn]
        let verdict = ranked.first(where: verdicts.contains) ?? .pass
        // Beside what is wrong, what cannot be told is no news.
        let told = problems.filter { verdict != .fail || $0.verdict != .cantTell }
        return AnnouncementResult(verdict: verdict, problems: told)
    }

    private var ownPhrases: [String] {
        expectation.state.flatMap { expectation.phrases[$0] } ?? []
    }

    private func problems(
        of heard: HeardAnnouncement, _ category: Criterion.Category?
    ) -> [AnnouncementProblem] {
        // A phrase that tells name, role and state at once is asked for as a whole.
        problems(of: heard).filter { !ownPhrases.isEmpty || $0.concerns(category) }
    }

    private func problems(of heard: HeardAnnouncement) -> [AnnouncementProblem] {
        if let told = phraseProblems(heard) { return told }
        let problems = nameProblems(heard) + stateProblems(heard)
        guard expectation.mode == .focus else { return problems }
        return problems + contentProblems(heard) + roleProblems(heard)
    }

    private func nameProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem] {
        switch heard.labelCount {
        case 0:
            let isEnough =
                expectation.mode == .afterChange && !expectation.words.isEmpty && heard.isStateAlone
            return isEnough ? [] : [.label]
        // VoiceOver says it before the role: `Log on with a key, link, Log on` is another one.
        case 1 where expectation.reader == .voiceOver && heard.isNameBehindAnother:
            return [.label]
        case 1: return []
        default: return [.duplicateLabel]
        }
    }

    /// What a whole phrase tells: its own state, or another one; nil where none is heard.
    private func phraseProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem]? {
        if ownPhrases.contains(where: heard.segments.contains) { return [] }
        guard let state = expectation.state, !expectation.phrases.isEmpty else { return nil }
        let label = SpokenPhrase.words(of: expectation.label).joined(separator: " ")
        for (other, phrases) in expectation.phrases.sorted(by: { $0.key < $1.key })
        where phrases.contains(where: { $0 != label && heard.segments.contains($0) }) {
            return [.state(state), .wrongState(other)]
        }
        return nil
    }

    private func stateProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem] {
        var problems: [AnnouncementProblem] = []
        let expected = expectation.state
        let isHeard = isStateHeard(heard)
        let isForgiven =
            expectation.isLenient && expected == "disabled" && heard.foreignWords == ["dimmed"]
        if let expected, !isHeard, !isForgiven {
            problems += missingState(expected, heard)
        }
        problems +=
            isForgiven
            ? [.dimmedOnAndroid] : heard.foreignWords.map(AnnouncementProblem.wrongPlatformWord)
        for group in spoken.groups {
            let states = heard.states.intersection(group).sorted()
            if states.count > 1 {
                problems.append(.contradictoryState(states))
            } else if let state = states.first, state != expected, group.contains(expected ?? "") {
                problems.append(.wrongState(state))
            }
        }
        return problems + unexpectedStates(heard).map(AnnouncementProblem.unexpectedState)
    }

    /// Whether what opens tells its state depends on how it opens: in place, or as a layer.
    private func missingState(
        _ expected: String, _ heard: HeardAnnouncement
    ) -> [AnnouncementProblem] {
        let group = spoken.groups.first { $0.contains(expected) } ?? []
        guard expectation.isWordOptional, heard.states.isDisjoint(with: group) else {
            return [.state(expected)]
        }
        let isLayer = !heard.roles.isDisjoint(with: expectation.layerRoles)
        return isLayer ? [] : [.stateInPlace(expected)]
    }

    private func isStateHeard(_ heard: HeardAnnouncement) -> Bool {
        if expectation.words.isEmpty { return true }
        let isNamed =
            expectation.nameCarriesState
            && spoken.tellsOpening(SpokenPhrase.normalized(expectation.label))
        let words = expectation.words.map(SpokenPhrase.normalized)
        return isNamed || !heard.spokenStates.isDisjoint(with: words)
            || heard.states.contains(expectation.state ?? "")
    }

    /// A part in its usual state is neither disabled nor selected, and only a disabled one is.
    private func unexpectedStates(_ heard: HeardAnnouncement) -> [String] {
        let isUsual = expectation.words.isEmpty
        return heard.states.sorted().filter { state in
            guard state != expectation.state else { return false }
            // Of an unselected part it is told already, as the wrong state of its group.
            let isTold = expectation.state == "unselected"
            // A wheel stands on the row that is selected.
            let isWheel = expectation.roles.contains("picker")
            return state == "disabled" || (state == "selected" && isUsual && !isTold && !isWheel)
        }
    }

    private func contentProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem] {
        var problems: [AnnouncementProblem] = []
        let missing = expectation.content.filter { !heard.content.keys.contains($0) }
        if !missing.isEmpty { problems.append(.content(missing)) }
        if expectation.reader == .talkBack { return problems }
        let isAfterRole = heard.content.values.contains { $0 > heard.rolePosition ?? .max }
        return problems + (isAfterRole ? [.contentAfterRole] : [])
    }

    private func roleProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem] {
        let isHeard = !heard.roles.isDisjoint(with: expectation.roles)
        let hasHint = heard.hasActivation || heard.hasAction
        guard expectation.isInteractive else {
            let acts = heard.roles.contains { !spoken.isStatic(role: $0) }
            let told: [AnnouncementProblem] = acts || hasHint ? [.roleOnStatic] : []
            guard expectation.role == .none else { return isHeard ? told : told + [.role] }
            // A title among rows that do nothing is a heading, and the others are not.
            let some = isHeard || !told.isEmpty ? nil : expectation.otherRoles.first
            return told + (some.map { [.roleOfSome($0.rawValue)] } ?? [])
        }
        guard expectation.role != .none else { return [] }
        let wrong = heard.roles.subtracting(expectation.roles).sorted()
        let missing: [AnnouncementProblem] = [.role] + wrong.map(AnnouncementProblem.wrongRole)
        if expectation.reader == .voiceOver { return isHeard ? [] : missing }
        let isClick = expectation.roles.contains(where: spoken.isClick)
        if expectation.state == "disabled" {
            let hint: [AnnouncementProblem] = heard.hasActivation ? [.hintOnDisabled] : []
            return (isClick && wrong.isEmpty) || isHeard ? hint : missing + hint
        }
        if isHeard { return hasHint || isChosen ? [] : [.hintNotHeard] }
        let isAdjusted = expectation.roles.contains(where: spoken.isAdjusted)
        // TalkBack makes these hints of what the control can do.
        let isTold = (isClick && heard.hasActivation) || (isAdjusted && heard.hasAdjusting)
        return isTold && wrong.isEmpty ? [] : missing
    }

    /// What is chosen already has nothing to activate, as a tab or a radio button.
    private var isChosen: Bool {
        expectation.state == "selected"
            || (expectation.state == "checked" && expectation.roles.contains("radio-button"))
    }
}
