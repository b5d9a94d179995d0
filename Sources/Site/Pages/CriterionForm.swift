import Client
import Foundation
import Presentation
import Reading
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
    /// What others said of it; nil where nobody else did.
    let beside: Beside?
    /// Nil where she is asked nothing.
    let question: Question?
    /// Whether somebody else has judged it, so that it is not left to test.
    let isTaken: Bool
    let outcomes: [OutcomeChoice]
    let severities: [PartChoice]
    let attributions: [PartChoice]
    let isOpen: Bool
    /// Only for what must be seen; all else waits for a key or a click.
    let isUnfolded: Bool
    /// Whether the page shows what could not be saved of it.
    let isRefused: Bool
    /// What the details hold, such as `Note, 2 files`; nil for nothing.
    let filled: String?
    let heard: TextField
    let texts: [TextField]
    let moreTexts: [TextField]
    let moreTitle: String
    let hasMoreTexts: Bool
    /// The names of texts that can be inserted, ascending.
    let snippets: [String]
    let hasSnippets: Bool
    let versions: [Version]
    /// Nil where nothing was heard, or nothing can be checked.
    let check: Check?
    let checkHint: String
    let evidence: [EvidenceTile]
    let attachAddress: String
    let links: CriterionLinks
    /// Where a phone is let in to send files to it; nil where none are.
    let phoneAddress: String?
    /// What a form has just done to the files, where nothing else on the page would show it.
    let told: String?
    let remarks: [ShownComment]
    /// Nil for whoever may not record.
    let remarkForm: CommentForm?
    let hasRemarks: Bool
    let how: String
    /// Examples of what may be heard; empty where the catalogue has none.
    let expected: [String]
    let fixes: [Fix]
    let basis: String
    /// What paper shows instead of the details.
    let printed: [PrintedLine]

    /// Says of a criterion what the catalogue does, filled with what stands.
    init(_ criterion: Criterion, number: Int, in contents: StateContents) {
        let place = contents.place
        let finding = contents.item.findings.first { $0.criterion == criterion.id }
        let filling = Filling(criterion, finding, in: contents)
        id = criterion.id
        anchor = criterion.lastingShortID
        self.number = number
        statement = criterion.statement
        wcag = criterion.wcag.first.map { "WCAG \($0)" } ?? "No WCAG criterion"
        let severity = filling.severity ?? criterion.severity
        weight = Weight(severity)
        beside = finding.flatMap { Beside($0, of: contents.item, at: place, now: contents.now) }
        question = contents.asked.first { $0.criterion == criterion.id }
            .map { Question($0, of: criterion, now: contents.now) }
        isTaken = finding?.isTaken(besides: place.view.person) ?? false
        outcomes = Outcome.allCases.map {
            OutcomeChoice(
                value: $0.rawValue, word: $0.word, initial: String($0.word.prefix(1)),
                rest: String($0.word.dropFirst()), tone: $0.tone, symbol: "m-\($0.tone)",
                isChecked: $0 == filling.outcome)
        }
        severities = Severity.allCases.reversed().map {
            PartChoice(
                value: $0.rawValue, title: $0.word, isChecked: $0 == severity,
                symbol: Weight($0).symbol, key: $0.rank)
        }
        attributions = Attribution.allCases.map {
            PartChoice(value: $0.rawValue, title: $0.word, isChecked: $0 == filling.attribution)
        }
        isOpen = place.canRecord
        evidence = contents.evidence.filter { $0.criterion == criterion.id }
            .map { EvidenceTile($0, in: place.view) }
        remarks = finding?.remarks(in: place.view) ?? []
        told = contents.telling?.criterion == criterion.id ? contents.telling?.news.words : nil
        let names = FieldName.findingFields
        let counts = [(evidence.count, "file"), (remarks.count, "comment")].filter { $0.0 > 0 }
        let folded =
            names.filter { !filling[$0].isEmpty }.map(\.register.title)
            + counts.map { counted($0.0, $0.1) }
        filled = folded.isEmpty ? nil : folded.joined(separator: ", ").lowercased().asBeginning
        isRefused = filling.isRefused
        isUnfolded = !filling.unsaved.isEmpty || told != nil
        heard = filling.field(.heard)
        texts = names.filter { $0.register.part == .open }.map(filling.field)
        moreTexts = names.filter { $0.register.part == .folded }.map(filling.field)
        moreTitle = moreTexts.map(\.title).joined(separator: ", ")
        hasMoreTexts = !moreTexts.allSatisfy(\.isEmpty)
        snippets = contents.snippets
        hasSnippets = !contents.snippets.isEmpty
        versions = filling.versions
        check = place.check(
            finding?.shownText(.heard, to: place.view.person) ?? "", criterion,
            language: contents.item.readerLanguage)
        checkHint =
            place.announcement(of: criterion) == nil
            ? "The catalogue does not say what is spoken here, so nothing is checked."
            : "Type or dictate what the screen reader said. Keep its pauses as commas."
        links = CriterionLinks(of: criterion, at: place)
        attachAddress = "\(Address.attach(place))#c-\(criterion.lastingShortID)"
        phoneAddress = contents.hasPhone ? Address.phone(place, criterion.id) : nil
        remarkForm = isOpen ? filling.commentForm : nil
        hasRemarks = isOpen || !remarks.isEmpty
        how = criterion.how
        expected = CriterionAnnouncement.examples(
            for: criterion, in: place.state.id, of: place.control, on: place.platform,
            named: place.component.label)
        fixes = Fix.all(place.platform.hints(for: criterion))
        basis =
            (criterion.wcagNames + [criterion.basisWord]).joined(separator: ". ")
            + ". \(criterion.severity.word): \(criterion.impact.sentence)"
        printed = PrintedLine.all(filling, severity: severity, files: evidence.count)
    }

    /// The chosen outcome: the mark of the outline.
    var chosen: OutcomeChoice? { outcomes.first(where: \.isChecked) }

    struct OutcomeChoice: Sendable {
        let value: String
        let word: String
        /// The letter that is its key, underlined on the button.
        let initial: String
        let rest: String
        let tone: String
        let symbol: String
        let isChecked: Bool
    }

    /// A severity, with its symbol and its key, or an attribution.
    struct PartChoice: Sendable {
        let value: String
        let title: String
        let isChecked: Bool
        var symbol: String?
        var key: Int?
    }
}

