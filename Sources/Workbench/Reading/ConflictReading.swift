import Client
import Foundation
import Presentation
import Shared

extension Desk {
    /// The list of conflicts.
    func conflicts(of audit: AuditID, showsResolved: Bool, page: Int) throws -> ConflictsPage {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let view = try client.view(audit)
        let listing = try ConflictListing(
            view, in: self, showsResolved: showsResolved, page: page)
        var frame = try frame("Conflicts", .conflicts, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(audit)))
        return ConflictsPage(
            frame: frame, lede: listing.lede, caption: listing.caption,
            nextTitle: listing.nextTitle, rows: listing.rows,
            plan: showsResolved ? [] : listing.plan, planAddress: Address.conflicts(audit),
            empty: listing.empty, otherList: listing.otherList, pager: listing.pager)
    }

    /// What stands on one component state, side by side.
    ///
    /// - Parameters:
    ///   - typed: What a lead sent that could not be decided, by criterion.
    ///   - refused: The same of a withdrawal.
    func conflict(
        on place: StatePlace, typed: [String: DecideForm.Typed] = [:],
        refused: WithdrawalDeciding.Refused? = nil
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
            withdrawals: try reading.withdrawals(refused), cases: try reading.cases())
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
        let compared = item.findings.filter {
            $0.isDisputed || $0.isSettledConflict || ($0.isContested && !$0.withdrawals.isEmpty)
        }
        return compared.filter(\.isDisputed) + compared.filter { !$0.isDisputed }
    }

    /// The withdrawals of the component, the state and its findings beside which something stands.
    func withdrawals(_ refused: WithdrawalDeciding.Refused?) throws -> [WithdrawalPart] {
        var all = item.contestedWithdrawals
        if let component = item.component, !component.withdrawals.isEmpty {
            let standing = try desk.client.withdrawal(of: component, in: view)
            if standing.isContested { all.insert(standing, at: 0) }
        }
        let address = Address.conflict(place.id, in: view)
        return all.map { $0.part(in: view, at: address, refused: refused) }
    }

    func cases() throws -> [ConflictPage.Case] {
        let catalogue = try desk.catalogue(of: view)
        return try findings.map { finding in
            let criterion = catalogue.criterion(finding.criterion)
            let sides = ConflictSides(
                place: place, item: item, finding: finding, evidence: evidence)
            let story = ExplanationStory(
                view.explanation(of: finding, on: item), in: view, time: \.dated)
            return ConflictPage.Case(
                anchor: finding.shortCriterion,
                statement: criterion?.statement ?? finding.criterion,
                criterion: finding.criterion, meta: criterion.map(Self.meta) ?? [],
                sides: sides.all(replaced: try desk.replacedVerdicts(of: item, finding)),
                story: story.lines,
                versions: VersionsTable(FindingVersions(finding, on: item, in: view)),
                remarks: finding.remarks(in: view),
                remarkForm: place.canRecord ? CommentForm(about: finding.criterion) : nil,
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

    private func form(_ finding: Finding) -> DecideForm? {
        // A decision that rests on what was taken back has no verdict beside it, and can be lifted.
        guard view.role == .lead, !finding.judgements.isEmpty || !finding.decisions.isEmpty
        else { return nil }
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
        if findings.contains(where: \.isDisputed) { return "\(name): conflict" }
        return item.isContestedAsWhole || findings.contains(where: \.isContested)
            ? "\(name): withdrawal to decide" : "\(name): both sides"
    }

    var notices: [Notice] {
        let open = findings.filter(\.isDisputed)
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
        if case .challenged(_, let challenges) = finding.effective, challenges == [.groundless] {
            return Notice(
                .conflict,
                "\(whose.prefix(1).uppercased() + whose.dropFirst()) rests on what was "
                    + "taken back",
                "Nobody says any more what it settled. The decision stays in effect until "
                    + (view.role == .lead
                        ? "you confirm, change or lift it."
                        : "a lead confirms, changes or lifts it."),
                symbol: "m-challenged")
        }
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
    func remarks(in view: AuditView) -> [ShownComment] {
        comments.map { comment in
            ShownComment(
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
        try client.store.log.ownChanges(item.record.key.audit) { own in
            guard replaced.contains(own.change.edit) else { return }
            for write in own.change.body.writes where write.field == field {
                found[own.change.edit] = write.value?.judgement
            }
        }
        return found
    }
}
