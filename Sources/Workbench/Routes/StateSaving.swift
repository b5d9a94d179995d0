import Client
import Foundation
import Presentation
import Shared

/// What the buttons of a form of findings do.
enum FormAct: String, Sendable {
    case save, undo, all
}

/// One form that came back from a page, to be saved.
struct StateSaving {
    let desk: Desk
    let place: StatePlace
    let form: SubmittedForm

    /// What came of it, for the page.
    struct Outcome: Sendable {
        var answer = JSONAnswer()
        /// The criterion that it was about, by its anchor; nil for none or many.
        var anchor: String?
    }

    /// Saves; durable when this returns.
    ///
    /// - Throws: `PageError.badForm`, `ClientError`, `StorageError`; then nothing was saved.
    func run() throws -> Outcome {
        guard let act = FormAct(rawValue: form.text("act") ?? FormAct.save.rawValue),
            let token = form.text("context")
        else { throw PageError.badForm }
        if let name = form.text("discard") {
            let field = try TypedField(name, at: place)
            let answer = try desk.discard(field, at: place)
            return Outcome(answer: answer, anchor: field.criterion.shortID)
        }
        let item = try desk.client.state(place.id, of: place.view)
        guard let context = FormContext(token: token, showing: item.record) else {
            throw PageError.badForm
        }
        try desk.keepComments(of: form, at: place)
        if let criterion = form.text("comment") {
            return try comment(on: criterion, showing: context)
        }
        if let wish = form.text("agree") { return try agree(wish, with: item, showing: context) }
        switch act {
        case .save: return try save(try typed(), showing: context)
        case .all:
            let typed = try typed()
            let judged = typed.filter { $0.outcome.map { $0 != .untested } ?? false }
            let passed = place.remaining(beside: item.findings, judged.map(\.criterion))
            return try save(
                typed + passed, showing: context, says: "\(passed.count) marked as passed")
        case .undo: return try undo(showing: context)
        }
    }

    private func typed() throws -> [FindingEntry] {
        try place.criteria.compactMap { try FindingFields.entry(of: $0, in: form) }
    }

    private func save(
        _ entries: [FindingEntry], showing context: FormContext, says: String? = nil,
        isUndo: Bool = false
    ) throws -> Outcome {
        let merged = Dictionary(entries.map { ($0.criterion, $0) }) { $1.over($0) }
        let ordered = place.criteria.compactMap { merged[$0.id] }
        let save = try desk.client.save(
            ordered, on: place.id, in: place.view, catalogue: desk.catalogue(of: place.view),
            showing: context)
        return try told(of: save, ordered, showing: context, says: says, isUndo: isUndo)
    }

    /// Notes what was written for undo, and answers.
    private func told(
        of save: FormSave, _ ordered: [FindingEntry], showing context: FormContext,
        says: String?, isUndo: Bool
    ) throws -> Outcome {
        let fields = Set(save.changes.flatMap(\.body.writes).map(\.field))
        let written = Set(fields.map(\.criterion))
        if !isUndo {
            try desk.forgetUnsaved(
                ordered, written: fields, of: .state(place.view.audit, place.id))
        }
        if !written.isEmpty, !isUndo {
            let before = place.criteria.map(\.id).filter(written.contains).map {
                context.entry(of: $0, by: place.view.person)
            }
            desk.undo.note(UndoList.Step(state: place.id, before: before))
        }
        var outcome = try answer(save, written: written, says: says)
        if isUndo || says != nil {
            outcome.answer.fields = ordered.map(FindingFields.values).reduce(into: [:]) {
                $0.merge($1) { $1 }
            }
        }
        return outcome
    }

    /// Saves what a colleague says as one's own verdict, and whatever else the form says.
    ///
    /// - Parameter wish: The criterion and the verdict that the page showed.
    private func agree(
        _ wish: String, with item: StateItem, showing context: FormContext
    ) throws -> Outcome {
        let parts = wish.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let criterion = place.criteria.first(where: { $0.id == parts[0] })
        else { throw PageError.badForm }
        let finding = item.findings.first { $0.criterion == criterion.id }
        let other = finding?.judgements.filter { $0.author != place.view.person }
            .compactMap(\.value.judgement).first { $0.code == parts[1] }
        guard let other else {
            var outcome = try save(try typed(), showing: context)
            outcome.anchor = criterion.shortID
            outcome.answer.isSaved = false
            outcome.answer.says = "That verdict has been changed meanwhile. Yours stays as it was."
            return outcome
        }
        var entry = FindingEntry()
        entry.criterion = criterion.id
        entry.outcome = other.outcome
        entry.severity = other.severity
        entry.attribution = other.attribution
        var outcome = try save(
            try typed() + [entry], showing: context, says: "Agreed: \(other.outcome.word)")
        outcome.anchor = criterion.shortID
        outcome.answer.anchor = criterion.shortID
        outcome.answer.fields = FindingFields.values(of: entry)
        return outcome
    }

