/// What the check makes of a phrase; a suggestion beside the tester's outcome, never over it.
package struct AnnouncementResult: Hashable, Sendable {
    package let verdict: Level
    /// In the order of the rules; empty for a pass.
    package let problems: [AnnouncementProblem]

    /// From best to worst; `cantTell` says nothing of the app.
    package enum Level: String, CaseIterable, Sendable { case pass, warn, fail, cantTell }
}

/// One thing that is missing or wrong in a phrase.
package enum AnnouncementProblem: Hashable, Sendable {
    case label, duplicateLabel
    /// Nothing tells that the part can be activated.
    case role
    case wrongRole(String)
    /// A role or hint is heard on a row that does nothing.
    case roleOnStatic
    case state(String)
    case wrongState(String)
    /// States that exclude each other are heard, by id in ascending order.
    case contradictoryState([String])
    case unexpectedState(String)
    /// The other platform's word for a state is heard.
    case wrongPlatformWord(String)
    /// These texts of the row are not heard, as they were given.
    case content([String])
    case contentAfterRole
    /// Nothing is heard beside name, role and state, where a value or an error is.
    case text
    /// No judgement: whether what is heard beside them is all of it, or the name, is not known.
    case textUnsure
    /// Remarks: acceptable, and worth a look.
    case hintNotHeard, hintOnDisabled, dimmedOnAndroid
    /// No judgement: nothing was captured, it ends in the midst, or it is not English.
    case noSpeech, truncated, otherLanguage
    /// No judgement either: the state is not told, and has to be only by what opens in place.
    case stateInPlace(String)
    /// The role is not heard, and some of these have none.
    case roleOfSome(String)
    /// It has no pauses, or odd ones, and passes with these commas.
    case noPauses(String)

    package var verdict: AnnouncementResult.Level {
        switch self {
        case .hintNotHeard, .hintOnDisabled, .dimmedOnAndroid: .warn
        case .noSpeech, .truncated, .otherLanguage, .noPauses, .stateInPlace, .roleOfSome,
            .textUnsure:
            .cantTell
        case .text, .label, .duplicateLabel, .role, .wrongRole, .roleOnStatic, .state, .wrongState,
            .contradictoryState, .unexpectedState, .wrongPlatformWord, .content, .contentAfterRole:
            .fail
        }
    }

    /// The stable form for scripts, such as `state:collapsed`.
    package var code: String {
        switch self {
        case .label: "label"
        case .duplicateLabel: "duplicate-label"
        case .role: "role"
        case .wrongRole(let heard): "wrong-role:\(heard)"
        case .roleOnStatic: "role-on-static"
        case .state(let id): "state:\(id)"
        case .wrongState(let heard): "wrong-state:\(heard)"
        case .contradictoryState(let ids): "contradictory-state:\(ids.joined(separator: "+"))"
        case .unexpectedState(let id): "unexpected-state:\(id)"
        case .wrongPlatformWord(let word): "wrong-platform-word:\(word)"
        case .content(let missing): "content:\(missing.joined(separator: "|"))"
        case .contentAfterRole: "order:content-after-role"
        case .text: "text"
        case .textUnsure: "text-unsure"
        case .hintNotHeard: "hint-not-heard"
        case .hintOnDisabled: "hint-on-disabled"
        case .dimmedOnAndroid: "dimmed-on-android"
        case .noSpeech: "no-speech"
        case .truncated: "truncated"
        case .otherLanguage: "other-language"
        case .stateInPlace(let id): "state-in-place:\(id)"
        case .roleOfSome(let id): "role-of-some:\(id)"
        case .noPauses(let phrase): "no-pauses:\(phrase)"
        }
    }

    /// Whether a criterion of that category, or nil for a whole announcement, asks about it.
    ///
    /// A phrase without a role fails what is asked of the role, and nothing that is asked of the
    /// name. What cannot be judged at all concerns every criterion.
    func concerns(_ category: Criterion.Category?) -> Bool {
        guard let category, let categories else { return true }
        return category == .announcement || categories.contains(category)
    }

    /// Nil for all; words do not tell where focus is, nor what a key or a gesture does.
    private var categories: [Criterion.Category]? {
        switch self {
        case .label: [.name]
        case .duplicateLabel: [.name, .grouping]
        case .role, .roleOfSome, .wrongRole, .roleOnStatic, .hintNotHeard, .hintOnDisabled: [.role]
        case .state, .stateInPlace, .wrongState, .contradictoryState, .unexpectedState,
            .wrongPlatformWord, .dimmedOnAndroid:
            [.state]
        case .content, .contentAfterRole: [.grouping]
        case .text, .textUnsure: [.value, .error]
        case .noSpeech, .truncated, .otherLanguage, .noPauses: nil
        }
    }
}
