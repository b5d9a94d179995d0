package import Shared

/// One criterion on the form of a component state.
package struct CriterionForm: Sendable {
    /// The full id; names the fields of the form.
    let id: String
    /// The part of the address behind `#c-`.
    let anchor: String
    /// From 1 on its page; makes ids of the page.
    let number: Int
    let statement: String
    let wcag: String
    /// The severity that a failure has, or would have.
    let weight: Weight
    /// What others say, and what is decided; ascending by name.
    let others: [OtherVerdict]
    /// Nil where nobody else's verdict stands beside one's own.
    let agreement: Agreement?
    let outcomes: [OutcomeChoice]
    let severities: [SeverityChoice]
    let attributions: [AttributionChoice]
    /// Whether whoever looks may record.
    let isOpen: Bool
    /// Whether the details stand open at once.
    let isUnfolded: Bool
    /// What the details hold, such as `Note, 2 files`; nil for nothing.
    let filled: String?
    let heard: TextField
    /// The texts that are in sight.
    let texts: [TextField]
    let moreTexts: [TextField]
    /// What the folded ones are called, together.
    let moreTitle: String
    let hasMoreTexts: Bool
    /// Nil where no comment waits to be added.
    let commentUnsaved: Unsaved?
    /// Texts that stand beside those in the fields.
    let versions: [Version]
    /// Nil where nothing was heard, or nothing can be checked.
    let check: Check?
    /// Said while there is nothing to check.
    let checkHint: String
    let evidence: [Evidence]
    let attachAddress: String
    /// What a form has just done to the files, where nothing else on the page would show it.
    let told: String?
    /// What people remarked, oldest first.
    let remarks: [ShownComment]
    /// Nil for whoever may not record.
    let remarkForm: CommentForm?
    /// Whether there is anything under the heading of comments.
    let hasRemarks: Bool
    let how: String
    /// Examples of what may be heard; empty where the catalogue has none.
    let expected: [String]
    let fixes: [Fix]
    let basis: String

    /// What fills a form of one criterion beside what the catalogue says.
    package struct Filling: Sendable {
        /// One’s own verdict.
        package var outcome = Outcome.untested
        /// Only of a failure; nil is the criterion’s own.
        package var severity: Severity?
        /// Whose defect a failure is.
        package var attribution = Attribution.app
        /// What the fields show; of a comment one that was typed and not added yet.
        package var texts: [FieldName: String] = [:]
        /// When a field's text was typed, in a sentence, where it is not saved yet.
        package var unsaved: [FieldName: String] = [:]
        /// What others say, and what is decided.
        package var others: [OtherVerdict] = []
        /// How one’s own verdict stands to theirs; nil where there is nothing to say.
        package var agreement: Agreement?
        /// Texts that stand beside those of the fields.
        package var versions: [Version] = []
        /// What the check makes of what was heard; nil where there is nothing to check.
        package var check: Check?
        /// The attached files.
        package var evidence: [Evidence] = []
        /// What a form has just done to them; nil for nothing.
        package var told: String?
        /// What people remarked, oldest first.
        package var remarks: [ShownComment] = []

        package init() {}
    }

    /// Says of a criterion what the catalogue does, filled with what stands.
    ///
    /// - Parameters:
    ///   - number: Its place on the page, from 1.
    ///   - expected: Examples of what may be heard.
    ///   - canCheck: Whether the catalogue knows what is spoken.
    package init(
        _ criterion: Criterion, number: Int, filling: Filling, expected: [String],
        hints: [FixHint], isOpen: Bool, attachAddress: String, canCheck: Bool
    ) {
        id = criterion.id
        anchor = criterion.shortID
        self.number = number
        statement = criterion.statement
        wcag = criterion.wcag.first.map { "WCAG \($0)" } ?? "No WCAG criterion"
        let severity = filling.severity ?? criterion.severity
        weight = Weight(symbol: severity.symbol, title: severity.word)
        others = filling.others
        agreement = filling.agreement
        outcomes = Outcome.allCases.map { OutcomeChoice($0, isChecked: $0 == filling.outcome) }
        severities = Severity.allCases.reversed().map {
            SeverityChoice($0, isChecked: $0 == severity)
        }
        attributions = Attribution.allCases.map {
            AttributionChoice(
                value: $0.rawValue, title: $0.word, isChecked: $0 == filling.attribution)
        }
        self.isOpen = isOpen
        filled = filling.summary
        isUnfolded =
            filling.outcome == .failed || filling.summary != nil || !filling.unsaved.isEmpty
            || filling.told != nil
        heard = TextField(.heard, of: criterion, filling)
        texts = TextField.all(in: .open, of: criterion, filling)
        moreTexts = TextField.all(in: .folded, of: criterion, filling)
        moreTitle = moreTexts.map(\.title).joined(separator: ", ")
        hasMoreTexts = !moreTexts.allSatisfy(\.isEmpty)
        commentUnsaved = Unsaved(.comment, of: criterion, filling)
        versions = filling.versions
        check = filling.check
        checkHint =
            canCheck
            ? "Type or dictate what the screen reader said. Keep its pauses as commas."
            : "The catalogue does not say what is spoken here, so nothing is checked."
        evidence = filling.evidence
        self.attachAddress = attachAddress
        told = filling.told
        remarks = filling.remarks
        remarkForm = isOpen ? CommentForm(about: criterion.id, typed: filling[.comment]) : nil
        hasRemarks = isOpen || !filling.remarks.isEmpty
        how = criterion.how
        self.expected = expected
        fixes = FixHint.Framework.allCases.compactMap { framework in
            let texts = hints.filter { $0.framework == framework }.map(\.text)
            guard !texts.isEmpty else { return nil }
            return Fix(framework: framework.word, text: texts.joined(separator: " "))
        }
        basis = Self.basis(of: criterion)
    }

    private static func basis(of criterion: Criterion) -> String {
        let names = criterion.wcag.map { number in
            SuccessCriterion.named(number).map { "WCAG \(number) \($0.name)" } ?? "WCAG \(number)"
        }
        let weight = criterion.basis == .normative ? "Normative" : "Advisory"
        return (names + [weight]).joined(separator: ". ") + "."
    }

    /// A severity as shape and word.
    package struct Weight: Sendable {
        let symbol: String
        let title: String
    }

    /// One outcome to choose.
    package struct OutcomeChoice: Sendable {
        let value: String
        let word: String
        /// The letter that is its key, underlined on the button.
        let initial: String
        let rest: String
        let tone: String
        let symbol: String
        let isChecked: Bool

        fileprivate init(_ outcome: Outcome, isChecked: Bool) {
            value = outcome.rawValue
            word = outcome.word
            initial = String(outcome.word.prefix(1))
            rest = String(outcome.word.dropFirst())
            tone = outcome.tone
            symbol = "m-\(outcome.tone)"
            self.isChecked = isChecked
        }
    }

    /// One severity to choose.
    package struct SeverityChoice: Sendable {
        let value: String
        let title: String
        let symbol: String
        let key: Int
        let isChecked: Bool

        fileprivate init(_ severity: Severity, isChecked: Bool) {
            value = severity.rawValue
            title = severity.word
            symbol = severity.symbol
            key = severity.rank
            self.isChecked = isChecked
        }
    }

    /// One answer to whose defect it is.
    package struct AttributionChoice: Sendable {
        let value: String
        let title: String
        let isChecked: Bool
    }
}