extension CriterionForm {
    /// What the check makes of what was heard.
    struct Check: Sendable {
        /// `pass`, `warn`, `fail` or `cantTell`.
        let verdict: String
        let mark: Badge
        let text: String
        /// The phrase with commas, to be taken over; nil where it has what it needs.
        let paused: String?
    }

    /// One line on paper, under its name or as a sentence of its own.
    struct PrintedLine: Sendable {
        let name: String?
        let value: String

        fileprivate static func all(
            _ filling: Filling, severity: Severity, files: Int
        ) -> [PrintedLine] {
            var lines: [PrintedLine] = []
            if filling.outcome == .failed {
                let whose = filling.attribution == .app ? "" : ", the platform’s defect"
                lines.append(PrintedLine(name: nil, value: "Severity \(severity.rawValue)\(whose)"))
            }
            lines += FieldName.findingFields.filter { !filling[$0].isEmpty }.map {
                PrintedLine(name: $0.register.title, value: filling[$0])
            }
            guard files > 0 else { return lines }
            return lines + [PrintedLine(name: "Evidence", value: counted(files, "file"))]
        }
    }

    struct Fix: Sendable {
        let framework: String
        let text: String
        let codes: [String]

        /// One entry a framework, in their order.
        static func all(_ hints: [FixHint]) -> [Fix] {
            FixHint.Framework.allCases.compactMap { framework in
                let own = hints.filter { $0.framework == framework }
                guard !own.isEmpty else { return nil }
                return Fix(
                    framework: framework.word, text: own.map(\.text).joined(separator: " "),
                    codes: own.compactMap(\.code))
            }
        }
    }
}

extension StatePlace {
    /// What the check makes of a phrase; nil where nothing was heard, or nothing can be checked.
    func check(
        _ heard: String, _ criterion: Criterion, language: String?
    ) -> CriterionForm.Check? {
        let announcement = announcement(of: criterion, language: language)
        guard !heard.isEmpty, let suggestion = announcement?.suggestion(for: heard)
        else { return nil }
        let sentences = suggestion.sentences + [AnnouncementSuggestion.standing]
        // What is only worth a remark passes with one.
        let verdict =
            switch suggestion.outcome {
            case .passed: suggestion.codes.isEmpty ? "pass" : "warn"
            case .failed: "fail"
            case .cantTell, .inapplicable, .untested: "cantTell"
            }
        return CriterionForm.Check(
            verdict: verdict,
            mark: Badge(suggestion.outcome, "Suggested: \(suggestion.outcome.word)"),
            text: sentences.joined(separator: " "), paused: suggestion.pausedPhrase)
    }

    /// What is spoken where a criterion is judged; nil where the catalogue does not tell.
    func announcement(
        of criterion: Criterion, language: String? = nil
    ) -> CriterionAnnouncement? {
        let reader = ScreenReader(rawValue: platform.id)
        guard reader?.assistiveTechnology == environment.assistiveTechnology else { return nil }
        return CriterionAnnouncement(
            criterion, in: state.id, of: control, on: platform, named: component.label,
            strictness: view.plan.announcements, language: language)
    }
}

/// The field and the button that add a comment; the form around them names the comment.
struct CommentForm: Sendable {
    /// The criterion's full id; names the field.
    let about: String
    var typed = ""
    /// Nil where no comment waits to be added.
    var commentUnsaved: CriterionForm.Unsaved?
}
