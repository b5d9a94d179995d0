import Client
import Foundation
import Shared

/// What several people say of one component state, side by side, and what a lead does about it.
struct ConflictPage: Page {
    static let template = "conflict"
    let frame: PageFrame
    let heading: String
    let lede: String
    let listHref: String
    /// The form on which it is judged again; nil for a component.
    let stateHref: String?
    let address: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    let notices: [Notice]
    /// Withdrawals beside which something stands.
    let withdrawals: [WithdrawalPart]
    /// Open conflicts before settled ones, then in the catalogue's order.
    let cases: [Case]
    let isBlank: Bool

    /// What stands on one component state, side by side.
    ///
    /// - Parameters:
    ///   - typed: What a lead sent that could not be decided, by criterion.
    ///   - refused: The same of a withdrawal.
    init(
        _ place: StatePlace, typed: [String: DecideForm.Typed] = [:],
        refused: WithdrawalDeciding.Refused? = nil, in context: PageContext
    ) throws {
        let view = place.view
        let item = try context.client.queries.state(place.id, of: view)
        let evidence = try context.client.evidence.items(of: item.record, in: view)
        let catalogue = try context.catalogue(of: view)
        let findings = item.comparedFindings
        heading = Self.heading(of: place, item, findings)
        frame = try PageFrame(
            heading, .conflicts, of: view,
            behind: [PageFrame.Link("Conflicts", Address.conflicts(view.audit))], in: context)
        lede = "\(place.whereabouts), \(place.environment.sentence)"
        listHref = Address.conflicts(view.audit)
        stateHref = place.address
        let address = Address.conflict(place.id, in: view)
        self.address = address
        commentName = context.client.recording.commentName.hex
        notices = Self.notices(on: findings.filter(\.isDisputed), in: view)
        var contested = item.contestedWithdrawals
        if let component = item.component, !component.withdrawals.isEmpty {
            let standing = try context.client.withdrawals.withdrawal(of: component, in: view)
            if standing.isContested { contested.insert(standing, at: 0) }
        }
        withdrawals = contested.map {
            WithdrawalPart($0, in: view, at: address, refused: refused)
        }
        cases = try findings.map {
            try Case(
                $0, catalogue.criterion($0.criterion),
                among: ConflictSides(place: place, item: item, finding: $0, evidence: evidence),
                typed: typed[$0.criterion] ?? DecideForm.Typed(), in: context)
        }
        isBlank = withdrawals.isEmpty && cases.isEmpty
    }

    /// What stands beside the withdrawal of a component.
    ///
    /// - Throws: `PageError.notFound` for a component that is not here.
    init(
        _ id: ComponentID, of audit: AuditID, refused: WithdrawalDeciding.Refused? = nil,
        in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        guard let component = view.components[id] else { throw PageError.notFound }
        let standing = try context.client.withdrawals.withdrawal(of: component, in: view)
        heading =
            component.label + (standing.isContested ? ": withdrawal to decide" : ": withdrawal")
        frame = try PageFrame(
            heading, .conflicts, of: view,
            behind: [PageFrame.Link("Conflicts", Address.conflicts(audit))], in: context)
        address = Address.conflict(id, of: audit)
        let control = try context.catalogue(of: view).control(component.control)
        lede = "\(control?.title ?? component.control) on the \(component.screen) screen"
        listHref = Address.conflicts(audit)
        stateHref = nil
        commentName = ""
        notices = []
        withdrawals =
            standing.isContested
            ? [WithdrawalPart(standing, in: view, at: address, refused: refused)] : []
        cases = []
        isBlank = withdrawals.isEmpty
    }

    struct Case: Sendable {
        /// The part of the address behind `#c-`.
        let anchor: String
        let statement: String
        let criterion: String
        let meta: [String]
        let sides: [Side]
        /// How it came to what holds, a sentence a step.
        let story: [String]
        /// What each writer had seen of the others.
        let versions: VersionsTable
        let remarks: [ShownComment]
        /// Nil for whoever may not record.
        let remarkForm: CommentForm?
        let retestHref: String
        /// Nil for whoever may not decide.
        let form: DecideForm?

        /// - Parameter known: Nil for a criterion that the catalogue does not have.
        fileprivate init(
            _ finding: Finding, _ known: Criterion?, among all: ConflictSides,
            typed: DecideForm.Typed, in context: PageContext
        ) throws {
            let (place, item, view) = (all.place, all.item, all.place.view)
            anchor = finding.shortCriterion
            statement = known?.statement ?? finding.criterion
            criterion = finding.criterion
            meta = known.map { Array($0.wcagNames.prefix(1)) + [$0.basisWord] } ?? []
            sides = try all.sides(from: context.client)
            let explanation = view.explanation(of: finding, on: item)
            story = ExplanationStory(explanation, in: view, time: \.dated).lines
            versions = VersionsTable(FindingVersions(finding, on: item, in: view))
            remarks = finding.remarks(in: view)
            remarkForm = place.canRecord ? CommentForm(about: finding.criterion) : nil
            retestHref = "\(place.address)#c-\(finding.shortCriterion)"
            form = DecideForm(finding, of: item, at: place, typed)
        }
    }

    // MARK: What the page begins with

    private static func heading(
        of place: StatePlace, _ item: StateItem, _ findings: [Finding]
    ) -> String {
        let name = "\(place.component.label), \(place.state.title.lowercased())"
        if findings.contains(where: \.isDisputed) { return "\(name): conflict" }
        return item.isContestedAsWhole || findings.contains(where: \.isContested)
            ? "\(name): withdrawal to decide" : "\(name): both sides"
    }

    private static func notices(on open: [Finding], in view: AuditView) -> [Notice] {
        let challenged = open.first(where: \.isChallenged).map { challenge(to: $0, in: view) }
        let differing = open.filter { !$0.isChallenged }
        let disagreement = differing.isEmpty ? nil : disagreement(on: differing, in: view)
        return [challenged, disagreement].compactMap(\.self)
    }

    private static func disagreement(on findings: [Finding], in view: AuditView) -> Notice {
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

    private static func challenge(to finding: Finding, in view: AuditView) -> Notice {
        let isLead = view.role == .lead
        let decider = finding.decisions.first?.author
        let decision =
            decider == view.person
            ? "your decision" : "the decision of \(decider.map(view.plan.name(of:)) ?? "a lead")"
        if case .challenged(_, let challenges) = finding.effective, challenges == [.groundless] {
            return Notice(
                .conflict, "\(decision.asBeginning) rests on what was taken back",
                "Nobody says any more what it settled. The decision stays in effect until "
                    + (isLead
                        ? "you confirm, change or lift it."
                        : "a lead confirms, changes or lifts it."),
                symbol: "m-challenged")
        }
        return Notice(
            .conflict, "New work challenges \(decision)",
            "The decision stays in effect until "
                + (isLead ? "you confirm or change it." : "a lead confirms or changes it."),
            symbol: "m-challenged")
    }
}

extension StateItem {
    /// Findings with something to compare, open ones first.
    fileprivate var comparedFindings: [Finding] {
        let compared = findings.filter {
            $0.isDisputed || $0.isSettledConflict || ($0.isContested && !$0.withdrawals.isEmpty)
        }
        return compared.filter(\.isDisputed) + compared.filter { !$0.isDisputed }
    }
}
