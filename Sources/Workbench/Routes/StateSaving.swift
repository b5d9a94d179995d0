import Client
import Foundation
import Presentation
import Reading
import Shared

/// One form that came back from a page, to be saved.
struct StateSaving {
    let context: PageContext
    let place: StatePlace
    let form: SubmittedForm

    struct Outcome: Sendable {
        var answer = JSONAnswer()
        /// The criterion that it was about, by its anchor; nil for none or many.
        var anchor: String?
    }

    private enum Act: String { case save, undo, all }

    /// Saves; durable when this returns, and nothing was saved where it throws.
    func run() throws -> Outcome {
        guard let act = Act(rawValue: form.text("act") ?? Act.save.rawValue),
            let token = form.text("context")
        else { throw PageError.badForm }
        if let name = form.text("discard") {
            let field = try TypedField(name, at: place)
            return Outcome(
                answer: try field.discard(in: context), anchor: field.criterion.lastingShortID)
        }
        let item = try place.view.item(place.id)
        guard let shown = FormContext(token: token, showing: item.record)
        else { throw PageError.badForm }
        try keepOtherComments()
        let typed = try typed(over: item, shown)
        if let id = form.text("comment") { return try comment(on: id, beside: typed, shown) }
        if let wish = form.text("agree") { return try agree(wish, with: item, typed, shown) }
        switch act {
        case .save: return try save(typed, shown)
        case .all:
            let judged = typed.filter { $0.outcome.map { $0 != .untested } ?? false }
            let passed = place.remaining(beside: item.findings, judged.map(\.criterion))
            return try save(typed + passed, shown, says: "\(passed.count) marked as passed")
        case .undo: return try undo(shown)
        }
    }

    private func typed(over item: StateItem, _ shown: FormContext) throws -> [FindingEntry] {
        let lists = shown.lists
        return try place.criteria.compactMap { criterion in
            try FindingFields.entry(
                of: criterion, in: form, showing: lists,
                over: item.findings.first { $0.criterion == criterion.id })
        }
    }

    private func save(
        _ entries: [FindingEntry], _ shown: FormContext, says: String? = nil, isUndo: Bool = false
    ) throws -> Outcome {
        let merged = Dictionary(entries.map { ($0.criterion, $0) }) { $1.over($0) }
        let ordered = place.criteria.compactMap { merged[$0.id] }
        let save = try context.client.recording.saveForm(
            ordered, on: place.id, in: place.view, catalogue: context.catalogue(of: place.view),
            showing: shown)
        let written = Set(save.changes.flatMap(\.body.writes).map(\.field.criterion))
        let item = try place.view.item(place.id)
        let lists = save.context.lists
        if !isUndo {
            try forgetUnsaved(ordered, save, lists)
            if !written.isEmpty {
                let step = UndoList.Step(save, on: place.id, showing: shown, by: place.view.person)
                context.site.undo.note(step)
            }
        }
        var outcome = try answer(save, on: item, written: written, says: says)
        if isUndo || says != nil {
            outcome.answer.fields = ordered.map { FindingFields.values(of: $0, showing: lists) }
                .reduce(into: [:]) { $0.merge($1) { $1 } }
        }
        return outcome
    }

    /// Forgets what a save contained or wrote over, not what another window keeps for a field.
    private func forgetUnsaved(
        _ entries: [FindingEntry], _ save: FormSave, _ lists: [FieldID: [String]]
    ) throws {
        let record = RecordKey.state(place.view.audit, place.id)
        let written = Set(save.changes.flatMap(\.body.writes).map(\.field.typed))
        for (field, unsaved) in context.client.unsavedTexts.texts(of: record) {
            guard let name = field.name else { continue }
            let said =
                FieldName.findingLists.contains(name)
                ? TypedList.text(of: lists[field] ?? [])
                : entries.first { $0.criterion == field.criterion }?.texts[name]
            let isContained = said.map { name.isSame($0, as: unsaved.text) } ?? false
            guard isContained || written.contains(field) else { continue }
            try context.client.unsavedTexts.forget(field, of: record)
        }
    }