    /// Adds a comment, and saves whatever else the form says.
    private func comment(on id: String, showing context: FormContext) throws -> Outcome {
        guard let criterion = place.criteria.first(where: { $0.id == id }) else {
            throw PageError.badForm
        }
        let hasWords = form.comment(on: id)?.contains { !$0.isWhitespace } ?? false
        if hasWords { try desk.comment(on: id, form, at: place) }
        var outcome = try save(try typed(), showing: context)
        outcome.anchor = criterion.shortID
        outcome.answer.anchor = criterion.shortID
        outcome.answer.isSaved = hasWords
        outcome.answer.says = hasWords ? "Comment added" : "Write the comment, then add it."
        guard hasWords else { return outcome }
        outcome.answer.fields = [
            TypedField.formName(.comment, id): "", "comment-name": desk.client.commentName.hex,
        ]
        let item = try desk.client.state(place.id, of: place.view)
        let finding = item.findings.first { $0.criterion == id }
        outcome.answer.remarks = (finding?.remarks(in: place.view) ?? []).map { remark in
            PageTemplates.embedded.html(of: remark, template: "remark")
        }.joined()
        return outcome
    }

    private func undo(showing context: FormContext) throws -> Outcome {
        guard let step = desk.undo.last(on: place.id) else {
            var outcome = Outcome()
            outcome.answer.says = "Nothing to undo."
            outcome.answer.isSaved = false
            return outcome
        }
        let count = step.before.count
        let outcome = try save(
            step.before, showing: context,
            says: count == 1 ? "Undone" : "\(count) verdicts undone", isUndo: true)
        desk.undo.removeLast(on: place.id)
        return outcome
    }

    private func answer(
        _ save: FormSave, written: Set<String>, says: String?
    ) throws -> Outcome {
        let item = try desk.client.state(place.id, of: place.view)
        let view = try desk.client.view(place.view.audit)
        let only = written.count == 1 ? place.criteria.first { written.contains($0.id) } : nil
        var outcome = Outcome()
        outcome.anchor = only?.shortID
        outcome.answer.anchor = only?.shortID
        outcome.answer.isSaved = !save.changes.isEmpty
        var context = save.context
        // The answer tells what others say of these; whoever judges them again has known it.
        context.learn(item.record, on: written, besides: place.view.person)
        outcome.answer.context = context.token
        let tally = item.tally(place.criteria)
        outcome.answer.judged = Desk.judged(tally)
        outcome.answer.mark = PageTemplates.embedded.html(of: tally.countMark, template: "mark")
        outcome.answer.state = try desk.saveState(of: item, in: view).text
        outcome.answer.chip = try desk.chip(of: view.audit).text
        outcome.answer.says = save.changes.isEmpty ? "Nothing new to save." : says
        tell(&outcome.answer, how: written, standsOn: item)
        if !save.warnings.isEmpty {
            outcome.answer.adds = ([outcome.answer.adds].compactMap(\.self) + save.warnings)
                .joined(separator: " ")
        }
        if let notice = notice(of: save.besides) ?? notice(of: save.warnings) {
            outcome.answer.notice = PageTemplates.embedded.html(of: notice, template: "notice")
        }
        return outcome
    }

    /// How verdicts that were just written stand to those of others.
    private func tell(
        _ answer: inout JSONAnswer, how written: Set<String>, standsOn item: StateItem
    ) {
        let reading = CriterionReading(
            desk: desk, place: place, item: item, evidence: [], unsaved: [:], telling: nil)
        var agreements: [String: String] = [:]
        for criterion in place.criteria where written.contains(criterion.id) {
            let finding = item.findings.first { $0.criterion == criterion.id }
            let agreement = finding.flatMap(reading.agreement(on:))
            agreements[criterion.shortID] =
                agreement.map { PageTemplates.embedded.html(of: $0, template: "agreement") } ?? ""
            if written.count == 1, let finding {
                answer.adds = Agreement(on: finding, of: place.view.person).words(in: place.view)
            }
        }
        answer.agreements = agreements
    }

    /// Tells that there is little room left for what this person writes here.
    private func notice(of warnings: [String]) -> Notice? {
        guard !warnings.isEmpty else { return nil }
        return Notice(
            .warn, "Saved; there is little room left here", warnings.joined(separator: " "))
    }

    /// Tells of what another form or another person wrote since this form was opened.
    private func notice(of besides: [Sibling]) -> Notice? {
        guard let newest = besides.newest else { return nil }
        let time = Date(unixMilliseconds: newest.wallTime).shown(now: desk.now)
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
        return result
    }
}
