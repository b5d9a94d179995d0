import Shared

/// What several people say of one component state, side by side, and what a lead does about it.
package struct ConflictPage: Page {
    /// `conflict.mustache`.
    package static let template = "conflict"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    let lede: String
    /// The list that it is in.
    let listHref: String
    /// The form on which it is judged again; nil for a component.
    let stateHref: String?
    /// Its own, to which comments are sent.
    let address: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    let notices: [Notice]
    /// Withdrawals beside which something stands.
    let withdrawals: [WithdrawalPart]
    /// Open conflicts before settled ones, then in the catalogue's order.
    let cases: [Case]
    /// Whether there is nothing to compare.
    let isBlank: Bool

    /// Everything that the page says, as the reading made it.
    package init(
        frame: PageFrame, heading: String, lede: String, listHref: String, stateHref: String?,
        address: String, commentName: String, notices: [Notice], withdrawals: [WithdrawalPart],
        cases: [Case]
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        self.listHref = listHref
        self.stateHref = stateHref
        self.address = address
        self.commentName = commentName
        self.notices = notices
        self.withdrawals = withdrawals
        self.cases = cases
        isBlank = withdrawals.isEmpty && cases.isEmpty
    }

    /// One criterion.
    package struct Case: Sendable {
        /// The part of the address behind `#c-`.
        let anchor: String
        let statement: String
        let criterion: String
        let meta: [String]
        let sides: [Side]
        /// How it came to what holds, a sentence a step.
        let story: [String]
        /// What each writer had seen of the others.
        let versions: VersionsTable
        /// What people remarked, oldest first.
        let remarks: [ShownComment]
        /// Nil for whoever may not record.
        let remarkForm: CommentForm?
        /// Where it is judged again.
        let retestHref: String
        /// Nil for whoever may not decide.
        let form: DecideForm?

        package init(
            anchor: String, statement: String, criterion: String, meta: [String], sides: [Side],
            story: [String], versions: VersionsTable, remarks: [ShownComment],
            remarkForm: CommentForm?,
            retestHref: String, form: DecideForm?
        ) {
            self.anchor = anchor
            self.statement = statement
            self.criterion = criterion
            self.meta = meta
            self.sides = sides
            self.story = story
            self.versions = versions
            self.remarks = remarks
            self.remarkForm = remarkForm
            self.retestHref = retestHref
            self.form = form
        }
    }

    /// What one person says, what was decided, or what stood before.
    package struct Side: Sendable {
        let tone: Tone
        let title: String
        let when: String
        /// Where it is, or how it came about.
        let place: String
        let verdict: Verdict
        /// Whether another side says something else.
        let isDifferent: Bool
        let texts: [Words]
        let files: [CriterionForm.Evidence]

        /// Whose side it is.
        package enum Tone: String, Sendable, CustomStringConvertible {
            case mine, theirs, base

            package var description: String { rawValue }
        }

        /// A verdict with all that its writer left beside it.
        package init(
            _ tone: Tone, title: String, when: String, place: String, verdict: Verdict,
            isDifferent: Bool, texts: [Words], files: [CriterionForm.Evidence] = []
        ) {
            self.tone = tone
            self.title = title
            self.when = when
            self.place = place
            self.verdict = verdict
            self.isDifferent = isDifferent
            self.texts = texts
            self.files = files
        }
    }

    /// A text under its name.
    package struct Words: Sendable {
        let name: String
        let text: String
        /// Whether it is what somebody heard, to be read letter by letter.
        let isQuote: Bool
        let isDistinct: Bool

        /// - Parameter isDistinct: Whether another side has another text for it.
        package init(
            _ name: String, _ text: String, isQuote: Bool = false, isDistinct: Bool = false
        ) {
            self.name = name
            self.text = text
            self.isQuote = isQuote
            self.isDistinct = isDistinct
        }
    }
}

/// The form on which a lead decides one finding; nothing is chosen for her.
package struct DecideForm: Sendable {
    /// The page itself.
    let address: String
    /// The criterion's full id; also makes ids of the page.
    let criterion: String
    /// What the form had in view.
    let context: String
    let choices: [Choice]
    let outcomes: [Option]
    let severities: [Option]
    let attributions: [Option]
    let reason: String
    /// Whether a decision stands that can be taken back.
    let canLift: Bool
    /// Why what was sent is not decided; nil for a form that was not sent.
    let refusal: String?

    /// One thing that may hold.
    package struct Choice: Sendable {
        let value: String
        let title: String
        let hint: String
        let isChecked: Bool

        package init(value: String, title: String, hint: String, isChecked: Bool) {
            self.value = value
            self.title = title
            self.hint = hint
            self.isChecked = isChecked
        }
    }

    /// One line of a list.
    struct Option: Sendable {
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// What was sent and could not be decided.
    package struct Typed: Sendable {
        /// The value of a choice.
        package var holds = ""
        /// An outcome’s id; only of a verdict that nobody gave.
        package var outcome = ""
        /// A severity’s id.
        package var severity = ""
        /// An attribution’s id.
        package var attribution = ""
        /// In the words of the lead.
        package var reason = ""
        /// Why it is not decided.
        package var refusal: String?

        package init() {}
    }

    /// - Parameter typed: What was sent before; empty for a form that was just opened.
    package init(
        address: String, criterion: String, context: String, choices: [Choice], canLift: Bool,
        typed: Typed = Typed()
    ) {
        self.address = address
        self.criterion = criterion
        self.context = context
        self.choices = choices
        self.canLift = canLift
        reason = typed.reason
        refusal = typed.refusal
        outcomes =
            [Option(value: "", title: "Choose an outcome", isChosen: typed.outcome.isEmpty)]
            + Outcome.allCases.filter { $0 != .untested }.map {
                Option(
                    value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.outcome)
            }
        severities =
            [Option(value: "", title: "As the catalogue has it", isChosen: typed.severity.isEmpty)]
            + Severity.allCases.reversed().map {
                Option(
                    value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.severity)
            }
        attributions = Attribution.allCases.map {
            Option(value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.attribution)
        }
    }
}