    /// Saves the verdict of a colleague, as a `criterion code` that was shown, as one's own too.
    private func agree(
        _ wish: String, with item: StateItem, _ typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        let parts = wish.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw PageError.badForm }
        let criterion = try place.criterion(parts[0])
        let finding = item.findings.first { $0.criterion == criterion.id }
        let other = finding?.judgements.filter { $0.author != place.view.person }
            .compactMap(\.value.judgement).first { $0.code == parts[1] }
        guard let other else {
            var outcome = try save(typed, shown)
            (outcome.anchor, outcome.answer.isSaved) = (criterion.lastingShortID, false)
            outcome.answer.says = "That verdict has been changed meanwhile. Yours stays as it was."
            return outcome
        }
        var entry = FindingEntry()
        (entry.criterion, entry.outcome) = (criterion.id, other.outcome)
        (entry.severity, entry.attribution) = (other.severity, other.attribution)
        var outcome = try save(typed + [entry], shown, says: "Agreed: \(other.outcome.word)")
        (outcome.anchor, outcome.answer.anchor) = (
            criterion.lastingShortID, criterion.lastingShortID
        )
        outcome.answer.fields = FindingFields.values(of: entry, showing: [:])
        return outcome
    }

    private func comment(
        on id: String, beside typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        let criterion = try place.criterion(id)
        let hasWords = commentText(on: id)?.contains { !$0.isWhitespace } ?? false
        if hasWords { try addComment(on: id) }
        var outcome = try save(typed, shown)
        (outcome.anchor, outcome.answer.anchor) = (
            criterion.lastingShortID, criterion.lastingShortID
        )
        outcome.answer.isSaved = hasWords
        outcome.answer.says = hasWords ? "Comment added" : "Write the comment, then add it."
        guard hasWords else { return outcome }
        outcome.answer.fields = [
            TypedField.formName(.comment, id): "",
            "comment-name": context.client.recording.commentName.hex,
        ]
        let finding = try place.view.item(place.id).findings.first { $0.criterion == id }
        outcome.answer.remarks = (finding?.remarks(in: place.view) ?? []).map { remark in
            PageTemplates.embedded.html(of: remark, template: "remark")
        }.joined()
        return outcome
    }

    private func undo(_ shown: FormContext) throws -> Outcome {
        guard let step = context.site.undo.last(on: place.id)
        else { return Outcome(answer: JSONAnswer(says: "Nothing to undo.", isSaved: false)) }
        let count = step.before.count
        let outcome = try save(
            step.before, shown, says: count == 1 ? "Undone" : "\(count) verdicts undone",
            isUndo: true)
        context.site.undo.removeLast(on: place.id)
        return outcome
    }

    private func answer(
        _ save: FormSave, on item: StateItem, written: Set<String>, says: String?
    ) throws -> Outcome {
        let view = try context.client.view(place.view.audit)
        var shown = save.context
        // The answer tells what others say of these; whoever judges them again has known it.
        shown.learn(item.record, on: written, besides: place.view.person)
        let tally = item.tally(place.criteria)
        let only = written.count == 1 ? place.criteria.first { written.contains($0.id) } : nil
        var answer = JSONAnswer(
            state: try StatePage.SaveState(of: item, in: view, context).text,
            says: save.changes.isEmpty ? "Nothing new to save." : says, context: shown.token,
            judged: tally.judgedWords,
            mark: PageTemplates.embedded.html(of: tally.countMark, template: "mark"),
            chip: try PageFrame.SyncChip(of: view.audit, in: context).text,
            anchor: only?.lastingShortID, isSaved: !save.changes.isEmpty)
        tell(&answer, how: written, standsOn: item)
        var notice = notice(of: save.besides)
        if !save.warnings.isEmpty {
            let warnings = save.warnings.joined(separator: " ")
            answer.adds = [answer.adds, warnings].compactMap(\.self).joined(separator: " ")
            notice = notice ?? Notice(.warn, "Saved; there is little room left here", warnings)
        }
        answer.notice = notice.map { PageTemplates.embedded.html(of: $0, template: "notice") }
        return Outcome(answer: answer, anchor: only?.lastingShortID)
    }

    private func tell(
        _ answer: inout JSONAnswer, how written: Set<String>, standsOn item: StateItem
    ) {
        var agreements: [String: String] = [:]
        for criterion in place.criteria where written.contains(criterion.id) {
            let finding = item.findings.first { $0.criterion == criterion.id }
            let agreement = finding.flatMap { CriterionForm.AgreementLine(on: $0, at: place) }
            agreements[criterion.lastingShortID] =
                agreement.map { PageTemplates.embedded.html(of: $0, template: "agreement") } ?? ""
            if written.count == 1, let finding {
                answer.adds = Agreement(on: finding, of: place.view.person).words(in: place.view)
            }
        }
        answer.agreements = agreements
    }

    /// Tells of what another form or another person wrote since this form was opened.
    private func notice(of besides: [Sibling]) -> Notice? {
        guard let newest = besides.newest else { return nil }
        let time = Date(unixMilliseconds: newest.wallTime).shown(now: context.now)
        let link = PageFrame.Link("See both", place.address)
        guard newest.author != place.view.person else {
            return Notice(
                .warn, "This state was changed in another tab at \(time)",
                "Yours is kept; the other one is kept beside it.", link: link, isAlert: true)
        }
        return Notice(
            .conflict, "\(place.view.plan.name(of: newest.author)) wrote here at \(time)",
            "You had not seen it yet. Both are kept.", link: link, isAlert: true)
    }
}

extension FindingEntry {
    /// Both together; what this one says counts.
    fileprivate func over(_ other: FindingEntry) -> FindingEntry {
        var result = self
        result.outcome = outcome ?? other.outcome
        result.severity = outcome == nil ? other.severity : severity
        result.attribution = outcome == nil ? other.attribution : attribution
        result.texts = other.texts.merging(texts) { _, own in own }
        result.lists = other.lists.merging(lists) { _, own in own }
        result.removed = other.removed.merging(removed) { _, own in own }
        return result
    }
}
