extension AnnouncementSuggestion {
    /// What a tester is told, such as `Suggested: Failed. Missing: state "collapsed".`.
    package var sentence: String { "Suggested: \(words)" }
    package var words: String { (["\(outcome.title)."] + sentences).joined(separator: " ") }

    /// One sentence a problem, in the order of the rules; none for a plain pass.
    package var sentences: [String] {
        codes.map { code in AnnouncementProblem(code: code)?.sentence ?? "Noted: \(code)." }
    }

    /// What stands behind a suggestion wherever there is a verdict beside it.
    package static let standing = "A suggestion only. Your verdict stays as you set it."
}

extension AnnouncementProblem {
    package var sentence: String {
        switch self {
        case .label: "Missing: the name."
        case .duplicateLabel: "The name is heard twice."
        case .role: "Missing: the role."
        case .wrongRole(let word): "Heard instead: role \"\(word)\"."
        case .roleOnStatic: "A role or a hint is heard where nothing can be activated."
        case .state(let id): "Missing: state \"\(Self.spoken(id))\"."
        case .wrongState(let id): "Heard instead: state \"\(Self.spoken(id))\"."
        case .contradictoryState(let ids):
            "Heard together: states \(Self.list(ids.map(Self.spoken))). Only one can hold."
        case .unexpectedState(let id): "Heard: state \"\(Self.spoken(id))\", which it is not in."
        case .wrongPlatformWord(let word): Self.otherPlatform(word)
        case .content(let texts): "Missing: \(Self.list(texts))."
        case .contentAfterRole: "Texts of the row are heard after its role. They belong before it."
        case .text: "Missing: a text beside name, role and state."
        case .textUnsure: "Whether all of it was heard, words alone do not tell."
        case .hintNotHeard: "Not heard: how to activate it. Test with hints switched on."
        case .hintOnDisabled: "A hint tells how to activate it, though it is disabled."
        case .dimmedOnAndroid: Self.otherPlatform("dimmed")
        case .noSpeech: "Nothing was heard."
        case .truncated: "What was heard breaks off. Listen to it once more, to its end."
        case .stateInPlace(let id):
            "Not heard: state \"\(Self.spoken(id))\". Only what opens in place has to say it."
        case .roleOfSome(let id):
            "Not heard: role \"\(Self.spoken(id))\". Only what is one has to say it."
        case .noPauses(let phrase):
            "The words are there, without these pauses. It passes if heard as “\(phrase)”."
        case .otherLanguage: "What was heard is not English, and only English can be checked."
        }
    }

    private static func otherPlatform(_ word: String) -> String {
        word == "dimmed"
            ? "TalkBack says \"disabled\", never \"dimmed\"."
            : "VoiceOver says \"dimmed\", never \"\(word)\"."
    }

    private static func spoken(_ id: String) -> String { id.replacing("-", with: " ") }

    private static func list(_ texts: [String]) -> String {
        let quoted = texts.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Outcome {
    /// As a word of its own: `Can't tell`.
    package var title: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .cantTell: "Can't tell"
        case .inapplicable: "Inapplicable"
        case .untested: "Untested"
        }
    }
}
