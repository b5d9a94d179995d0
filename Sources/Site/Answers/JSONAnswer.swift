/// What the script of a page is told; every text in it is ready to be shown.
package struct JSONAnswer: Encodable {
    /// The standing text about what is saved where.
    var state: String?
    /// What a screen reader is to say.
    package var says: String?
    /// What the form has in view now.
    var context: String?
    /// Such as `5 of 7 judged`.
    var judged: String?
    /// What comes next, for the bar below the form.
    var bar: Bar?
    /// The state's mark in the list beside the form, as HTML of ours.
    var mark: String?
    /// A note as HTML of ours.
    var notice: String?
    var chip: String?
    /// What fields have to show now, by name: what was undone, or set for all.
    var fields: [String: String]?
    /// A criterion to go to, by its anchor.
    var anchor: String?
    /// The items of attached files for their strip, as HTML of ours.
    var evidence: String?
    /// What others said and how one's verdict stands to it, as HTML of ours by anchor; empty for
    /// nothing to say.
    var agreements: [String: String]?
    /// Which of her own two verdicts holds, as HTML of ours by anchor; empty where it is answered.
    var asks: [String: String]?
    /// What a screen reader is to say after that.
    var adds: String?
    /// What the details of a criterion hold, as HTML of ours.
    var details: String?
    /// All comments on the criterion of `anchor`, as HTML of ours.
    var remarks: String?
    /// What the check of an announcement suggests, in a word; nil for nothing.
    var verdict: String?
    /// The same as HTML of ours.
    var check: String?
    var isSaved: Bool?
    /// Why nothing was done: what happened, what is safe, what to do next.
    var trouble: String?

    /// What was done, in words.
    package static func saved(_ words: String) -> JSONAnswer {
        JSONAnswer(says: words, isSaved: true)
    }

    package static func refused(_ why: String) -> JSONAnswer { JSONAnswer(trouble: why) }

    struct Bar: Encodable {
        /// That nothing of the state is left to test; nil while something is.
        let complete: String?
        /// An address, or a criterion of this page, with its title.
        let onward: String
        let onwardTitle: String
        var canRedo: Bool
        /// How many criteria nobody has judged.
        let remaining: Int
    }
}
