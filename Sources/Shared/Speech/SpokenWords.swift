/// The words by which VoiceOver or TalkBack tells a component state, by the state's id.
struct StateWords {
    /// Every form that counts for a state, the usual one first.
    let spoken: [String: [String]]
    /// States by the word that only the other platform says for them.
    let foreign: [String: String]
    /// States by every word that tells them.
    private let states: [String: String]

    /// States of which one part has one at a time.
    static let groups: [Set<String>] = [
        ["collapsed", "expanded"], ["minimized", "half-screen", "full-screen"],
        ["selected", "unselected"], ["open", "closed"],
    ]

    /// Handles that tell their state in the whole phrase: `collapse` is heard while a sheet is
    /// partially expanded, so that no word can be looked up.
    static let handlePhrases = [
        "partially-expanded": "collapse drag handle", "fully-expanded": "expanded drag handle",
        "expanded-only": "drag handle",
    ]

    /// Words in a name that tell whether what it opens is open.
    static let openingVerbs: Set = ["open", "opens", "close", "closes"]

    init(_ reader: ScreenReader) {
        var spoken = [
            "selected": ["selected"], "unselected": ["not selected", "unselected"],
            "collapsed": ["collapsed", "collapses"], "expanded": ["expanded", "expands"],
            "open": ["open", "opens"], "closed": ["closed", "closes"],
        ]
        switch reader {
        case .voiceOver:
            spoken["disabled"] = ["dimmed"]
            spoken["minimized"] = ["minimized"]
            spoken["half-screen"] = ["half screen"]
            spoken["full-screen"] = ["full screen"]
            foreign = ["disabled": "disabled"]
        case .talkBack:
            spoken["disabled"] = ["disabled"]
            foreign = ["dimmed": "disabled"]
        }
        self.spoken = spoken
        var states: [String: String] = [:]
        for (state, words) in spoken {
            for word in words { states[word] = state }
        }
        self.states = states
    }

    func state(of word: String) -> String? { states[word] }
}
