import Client
import Foundation
import Reading
import Shared

/// What several people say of one component state, side by side, and what a lead does about it.
struct ConflictPage: Page {
    static let template = "conflict"
    let frame: PageFrame
    let heading: String
    let lede: String
    let way: Way
    /// The form on which it is judged again; nil for a component.
    let stateHref: String?
    let address: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    let notices: [Notice]
    let withdrawals: [WithdrawalPart]
    /// Open conflicts before settled ones, then in the catalogue's order.
    let cases: [Case]
    /// Nil for whoever may not decide, and where there is nothing to decide.
    let deciding: Deciding?
    let retest: RetestForm?
    /// What was asked for and not done yet; nil for nothing.
    let asked: String?
    let with: [Fact]
    let isBlank: Bool

    init(
        _ place: StatePlace, _ query: ConflictQuery, _ form: Form = Form(),
        in context: PageContext
    ) throws {
        let view = place.view
        let item = try view.item(place.id)
        let evidence = try context.client.evidence.items(of: item.record, in: view)
        let catalogue = context.catalogue(of: view)
        let compared = item.findings.filter {
            $0.isDisputed || $0.isSettledConflict || ($0.isContested && !$0.withdrawals.isEmpty)
        }
        let findings = compared.filter(\.isDisputed) + compared.filter { !$0.isDisputed }
        heading = Self.heading(of: place, item, findings)
        way = Way(around: .state(place.id), query, in: view, context)
        let list = PageFrame.Link("Conflicts", way.listHref)
        frame = try PageFrame(heading, .conflicts, of: view, behind: [list], in: context)
        lede = Self.lede(place, findings, way)
        stateHref = place.address
        address = query.address(of: .state(place.id), in: view)
        commentName = context.client.recording.commentName.hex
        notices =
            [form.values.text("withdrawal") == nil ? form.refusal : nil].compactMap(\.self)
            + Self.notices(on: findings.filter(\.isDisputed), in: view)
        var contested = item.contestedWithdrawals
        if let component = item.component, !component.withdrawals.isEmpty {
            let standing = try view.withdrawal(of: component)
            if standing.isContested { contested.insert(standing, at: 0) }
        }
        let address = address
        withdrawals = contested.map { WithdrawalPart($0, in: view, at: address, form) }
        cases = try findings.map {
            try Case(
                $0, catalogue.criterion($0.criterion),
                among: ConflictSides(
                    place: place, item: item, finding: $0, evidence: evidence,
                    context: context),
                form, in: context)
        }
        deciding =
            cases.contains { $0.form != nil }
            ? Deciding(
                context: FormContext(showing: item.record).token,
                reason: form.values.text("reason") ?? "", isWrong: form.refusal != nil) : nil
        retest = RetestForm(on: findings, form, in: view)
        asked = RetestRequest(of: item, in: view).map { one in
            "\(view.plan.name(of: one.by)) asked for a retest: “\(one.words)”"
        }
        with = Self.with(item, since: findings.filter(\.isDisputed), in: view, context.time)
        isBlank = withdrawals.isEmpty && cases.isEmpty
    }

    /// What stands beside the withdrawal of a component, or `PageError.notFound` where it is not.
    init(
        _ id: ComponentID, of audit: AuditID, _ query: ConflictQuery, _ form: Form = Form(),
        in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        guard let component = view.components[id] else { throw PageError.notFound }
        let standing = try view.withdrawal(of: component)
        let isOpen = standing.isContested
        heading = component.label + (isOpen ? ": withdrawal to decide" : ": withdrawal")
        way = Way(around: .component(id), query, in: view, context)
        let list = PageFrame.Link("Conflicts", way.listHref)
        frame = try PageFrame(heading, .conflicts, of: view, behind: [list], in: context)
        let address = query.address(of: .component(id), in: view)
        self.address = address
        let control = context.catalogue(of: view).control(component.control)
        let place = "\(control?.title ?? component.control) on the \(component.screen) screen."
        lede = [place, way.position].compactMap(\.self).joined(separator: " ")
        stateHref = nil
        commentName = ""
        notices = []
        withdrawals =
            isOpen ? [WithdrawalPart(standing, in: view, at: address, form)] : []
        cases = []
        deciding = nil
        retest = nil
        asked = nil
        with = []
        isBlank = !isOpen
    }

    /// The one form with which all findings of the component state are decided.
    struct Deciding: Sendable {
        let context: String
        let reason: String
        let isWrong: Bool
    }

    /// The conflicts before and after this one, of those that were asked for.
    struct Way: Sendable {
        let listHref: String
        let previous: String?
        let following: String?
        /// Such as `Conflict 2 of 6.`; nil for what does not wait.
        let position: String?

        /// Where a condition names what is gone, there is no way but to the list of all.
        init(
            around subject: ConflictItem.Subject, _ query: ConflictQuery, in view: AuditView,
            _ context: PageContext
        ) {
            let queue = try? query.queue(in: view, context)
            listHref =
                queue == nil ? Address.conflicts(view.audit) : query.address(of: view.audit)
            let place = queue?.place(of: subject)
            previous = (place?.previous).map { query.address(of: $0.subject, in: view) }
            // What was decided just now is in the queue no more; its first one comes next.
            let next = place == nil ? queue?.items.first : place?.next
            following = next.map { query.address(of: $0.subject, in: view) }
            position = place.map { "Conflict \($0.number) of \(queue?.items.count ?? 0)." }
        }
    }

    struct Case: Sendable {
        /// The part of the address behind `#c-`.
        let anchor: String
        let statement: String
        let criterion: String
        let meta: [String]
        let sides: [Side]
        /// What stood before all of them; folded.
        let before: Side
        /// How it came to what holds, a sentence a step.
        let story: [String]
        let versions: VersionsTable
        let remarks: [ShownComment]
        /// Nil for whoever may not record.
        let remarkForm: CommentForm?
        let retestHref: String
        /// Nil for whoever may not decide.
        let form: DecideForm?

