import Client
import Foundation
import Presentation
import Reading
import Shared

/// What stands on one component state, and what was typed there.
struct StateContents {
    let place: StatePlace
    let item: StateItem
    let evidence: [EvidenceItem]
    /// Typed and not saved yet; empty where nothing can be saved.
    let unsaved: [FieldID: UnsavedText]
    /// What a form has just done to the files of one criterion; nil for nothing.
    let telling: FileNotice.Telling?
    /// A form that could not be saved; nil for none.
    let typed: SubmittedForm?
    /// What she is asked of its verdicts.
    let asked: [OwnQuestion]
    /// The full id of the criterion whose details are to be open; nil for none.
    let opened: String?
    /// The names of texts that can be inserted, ascending.
    let snippets: [String]
    /// Whether phones are let in to send files.
    let hasPhone: Bool
    let time: PageTime
    /// The word for where the home is.
    let home: String

    init(
        of item: StateItem, at place: StatePlace, telling: FileNotice.Telling? = nil,
        typed: TypedForm? = nil, opened: String? = nil, in context: PageContext
    ) throws {
        let client = context.client
        self.place = place
        self.item = item
        self.telling = telling
        evidence = try client.evidence.items(of: item.record, in: place.view)
        unsaved = place.canRecord ? client.unsavedTexts.texts(of: item.record.key) : [:]
        self.typed = typed?.form
        asked = typed?.asked ?? []
        self.opened = typed?.form.text("details") ?? opened
        snippets = client.snippets.all().map(\.name)
        hasPhone = context.site.host.letsPhonesIn
        time = context.time
        home = context.place
    }

    func finding(of criterion: Criterion) -> Finding? {
        item.findings.first { $0.criterion == criterion.id }
    }

    /// Those that are asked here, and of which something stands, was typed or is to be seen.
    var criteria: [Criterion] {
        let written = Set(item.findings.map(\.criterion) + unsaved.keys.map(\.criterion))
        return place.possibleElsewhere.filter { criterion, elsewhere in
            elsewhere == nil || written.contains(criterion.id) || opened == criterion.id
                || typed?.text("outcome.\(criterion.id)") != nil
        }.map(\.0)
    }
}

extension CriterionForm {
    /// What the fields of one criterion show.
    struct Filling {
        private let criterion: Criterion
        /// Hers that stands.
        private var own: Judgement?
        private(set) var outcome = Outcome.untested
        /// Only of a failure; nil is the criterion’s own.
        private(set) var severity: Severity?
        private(set) var attribution = Attribution.app
        /// Among them a comment that was typed and not added yet.
        private var texts: [FieldName: String] = [:]
        /// When a field's text was typed, in a sentence, where it is not saved yet.
        private(set) var unsaved: [FieldName: String] = [:]
        private(set) var versions: [Version] = []
        /// Whether a form that could not be saved says something else of it.
        private(set) var isRefused = false
        /// Whether that form had a field of the details.
        private(set) var isTypedIntoDetails = false

        /// Takes what is saved, over it what is kept unsaved, over that what was just sent.
        init(_ criterion: Criterion, _ finding: Finding?, in contents: StateContents) {
            self.criterion = criterion
            if let finding { show(finding, in: contents.place.view) }
            for name in TypedField.names {
                let text = contents.unsaved[FieldID(criterion: criterion.id, name)]
                if let text { show(text, in: name, at: contents.time) }
            }
            if let form = contents.typed { show(form) }
        }

        /// The text in a field; empty where there is none.
        subscript(name: FieldName) -> String { texts[name] ?? "" }

        func field(_ name: FieldName) -> TextField {
            TextField(
                part: name.rawValue, title: name.register.title, text: self[name],
                hint: FieldName.findingLists.contains(name)
                    ? "Separate them by commas, or write one a line." : nil, unsaved: note(name))
        }

        var commentForm: CommentForm {
            CommentForm(
                about: criterion.id, typed: self[.comment], commentUnsaved: note(.comment))
        }

