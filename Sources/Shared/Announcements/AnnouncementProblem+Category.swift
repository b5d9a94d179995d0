extension AnnouncementProblem {
    /// Whether it is one of the things that a criterion asks about.
    ///
    /// A phrase without a role fails what is asked of the role, and nothing that is asked of the
    /// name. What cannot be judged at all concerns every criterion.
    ///
    /// - Parameter category: Nil for an announcement as a whole.
    func concerns(_ category: Criterion.Category?) -> Bool {
        guard let category, verdict != .cantTell else { return true }
        switch category {
        case .announcement: return true
        case .name: return isOfName
        case .role: return isOfRole
        case .state: return isOfState
        case .grouping: return isOfGrouping
        // Words do not tell where focus is, nor what a key or a gesture does.
        case .focus, .keyboard, .gesture: return false
        }
    }

    private var isOfName: Bool { self == .label || self == .duplicateLabel }

    private var isOfRole: Bool {
        switch self {
        case .role, .wrongRole, .roleOnStatic, .hintNotHeard, .hintOnDisabled: true
        case .label, .duplicateLabel, .state, .wrongState, .contradictoryState, .unexpectedState,
            .wrongPlatformWord, .content, .contentAfterRole, .dimmedOnAndroid, .noSpeech,
            .truncated, .otherLanguage:
            false
        }
    }

    private var isOfState: Bool {
        switch self {
        case .state, .wrongState, .contradictoryState, .unexpectedState, .wrongPlatformWord,
            .dimmedOnAndroid:
            true
        case .label, .duplicateLabel, .role, .wrongRole, .roleOnStatic, .content,
            .contentAfterRole, .hintNotHeard, .hintOnDisabled, .noSpeech, .truncated,
            .otherLanguage:
            false
        }
    }

    private var isOfGrouping: Bool {
        switch self {
        case .content, .contentAfterRole, .duplicateLabel: true
        case .label, .role, .wrongRole, .roleOnStatic, .state, .wrongState, .contradictoryState,
            .unexpectedState, .wrongPlatformWord, .hintNotHeard, .hintOnDisabled,
            .dimmedOnAndroid, .noSpeech, .truncated, .otherLanguage:
            false
        }
    }
}