        /// - Parameter known: Nil for a criterion that the catalogue does not have.
        fileprivate init(
            _ finding: Finding, _ known: Criterion?, among all: ConflictSides, _ form: Form,
            in context: PageContext
        ) throws {
            let place = all.place
            let item = all.item
            let view = all.place.view
            anchor = finding.shortCriterion
            statement = known?.statement ?? finding.criterion
            criterion = finding.criterion
            meta = known.map { Array($0.wcagNames.prefix(1)) + [$0.basisWord] } ?? []
            let decide = DecideForm(finding, in: view, form)
            sides = all.sides(choosing: decide)
            before = try all.before(from: context.client)
            let explanation = view.explanation(of: finding, on: item)
            story = ExplanationStory(explanation, in: view, time: context.time.dated).lines
            versions = VersionsTable(FindingVersions(finding, on: item, in: view))
            remarks = finding.remarks(in: view, at: context.time)
            let comment = form.values(where: "comment", is: finding.criterion)?
                .text(TypedField.formName(.comment, finding.criterion))
            remarkForm =
                place.canRecord
                ? CommentForm(about: finding.criterion, typed: comment ?? "") : nil
            retestHref = "\(place.address)#c-\(finding.shortCriterion)"
            self.form = decide
        }
    }

    /// What one person says, what was decided, or what stood before.
    struct Side: Sendable {
        let tone: Tone
        let title: String
        var when = ""
        /// Where it is, or how it came about.
        let place: String
        let verdict: ShownJudgement
        let isDifferent: Bool
        var texts: [Words] = []
        var files: [EvidenceTile] = []
        /// Nil where it cannot be chosen.
        var holding: DecideForm.Holding?

        enum Tone: Sendable { case mine, theirs, base }
    }

    struct Words: Sendable {
        let name: String
        let text: String
        /// Whether it is what somebody heard, to be read letter by letter.
        var isQuote = false
        /// Whether another side has another text for it.
        var isDistinct = false
    }

    private static func heading(
        of place: StatePlace, _ item: StateItem, _ findings: [Finding]
    ) -> String {
        let name = "\(place.component.label), \(place.state.title.lowercased())"
        if findings.contains(where: \.isDisputed) { return "\(name): conflict" }
        return item.isContestedAsWhole || findings.contains(where: \.isContested)
            ? "\(name): withdrawal to decide" : "\(name): both sides"
    }

    private static func lede(
        _ place: StatePlace, _ findings: [Finding], _ way: Way
    ) -> String {
        let whereabouts = "\(place.whereabouts), \(place.environment.sentence)."
        let differing = findings.count(where: \.isDisputed)
        let count = counted(differing, "criterion", plural: "criteria")
        let verb = differing == 1 ? "differs" : "differ"
        return [whereabouts, differing == 0 ? nil : "\(count) \(verb).", way.position]
            .compactMap(\.self).joined(separator: " ")
    }

    private static func with(
        _ item: StateItem, since open: [Finding], in view: AuditView, _ time: PageTime
    ) -> [Fact] {
        let names = item.assignees.map {
            $0 == view.person.hex ? "You" : view.plan.assigneeWord($0)
        }
        let since = open.map(\.disputedSince).min()
        return Fact.all([
            ("With", names.isEmpty ? "Nobody yet" : AuditView.list(names)),
            ("By", names.isEmpty ? nil : DueDay(unixMilliseconds: item.due)?.words),
            ("Open since", since.map { time.dated(Date(unixMilliseconds: $0)) }),
        ])
    }

    private static func notices(on open: [Finding], in view: AuditView) -> [Notice] {
        let differing = open.filter { !$0.isChallenged }
        return [
            open.first(where: \.isChallenged).map { challenge(to: $0, in: view) },
            differing.isEmpty ? nil : disagreement(on: differing, in: view),
        ].compactMap(\.self)
    }

    private static func disagreement(on findings: [Finding], in view: AuditView) -> Notice {
        let count = findings.count == 1 ? "one criterion" : "\(findings.count) criteria"
        let sides = findings.map { Sides($0, in: view) }
        let names = Set(sides.flatMap(\.others).map(\.author)).map(view.plan.name(of:)).sorted()
        let people = (sides.allSatisfy(\.own.isEmpty) ? [] : ["You"]) + names
        let all = people.formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
        let verb = people.count == 1 ? "said different things about" : "disagree on"
        let decider = view.role == .lead ? "You decide" : "A lead decides"
        return Notice(
            .conflict, "\(all) \(verb) \(count)",
            "All verdicts are kept. \(decider); until then reports say that it is undecided.")
    }

    private static func challenge(to finding: Finding, in view: AuditView) -> Notice {
        let isLead = view.role == .lead
        let decider = finding.decisions.first?.author
        let decision =
            decider == view.person
            ? "your decision" : "the decision of \(decider.map(view.plan.name(of:)) ?? "a lead")"
        let stays = "The decision stays in effect until"
        if case .challenged(_, let challenges) = finding.effective, challenges == [.groundless] {
            let act = isLead ? "you confirm, change or lift" : "a lead confirms, changes or lifts"
            return Notice(
                .conflict, "\(decision.asBeginning) rests on what was taken back",
                "Nobody says any more what it settled. \(stays) \(act) it.",
                symbol: "m-challenged")
        }
        let act = isLead ? "you confirm or change" : "a lead confirms or changes"
        return Notice(
            .conflict, "New work challenges \(decision)", "\(stays) \(act) it.",
            symbol: "m-challenged")
    }
}
