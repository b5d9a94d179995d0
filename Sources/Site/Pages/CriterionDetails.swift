import Client
import Foundation
import Presentation
import Reading
import Shared

/// What the details of a criterion hold: what is written of it, and how it is tested.
struct CriterionDetails: Sendable {
    /// The full id; names the fields of the form.
    let id: String
    /// The part of the address behind `#c-`.
    let anchor: String
    /// From 1 on its page; makes ids of the page.
    let number: Int
    let statement: String
    let isOpen: Bool
    /// What they showed of the criterion, to be sent back; nil where the page's form says it.
    let shownToken: String?
    let wcag: String
    let weight: Weight
    let severities: [PartChoice]
    let attributions: [PartChoice]
    let heard: CriterionForm.TextField
    let texts: [CriterionForm.TextField]
    let moreTexts: [CriterionForm.TextField]
    let moreTitle: String
    let hasMoreTexts: Bool
    /// The names of texts that can be inserted, ascending.
    let snippets: [String]
    let hasSnippets: Bool
    let versions: [CriterionForm.Version]
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
    /// Where the finding was taken over from; nil for what was judged here.
    let importedFrom: String?

    /// The details of a criterion of an open page, which shows nothing of them yet.
    ///
    /// - Parameter contents: As they are now: fields of the page that were opened before show
    ///   what was then.
    init(opening criterion: Criterion, in contents: StateContents) {
        self.init(
            criterion,
            CriterionForm.Filling(criterion, contents.finding(of: criterion), in: contents),
            in: contents,
            shown: FormContext(showing: contents.item.record, detailsOf: criterion.id))
    }

    init(
        _ criterion: Criterion, _ filling: CriterionForm.Filling, in contents: StateContents,
        shown: FormContext? = nil
    ) {
        let place = contents.place
        let finding = contents.finding(of: criterion)
        id = criterion.id
        anchor = criterion.lastingShortID
        number = (place.possible.firstIndex { $0.id == criterion.id } ?? 0) + 1
        statement = criterion.statement
        isOpen = place.canRecord
        shownToken = shown?.token
        wcag = criterion.wcag.first.map { "WCAG \($0)" } ?? "No WCAG criterion"
        let severity = filling.severity ?? criterion.severity
        weight = Weight(severity)
        severities = Severity.allCases.reversed().map {
            PartChoice(
                value: $0.rawValue, title: $0.word, isChecked: $0 == severity,
                symbol: Weight($0).symbol, key: $0.rank)
        }
        attributions = Attribution.allCases.map {
            PartChoice(value: $0.rawValue, title: $0.word, isChecked: $0 == filling.attribution)
        }
        evidence = contents.evidence.filter { $0.criterion == criterion.id }
            .map { EvidenceTile($0, in: place.view, at: contents.home) }
        remarks = finding?.remarks(in: place.view, at: contents.time) ?? []
        told =
            contents.telling?.criterion == criterion.id
            ? contents.telling?.news.words(at: contents.home) : nil
        let names = FieldName.findingFields
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
        importedFrom = finding?.text(.importedFrom)
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

extension CriterionDetails {
    /// What the check makes of what was heard.
    struct Check: Sendable {
        /// `pass`, `warn`, `fail` or `cantTell`.
        let verdict: String
        let mark: Badge
        let text: String
        /// The phrase with commas, to be taken over; nil where it has what it needs.
        let paused: String?
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
    ) -> CriterionDetails.Check? {
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
        return CriterionDetails.Check(
            verdict: verdict,
            mark: Badge(suggestion.outcome, "Suggested: \(suggestion.outcome.word)"),
            text: sentences.joined(separator: " "), paused: suggestion.pausedPhrase)
    }
}

/// Where else a criterion leads from the page of its component state.
struct CriterionLinks: Sendable {
    let historyHref: String
    /// Where its failure is recorded on other component states too.
    let failureHref: String

    init(of criterion: Criterion, at place: StatePlace) {
        let anchor = criterion.lastingShortID
        historyHref = Address.history(anchor, of: place.id, in: place.view)
        failureHref = Address.sameFailure(anchor, of: place)
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
