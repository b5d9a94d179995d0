/// The outcome that a check suggests for a finding; kept beside the tester's own, never over it.
package struct AnnouncementSuggestion: Hashable, Sendable {
    /// `passed`, `failed` or `cantTell`; a later version may suggest others.
    package let outcome: Outcome
    /// What the outcome rests on, in the stable form; those of a later version among them.
    package let codes: [String]

    /// Takes over what the check made of a phrase; what is only worth a remark passes.
    package init(_ result: AnnouncementResult) {
        outcome =
            switch result.verdict {
            case .pass, .warn: .passed
            case .fail: .failed
            case .cantTell: .cantTell
            }
        codes = result.problems.map(\.code)
    }

    /// The phrase with commas, where it was heard without pauses and passes with them.
    package var pausedPhrase: String? {
        codes.lazy.compactMap(AnnouncementProblem.init(code:)).compactMap { problem in
            if case .noPauses(let phrase) = problem { phrase } else { nil }
        }.first
    }

    /// Reads the text of a register; nil when its first word is no outcome that this version has.
    package init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let outcome = words.first.flatMap(Outcome.init(rawValue:)) else { return nil }
        self.outcome = outcome
        codes = words.dropFirst().map {
            $0.replacing("%20", with: " ").replacing("%25", with: "%")
        }
    }

    /// The text of a register: the outcome, then the codes, with spaces between them.
    package var text: String {
        // A code may hold a text of the screen, and spaces with it.
        let codes = codes.map { $0.replacing("%", with: "%25").replacing(" ", with: "%20") }
        return ([outcome.rawValue] + codes).joined(separator: " ")
    }
}

extension AnnouncementProblem {
    /// Reads the stable form; nil for a code of a later version.
    package init?(code: String) {
        let parts = code.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        if let plain = Self.plain.first(where: { $0.code == code }) {
            self = plain
            return
        }
        guard parts.count == 2 else { return nil }
        let detail = parts[1]
        switch parts[0] {
        case "wrong-role": self = .wrongRole(detail)
        case "state": self = .state(detail)
        case "wrong-state": self = .wrongState(detail)
        case "contradictory-state":
            self = .contradictoryState(detail.split(separator: "+").map(String.init))
        case "unexpected-state": self = .unexpectedState(detail)
        case "wrong-platform-word": self = .wrongPlatformWord(detail)
        case "state-in-place": self = .stateInPlace(detail)
        case "role-of-some": self = .roleOfSome(detail)
        case "no-pauses": self = .noPauses(detail)
        case "content": self = .content(detail.split(separator: "|").map(String.init))
        default: return nil  // open set: codes of a later version
        }
    }

    /// Those that say nothing but themselves.
    private static let plain: [AnnouncementProblem] = [
        .label, .duplicateLabel, .role, .roleOnStatic, .contentAfterRole, .hintNotHeard,
        .hintOnDisabled, .dimmedOnAndroid, .noSpeech, .truncated, .otherLanguage, .text,
        .textUnsure,
    ]
}
