import Client
import Presentation
import Shared

/// One criterion on the form of a component state.
struct CriterionForm: Sendable {
    /// The full id; names the fields of the form.
    let id: String
    /// The part of the address behind `#c-`.
    let anchor: String
    /// From 1 on its page; makes ids of the page.
    let number: Int
    let statement: String
    let wcag: String
    let weight: Weight
    let others: [Verdict]
    /// Nil where nobody else's verdict stands beside one's own.
    let agreement: AgreementLine?
    let outcomes: [OutcomeChoice]
    let severities: [SeverityChoice]
    let attributions: [AttributionChoice]
    let isOpen: Bool
    let isUnfolded: Bool
    /// What the details hold, such as `Note, 2 files`; nil for nothing.
    let filled: String?
    let heard: TextField
    let texts: [TextField]
    let moreTexts: [TextField]
    /// What the folded ones are called, together.
    let moreTitle: String
    let hasMoreTexts: Bool
    /// Nil where no comment waits to be added.
    let commentUnsaved: Unsaved?
    let versions: [Version]
    /// Nil where nothing was heard, or nothing can be checked.
    let check: Check?
    /// Said while there is nothing to check.
    let checkHint: String
    let evidence: [Evidence]
    let attachAddress: String
    /// What a form has just done to the files, where nothing else on the page would show it.
    let told: String?
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

    /// Says of a criterion what the catalogue does, filled with what stands.
    ///
    /// - Parameter number: Its place on the page, from 1.
    init(_ criterion: Criterion, number: Int, in contents: StateContents) {
        let place = contents.place
        let finding = contents.item.findings.first { $0.criterion == criterion.id }
        let filling = Filling(criterion, finding, in: contents)
        id = criterion.id
        anchor = criterion.shortID
        self.number = number
        statement = criterion.statement
        wcag = criterion.wcag.first.map { "WCAG \($0)" } ?? "No WCAG criterion"
        let severity = filling.severity ?? criterion.severity
        weight = Weight(severity)
        others = finding.map { Self.others(beside: $0, of: contents.item, at: place) } ?? []
        agreement = finding.flatMap { AgreementLine(on: $0, at: place) }
        outcomes = Outcome.allCases.map { OutcomeChoice($0, isChecked: $0 == filling.outcome) }
        severities = Severity.allCases.reversed().map {
            SeverityChoice(
                value: $0.rawValue, title: $0.word, symbol: $0.symbol, key: $0.rank,
                isChecked: $0 == severity)
        }
        attributions = Attribution.allCases.map {
            AttributionChoice(
                value: $0.rawValue, title: $0.word, isChecked: $0 == filling.attribution)
        }
        isOpen = place.canRecord
        evidence = contents.evidence.filter { $0.criterion == criterion.id }
            .map { Evidence($0, in: place.view) }
        remarks = finding?.remarks(in: place.view) ?? []
        told = contents.telling?.criterion == criterion.id ? contents.telling?.news.words : nil
        let folded =
            filling.titles
            + [(evidence.count, "file"), (remarks.count, "comment")]
            .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        filled = folded.isEmpty ? nil : folded.joined(separator: ", ")
        isUnfolded =
            filling.outcome == .failed || filled != nil || !filling.unsaved.isEmpty || told != nil
        heard = TextField(.heard, of: criterion, filling)
        texts = TextField.all(in: .open, of: criterion, filling)
        moreTexts = TextField.all(in: .folded, of: criterion, filling)
        moreTitle = moreTexts.map(\.title).joined(separator: ", ")
        hasMoreTexts = !moreTexts.allSatisfy(\.isEmpty)
        commentUnsaved = Unsaved(.comment, of: criterion, filling)
        versions = filling.versions
        check = place.check(finding?.shownText(.heard, to: place.view.person) ?? "", criterion)
        checkHint =
            place.canCheck(criterion)
            ? "Type or dictate what the screen reader said. Keep its pauses as commas."
            : "The catalogue does not say what is spoken here, so nothing is checked."
        attachAddress = "\(Address.attach(place))#c-\(criterion.shortID)"
        remarkForm = isOpen ? CommentForm(about: criterion.id, typed: filling[.comment]) : nil
        hasRemarks = isOpen || !remarks.isEmpty
        how = criterion.how
        expected = place.platform.announcements
            .filter { $0.part == criterion.part && $0.state == place.state.id }.map(\.example)
        fixes = Fix.all(for: criterion.category, on: place.platform)
        basis = (criterion.wcagNames + [criterion.basisWord]).joined(separator: ". ") + "."
    }

    struct OutcomeChoice: Sendable {
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

    struct SeverityChoice: Sendable {
        let value: String
        let title: String
        let symbol: String
        let key: Int
        let isChecked: Bool
    }

    struct AttributionChoice: Sendable {
        let value: String
        let title: String
        let isChecked: Bool
    }
}
