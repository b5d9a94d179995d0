import Client
import Foundation
import Presentation
import Shared

extension Desk {
    /// The list of conflicts.
    func conflicts(of audit: AuditID, showsResolved: Bool, page: Int) throws -> ConflictsPage {
        guard try client.store.plan(audit) != nil else { throw PageTrouble.notFound }
        let view = try client.view(audit)
        let listing = try ConflictListing(
            view, in: self, showsResolved: showsResolved, page: page)
        var frame = try frame("Conflicts", .conflicts, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(audit)))
        return ConflictsPage(
            frame: frame, lede: listing.lede, caption: listing.caption,
            nextTitle: listing.nextTitle, rows: listing.rows,
            empty: listing.empty, otherList: listing.otherList, pager: listing.pager)
    }

    /// What stands on one component state, side by side.
    ///
    /// - Parameter typed: What a lead sent that could not be decided, by criterion.
    func conflict(
        on place: StatePlace, typed: [String: DecideForm.Typed] = [:]
    ) throws -> ConflictPage {
        let item = try client.state(place.id, of: place.view)
        let reading = ConflictReading(
            desk: self, place: place, item: item,
            evidence: try client.evidence(of: item.record, in: place.view), typed: typed)
        var frame = try frame(reading.heading, .conflicts, of: place.view)
        frame.crumbs += [
            PageFrame.Link(place.view.plan.title, Address.audit(place.view.audit)),
            PageFrame.Link("Conflicts", Address.conflicts(place.view.audit)),
        ]
        return ConflictPage(
            frame: frame, heading: reading.heading,
            lede: "\(place.control.title) on the \(place.component.screen) screen, "
                + place.environment.sentence,
            listHref: Address.conflicts(place.view.audit), stateHref: place.address,
            address: Address.conflict(place.id, in: place.view),
            commentName: client.commentName.hex, notices: reading.notices,
            cases: try reading.cases())
    }
}

/// Reads what stands on one component state into the page that compares it.
struct ConflictReading {
    let desk: Desk
    let place: StatePlace
    let item: StateItem
    let evidence: [EvidenceItem]
    let typed: [String: DecideForm.Typed]

    private var view: AuditView { place.view }

    /// Findings with something to compare, open ones first.
    private var findings: [Finding] {
        let compared = item.findings.filter { $0.isConflict || $0.isSettledConflict }
        return compared.filter(\.isConflict) + compared.filter { !$0.isConflict }
    }

    func cases() throws -> [ConflictPage.Case] {
        try findings.map { finding in
            let criterion = desk.catalogue.criterion(finding.criterion)
            let sides = ConflictSides(
                place: place, item: item, finding: finding, evidence: evidence)
            let story = ExplanationStory(
                view.explanation(of: finding, on: item), in: view, time: \.dated)
            return ConflictPage.Case(
                anchor: finding.shortCriterion,
                statement: criterion?.statement ?? finding.criterion,
                criterion: finding.criterion, meta: criterion.map(Self.meta) ?? [],
                sides: sides.all(replaced: try desk.replacedVerdicts(of: item, finding)),
                story: story.lines + withdrawal(finding),
                remarks: finding.remarks(in: view),
                remarkForm: place.canRecord ? RemarkForm(about: finding.criterion) : nil,
                retestHref: "\(place.address)#c-\(finding.shortCriterion)",
                form: form(finding))
        }
    }

    private static func meta(_ criterion: Criterion) -> [String] {
        let numbers = criterion.wcag.prefix(1).map { number in
            SuccessCriterion.named(number).map { "WCAG \(number) \($0.name)" } ?? "WCAG \(number)"
        }
        return numbers + [criterion.basis == .normative ? "Normative" : "Advisory"]
    }

    private func withdrawal(_ finding: Finding) -> [String] {
        guard case .contested(let reason) = finding.withdrawal else { return [] }
        return [
            "Somebody withdrew it, because: \(reason). The withdrawal had not seen all that "
                + "stands here. Judge it again to keep it, or withdraw it again."
        ]
    }

    private func form(_ finding: Finding) -> DecideForm? {
        guard view.role == .lead, !finding.judgements.isEmpty else { return nil }
        let typed = typed[finding.criterion] ?? DecideForm.Typed()
        return DecideForm(
            address: Address.conflict(place.id, in: view), criterion: finding.criterion,
            context: FormContext(showing: item.record).token,
            choices: DecisionChoices(finding, in: view).all(holding: typed.holds),
            canLift: !finding.decisions.isEmpty, typed: typed)
    }

    // MARK: What the page begins with

    var heading: String {
        let name = "\(place.component.label), \(place.state.title.lowercased())"
        return "\(name): \(findings.contains(where: \.isConflict) ? "conflict" : "both sides")"
    }

    var notices: [Notice] {
        let open = findings.filter(\.isConflict)
        var notices = open.filter(\.isChallenged).prefix(1).map(challenge)
        let differing = open.filter { !$0.isChallenged }
        if !differing.isEmpty { notices.append(disagreement(on: differing)) }
        return notices
    }

    private func disagreement(on findings: [Finding]) -> Notice {
        let count = findings.count == 1 ? "one criterion" : "\(findings.count) criteria"
        let authors = Set(findings.flatMap(\.judgements).map(\.author))
        let names = authors.filter { $0 != view.person }.map(view.plan.name(of:)).sorted()
        let people = (authors.contains(view.person) ? ["You"] : []) + names
        let sides = people.formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
        let verb = people.count == 1 ? "said different things about" : "disagree on"
        let decider = view.role == .lead ? "You decide" : "A lead decides"
        return Notice(
            .conflict, "\(sides) \(verb) \(count)",
            "All verdicts are kept. \(decider); until then reports say that it is undecided.")
    }

    private func challenge(_ finding: Finding) -> Notice {
        let decider = finding.decisions.first?.author
        let whose =
            decider == view.person
            ? "your decision" : "the decision of \(decider.map(view.plan.name(of:)) ?? "a lead")"
        return Notice(
            .conflict, "New work challenges \(whose)",
            "The decision stays in effect until "
                + (view.role == .lead
                    ? "you confirm or change it." : "a lead confirms or changes it."),
            symbol: "m-challenged")
    }
}

extension Finding {
    /// What people remarked, oldest first, with who and when.
    func remarks(in view: AuditView) -> [Remark] {
        comments.map { comment in
            Remark(
                said: "\(view.plan.name(of: comment.author)), "
                    + Date(unixMilliseconds: comment.wallTime).dated,
                text: comment.value.text ?? "")
        }
    }

    fileprivate var isChallenged: Bool {
        if case .challenged = effective { true } else { false }
    }
}

extension Desk {
    /// The verdicts of this laptop that those on a finding have replaced, by edit.
    func replacedVerdicts(of item: StateItem, _ finding: Finding) throws -> [EditID: Judgement] {
        let field = FieldID(criterion: finding.criterion, .judgement)
        let replaced = item.record.replaced(in: field)
        guard !replaced.isEmpty else { return [:] }
        var found: [EditID: Judgement] = [:]
        try client.store.ownChanges(item.record.key.audit) { own in
            guard replaced.contains(own.change.edit) else { return }
            for write in own.change.body.writes where write.field == field {
                found[own.change.edit] = write.value?.judgement
            }
        }
        return found
    }
}
