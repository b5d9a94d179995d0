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
        /// The criterion whose details are to be open on the page; nil for none.
        var opened: Criterion?
        /// Verdicts that were not saved before she says which of hers holds.
        var asked: [OwnQuestion] = []
    }

    private enum Act: String { case save, undo, redo, all }

    /// Saves; durable when this returns, and nothing was saved where it throws.
    func run() throws -> Outcome {
        guard let act = Act(rawValue: form.text("act") ?? Act.save.rawValue),
            let token = form.text("context")
        else { throw PageError.badForm }
        try checkRound()
        if let name = form.text("discard") {
            let field = try TypedField(name, at: place)
            return Outcome(
                answer: try field.discard(in: context), anchor: field.criterion.lastingShortID)
        }
        let item = try place.view.item(place.id)
        guard var shown = FormContext(token: token, showing: item.record)
        else { throw PageError.badForm }
        try noteDetails(&shown, item)
        learnTried(&shown, item)
        try keepOtherComments()
        try keepPhrases()
        let typed = try typed(over: item, shown)
        if let id = form.text("details") {
            let criterion = try place.criterion(id)
            var outcome = try save(typed, shown)
            outcome.opened = criterion
            return outcome
        }
        if let id = form.text("comment") { return try comment(on: id, beside: typed, shown) }
        if let field = form.text("insert") { return try insert(into: field, beside: typed, shown) }
        if let answer = form.text("settle") { return try settle(answer, item, typed, shown) }
        if let part = form.text("phrase") {
            return try answer(phraseOf: part, item, typed, shown)
        }
        if let wish = form.text("agree") { return try agree(wish, with: item, typed, shown) }
        if let from = form.text("copy") { return try copy(from: from, to: item, typed, shown) }
        switch act {
        case .save: return try save(typed, shown)
        case .all:
            let judged = typed.filter { $0.outcome.map { $0 != .untested } ?? false }
            let passed = place.remaining(beside: item.findings, judged.map(\.criterion))
            return try save(typed + passed, shown, says: "\(passed.count) marked as passed")
        case .undo: return try undo(shown)
        case .redo: return try redo(shown)
        }
    }

    /// A page that was open while a round began is of the one before: it is saved in neither.
    private func checkRound() throws {
        guard let round = form.text("round"), round != "\(place.id.round)" else { return }
        throw AuditError.invalid(
            "round \(place.id.round) was begun since this page was opened, and this is of round "
                + "\(round). It was saved in neither: reload the page, and judge the later build")
    }

    /// Details that were opened after the page show what was there then.
    private func noteDetails(_ shown: inout FormContext, _ item: StateItem) throws {
        for criterion in place.possible {
            guard let token = form.text("shown.\(criterion.id)") else { continue }
            guard let details = FormContext(token: token, showing: item.record) else {
                throw PageError.badForm
            }
            shown.open(details, of: criterion.id)
        }
    }

    /// What the form itself has sent before, and got no answer to, is no other form's.
    private func learnTried(_ shown: inout FormContext, _ item: StateItem) {
        for criterion in place.possible {
            guard let text = form.text("tried.\(criterion.id)") else { continue }
            let outcomes = Set(
                text.split(separator: " ").compactMap {
                    Shared.Outcome(rawValue: String($0))
                })
            shown.learnOwn(on: criterion.id, of: item.record, by: place.view.person) {
                $0.value.judgement.map { outcomes.contains($0.outcome) } ?? false
            }
        }
    }

    private func typed(over item: StateItem, _ shown: FormContext) throws -> [FindingEntry] {
        let lists = shown.lists
        return try place.possible.compactMap { criterion in
            let finding = item.findings.first { $0.criterion == criterion.id }
            let known = shown.shown[FieldID(criterion: criterion.id, .judgement)]
            return try FindingFields.entry(
                of: criterion, in: form, showing: lists, over: finding,
                keeping: ownFailure(among: known) ?? ownFailure(among: finding?.judgements))
        }
    }

    /// Her verdict among these, where it is a failure.
    private func ownFailure(among judgements: [Sibling]?) -> Judgement? {
        let own = judgements?.filter(place.view.isOwn).newest?.value.judgement
        return own?.outcome == .failed ? own : nil
    }

    /// - Parameters:
    ///   - says: What is said of many verdicts that belong together; one undo takes all back.
    ///   - step: What is taken back or done again by it; nil for a save of what is new.
    func save(
        _ entries: [FindingEntry], _ shown: FormContext, says: String? = nil,
        turning step: UndoList.Step? = nil
    ) throws -> Outcome {
        let merged = Dictionary(entries.map { ($0.criterion, $0) }) { $1.over($0) }
        let ordered = place.possible.compactMap { merged[$0.id] }
        let save = try context.client.recording.saveForm(
            ordered, on: place.id, in: place.view, catalogue: context.catalogue(of: place.view),
            showing: shown)
        let written = Set(save.changes.flatMap(\.body.writes).map(\.field.criterion))
        let item = try place.view.item(place.id)
        let lists = save.context.lists
        if let step {
            if save.asked.isEmpty { context.site.undo.note(step) }
        } else {
            try forgetUnsaved(ordered, save, lists)
            noteForUndo(save, written, from: shown, isOneStep: says != nil)
        }
        var outcome = try answer(save, on: item, written: written, says: says)
        if says != nil {
            outcome.answer.fields = ordered.map { FindingFields.values(of: $0, showing: lists) }
                .reduce(into: [:]) { $0.merge($1) { $1 } }
        }
        outcome.asked = save.asked
        return outcome
    }

    /// Saves what she says of two verdicts of hers, as a question named them.
    private func settle(
        _ text: String, _ item: StateItem, _ typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        let answer = try OwnAnswer(text, at: place)
        var shown = shown
        shown.learnOwn(on: answer.criterion.id, of: item.record, by: place.view.person) {
            answer.edits.contains($0.edit)
        }
        let anchor = answer.criterion.lastingShortID
        let word = answer.entry.outcome?.word ?? ""
        var outcome = try save(typed + [answer.entry], shown, says: word)
        outcome.anchor = anchor
        outcome.answer.anchor = anchor
        if outcome.answer.asks?[anchor] == nil { outcome.answer.asks?[anchor] = "" }
        if outcome.answer.isSaved != true, outcome.asked.isEmpty {
            outcome.answer.says = "\(word) stays."
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

    /// Keys that were pressed one after the other are taken back one after the other, also when
    /// one save had several of them; the form says in which order.
    private func noteForUndo(
        _ save: FormSave, _ written: Set<String>, from shown: FormContext, isOneStep: Bool
    ) {
        let order = (form.text("order") ?? "").split(separator: " ").map(String.init)
        let known = order.filter(written.contains)
        let rest = place.possible.map(\.id).filter { written.contains($0) && !known.contains($0) }
        let all = known + rest
        guard !all.isEmpty else { return }
        let isTogether = isOneStep || order.isEmpty
        for criteria in isTogether ? [all] : all.map({ [$0] }) {
            let step = UndoList.Step(
                save, of: criteria, at: place, showing: shown, date: context.now)
            context.site.undo.note(step)
        }
    }

    /// Takes over what another state has and this one lacks, beside what else was typed.
    private func copy(
        from address: String, to item: StateItem, _ typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        guard let names = StatePlace.Names(path: address), names.audit == place.view.audit.hex
        else { throw PageError.badForm }
        let other = try StatePlace(names, in: context)
        let judged = typed.filter { $0.outcome ?? .untested != .untested }.map(\.criterion)
        var copied = try SimilarStateCopy(context: context, place: place)
            .entries(from: other, to: item).filter { !judged.contains($0.criterion) }
        for index in copied.indices {
            // What was typed here is kept, as a text is that is here already.
            let own = typed.first { $0.criterion == copied[index].criterion }?.texts ?? [:]
            for (name, text) in own where !text.isEmpty { copied[index].texts[name] = nil }
        }
        return try save(
            typed + copied, shown,
            says: "\(counted(copied.count, "verdict")) copied from \(other.title)")
    }

    /// Saves the verdict of a colleague, as a `criterion code` that was shown, as one's own too.
    private func agree(
        _ wish: String, with item: StateItem, _ typed: [FindingEntry], _ shown: FormContext
    ) throws -> Outcome {
        let parts = wish.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw PageError.badForm }
        let criterion = try place.criterion(parts[0])
        let finding = item.findings.first { $0.criterion == criterion.id }
        let other = finding.map { Sides($0, in: place.view) }?.others.compactMap(\.value.judgement)
            .first { $0.code == parts[1] }
        guard let other else {
            var outcome = try save(typed, shown)
            outcome.anchor = criterion.lastingShortID
            outcome.answer.isSaved = false
            outcome.answer.says = "That verdict has been changed meanwhile. Yours stays as it was."
            return outcome
        }
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = other.outcome
        entry.severity = other.severity
        entry.attribution = other.attribution
        var outcome = try save(typed + [entry], shown, says: "Agreed: \(other.outcome.word)")
        outcome.anchor = criterion.lastingShortID
        outcome.answer.anchor = criterion.lastingShortID
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
        outcome.anchor = criterion.lastingShortID
        outcome.answer.anchor = criterion.lastingShortID
        outcome.answer.isSaved = hasWords
        outcome.answer.says = hasWords ? "Comment added" : "Write the comment, then add it."
        guard hasWords else { return outcome }
        outcome.answer.fields = [
            TypedField.formName(.comment, id): "",
            "comment-name": context.client.recording.commentName.hex,
        ]
        let finding = try place.view.item(place.id).findings.first { $0.criterion == id }
        outcome.answer.remarks = (finding?.remarks(in: place.view, at: context.time) ?? []).map {
            remark in
            PageTemplates.embedded.html(of: remark, template: "remark")
        }.joined()
        return outcome
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
