/// Decides whether a captured phrase is acceptable, by the rules of docs/announcements.md.
///
/// Pure and total: every phrase has a verdict. What cannot be judged is `cantTell`, never `fail`.
package struct AnnouncementCheck {
    let expectation: AnnouncementExpectation
    private let words: StateWords

    package init(_ expectation: AnnouncementExpectation) {
        self.expectation = expectation
        words = StateWords(expectation.reader)
    }

    /// Checks one phrase, with pauses written as commas; without a category, all that it says.
    package func check(
        _ text: String, about category: Criterion.Category? = nil
    ) -> AnnouncementResult {
        let phrase = SpokenPhrase(text)
        return judge(hear(phrase), phrase, category)
    }

    func hear(_ phrase: SpokenPhrase) -> HeardAnnouncement { .init(phrase, expectation, words) }

    func judge(
        _ heard: HeardAnnouncement, _ phrase: SpokenPhrase, _ category: Criterion.Category?
    ) -> AnnouncementResult {
        guard !phrase.segments.isEmpty else { return result([.noSpeech]) }
        // A handle tells name, role and state in one phrase, so that all of it is asked for.
        let problems = problems(of: heard).filter { handlePhrase != nil || $0.concerns(category) }
        guard problems.contains(where: { $0.verdict == .fail }) else { return result(problems) }
        if heard.isOtherLanguage { return result([.otherLanguage]) }
        return phrase.isTruncated ? result([.truncated]) : result(problems)
    }

    private func result(_ problems: [AnnouncementProblem]) -> AnnouncementResult {
        let verdicts = problems.map(\.verdict)
        let ranked: [AnnouncementResult.Level] = [.cantTell, .fail, .warn]
        let verdict = ranked.first(where: verdicts.contains) ?? .pass
        return AnnouncementResult(verdict: verdict, problems: problems)
    }

    /// All that a handle of Compose says in its state; nil for every other part.
    private var handlePhrase: String? {
        guard expectation.reader == .talkBack else { return nil }
        return expectation.state.flatMap { StateWords.handlePhrases[$0] }
    }

    private func problems(of heard: HeardAnnouncement) -> [AnnouncementProblem] {
        if let handlePhrase { return handleProblems(heard, handlePhrase) }
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

    private func handleProblems(
        _ heard: HeardAnnouncement, _ phrase: String
    ) -> [AnnouncementProblem] {
        if heard.segments.contains(phrase) { return [] }
        let other = StateWords.handlePhrases.first { heard.segments.contains($0.value) }
        guard let other, let state = expectation.state else { return [.label] }
        return [.state(state), .wrongState(other.key)]
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
        for group in StateWords.groups {
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
        let names = SpokenPhrase.normalized(expectation.label).split(separator: " ").map(
            String.init)
        let isNamed =
            expectation.nameCarriesState && !StateWords.openingVerbs.isDisjoint(with: names)
        return isNamed || !heard.spokenStates.isDisjoint(with: expectation.words)
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
        guard expectation.isInteractive
        else { return heard.roles.isEmpty && !heard.hasActivation ? [] : [.roleOnStatic] }
        guard expectation.role != .none else { return [] }
        let expected = expectation.role.rawValue
        let wrong = heard.roles.filter { $0 != expected }.sorted()
        let isHeard = heard.roles.contains(expected)
        let missing: [AnnouncementProblem] = [.role] + wrong.map(AnnouncementProblem.wrongRole)
        if expectation.reader == .voiceOver { return isHeard ? [] : missing }
        if expectation.state == "disabled" { return heard.hasActivation ? [.hintOnDisabled] : [] }
        if isHeard { return heard.hasActivation ? [] : [.hintNotHeard] }
        return wrong.isEmpty && heard.hasActivation ? [] : missing
    }
}
