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
        // A phrase that tells name, role and state at once is asked for as a whole.
        let problems = problems(of: heard).filter { !ownPhrases.isEmpty || $0.concerns(category) }
        guard problems.contains(where: { $0.verdict == .fail }) else { return result(problems) }
        if heard.isOtherLanguage { return result([.otherLanguage]) }
        if phrase.isTruncated { return result([.truncated]) }
        // Dictation writes no commas: with them it may be all that has to be heard.
        guard phraseProblems(heard) == nil, let paused = paused(phrase) else {
            return result(problems)
        }
        let other = judge(hear(paused), paused, category)
        guard [.pass, .warn].contains(other.verdict) else { return result(problems) }
        return result([.noPauses(paused.written(as: phrase))])
    }

    private func result(_ problems: [AnnouncementProblem]) -> AnnouncementResult {
        let verdicts = problems.map(\.verdict)
        let ranked: [AnnouncementResult.Level] = [.cantTell, .fail, .warn]
        let verdict = ranked.first(where: verdicts.contains) ?? .pass
        return AnnouncementResult(verdict: verdict, problems: problems)
    }

    private var ownPhrases: [String] {
        expectation.state.flatMap { expectation.phrases[$0] } ?? []
    }

    private func problems(of heard: HeardAnnouncement) -> [AnnouncementProblem] {
        if let told = phraseProblems(heard) { return told }
        var problems: [AnnouncementProblem] = []
        switch heard.labelCount {
        case 0: problems.append(.label)
        case 1: break
        default: problems.append(.duplicateLabel)
        }
        problems += stateProblems(heard)
        guard expectation.mode == .focus else { return problems }
        return problems + contentProblems(heard) + roleProblems(heard)
    }

    /// What a whole phrase tells: its own state, or another one; nil where none is heard.
    private func phraseProblems(_ heard: HeardAnnouncement) -> [AnnouncementProblem]? {
        if ownPhrases.contains(where: heard.segments.contains) { return [] }
        guard let state = expectation.state, !expectation.phrases.isEmpty else { return nil }
        let label = SpokenPhrase.normalized(expectation.label)
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
        if let expected, !isHeard, !isForgiven { problems.append(.state(expected)) }
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
            return state == "disabled" || (state == "selected" && isUsual && !isTold)
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
            return expectation.role == .none || isHeard ? told : told + [.role]
        }
        guard expectation.role != .none else { return [] }
        let wrong = heard.roles.subtracting(expectation.roles).sorted()
        let missing: [AnnouncementProblem] = [.role] + wrong.map(AnnouncementProblem.wrongRole)
        if expectation.reader == .voiceOver { return isHeard ? [] : missing }
        let isClick = expectation.roles.contains(where: spoken.isClick)
        if expectation.state == "disabled" {
            let hint: [AnnouncementProblem] = heard.hasActivation ? [.hintOnDisabled] : []
            return isClick || isHeard ? hint : missing + hint
        }
        if isHeard { return hasHint || isChosen ? [] : [.hintNotHeard] }
        return isClick && wrong.isEmpty && heard.hasActivation ? [] : missing
    }

    /// What is chosen already has nothing to activate, as a tab or a radio button.
    private var isChosen: Bool {
        expectation.state == "selected"
            || (expectation.state == "checked" && expectation.roles.contains("radio-button"))
    }
}