        /// Says that the text in a field is not saved; nil where it is.
        func note(_ name: FieldName) -> Unsaved? {
            unsaved[name].map {
                Unsaved(
                    field: TypedField.formName(name, criterion.id), part: name.rawValue,
                    label: name.register.title, sentence: $0, isSavedWithForm: name != .comment)
            }
        }

        private mutating func show(_ finding: Finding, in view: AuditView) {
            own = Sides(finding, in: view).word?.value.judgement
            if let own {
                outcome = own.outcome
                severity = own.severity
                attribution = own.attribution ?? .app
            }
            for name in FieldName.findingFields {
                texts[name] = finding.shownText(name, to: view.person)
            }
            versions = finding.versions(in: view)
        }

        /// Puts what was typed into its field again; what is saved stands beside it, to be seen.
        private mutating func show(_ typed: UnsavedText, in name: FieldName, at time: PageTime) {
            let saved = self[name]
            guard !name.isSame(typed.text, as: saved) else { return }
            texts[name] = typed.text
            let word = time.isToday(typed.typedAt) ? "at" : "on"
            unsaved[name] = "Typed \(word) \(time.shown(typed.typedAt)) and not saved yet."
            guard !saved.isEmpty else { return }
            let isList = FieldName.findingLists.contains(name)
            let asSaved = isList ? "as they are saved:" : "as it is saved:"
            versions.append(Version(who: "\(name.register.title) \(asSaved)", text: saved))
        }

        /// Puts what could not be saved into its fields again.
        private mutating func show(_ form: SubmittedForm) {
            // A word that no field has was refused before anything could fail to be saved.
            let entry = try? FindingFields.judgement(of: criterion, in: form, keeping: own)
            if let entry, let outcome = entry.outcome {
                isRefused = outcome != self.outcome
                self.outcome = outcome
                severity = entry.severity
                attribution = entry.attribution ?? .app
            }
            isTypedIntoDetails = form.text("severity.\(criterion.id)") != nil
            for name in TypedField.names {
                guard let text = form.text(TypedField.formName(name, criterion.id)) else {
                    continue
                }
                isTypedIntoDetails = true
                guard !name.isSame(text, as: self[name]) else { continue }
                texts[name] = text
                unsaved[name] = "Not saved."
                isRefused = true
            }
        }
    }

    /// A text that stands beside the one in the field.
    struct Version: Sendable {
        let who: String
        let text: String
    }

    /// One text of a criterion, as its field shows it.
    struct TextField: Sendable {
        /// The first part of its field's name, before the criterion's id.
        let part: String
        let title: String
        let text: String
        /// How it is to be filled; nil for a plain text.
        let hint: String?
        /// Nil where the field shows what is saved.
        let unsaved: Unsaved?
        /// Whether hint or remark is read with the field.
        let isDescribed: Bool

        init(part: String, title: String, text: String, hint: String?, unsaved: Unsaved?) {
            self.part = part
            self.title = title
            self.text = text
            self.hint = hint
            self.unsaved = unsaved
            isDescribed = hint != nil || unsaved != nil
        }

        var isEmpty: Bool { text.isEmpty && unsaved == nil }
    }

    /// Says that the text in a field is not saved, with what can be done about it.
    struct Unsaved: Sendable {
        /// The name of the form's field.
        let field: String
        /// Tells apart the fields of one criterion.
        let part: String
        let label: String
        let sentence: String
        /// Whether saving the form saves it; a comment is only added by its own button.
        let isSavedWithForm: Bool
    }
}

extension Finding {
    /// Texts of others that the fields do not show, because only one can be shown there.
    fileprivate func versions(in view: AuditView) -> [CriterionForm.Version] {
        texts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { name, siblings in
            let shown = siblings.shown(to: view.person)
            return siblings.filter { $0.edit != shown?.edit }.compactMap { sibling in
                let who = "\(name.register.title) by \(view.plan.name(of: sibling.author)):"
                return sibling.value.text.map { CriterionForm.Version(who: who, text: $0) }
            }
        }
    }
}
