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
    let listHref: String
    /// The form on which it is judged again; nil for a component.
    let stateHref: String?
    let address: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    let notices: [Notice]
    let withdrawals: [WithdrawalPart]
    /// Open conflicts before settled ones, then in the catalogue's order.
    let cases: [Case]
    let isBlank: Bool

    init(_ place: StatePlace, _ form: Form = Form(), in context: PageContext) throws {
        let view = place.view
        let item = try view.item(place.id)
        let evidence = try context.client.evidence.items(of: item.record, in: view)
        let catalogue = context.catalogue(of: view)
        let compared = item.findings.filter {
            $0.isDisputed || $0.isSettledConflict || ($0.isContested && !$0.withdrawals.isEmpty)
        }
        let findings = compared.filter(\.isDisputed) + compared.filter { !$0.isDisputed }
        heading = Self.heading(of: place, item, findings)
        listHref = Address.conflicts(view.audit)
        let list = PageFrame.Link("Conflicts", listHref)
        frame = try PageFrame(heading, .conflicts, of: view, behind: [list], in: context)
        lede = "\(place.whereabouts), \(place.environment.sentence)"
        stateHref = place.address
        let address = Address.conflict(place.id, in: view)
        self.address = address
        commentName = context.client.recording.commentName.hex
        notices =
            [form.values.text("comment").flatMap { _ in form.refusal }].compactMap(\.self)
            + Self.notices(on: findings.filter(\.isDisputed), in: view)
        var contested = item.contestedWithdrawals
        if let component = item.component, !component.withdrawals.isEmpty {
            let standing = try view.withdrawal(of: component)
            if standing.isContested { contested.insert(standing, at: 0) }
        }
        withdrawals = contested.map { WithdrawalPart($0, in: view, at: address, form) }
        cases = try findings.map {
            try Case(
                $0, catalogue.criterion($0.criterion),
                among: ConflictSides(
                    place: place, item: item, finding: $0, evidence: evidence,
                    context: context),
                form, in: context)
        }
        isBlank = withdrawals.isEmpty && cases.isEmpty
    }

    /// What stands beside the withdrawal of a component, or `PageError.notFound` where it is not.
    init(
        _ id: ComponentID, of audit: AuditID, _ form: Form = Form(), in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        guard let component = view.components[id] else { throw PageError.notFound }
        let standing = try view.withdrawal(of: component)
        let isOpen = standing.isContested
        heading = component.label + (isOpen ? ": withdrawal to decide" : ": withdrawal")
        listHref = Address.conflicts(audit)
        let list = PageFrame.Link("Conflicts", listHref)
        frame = try PageFrame(heading, .conflicts, of: view, behind: [list], in: context)
        address = Address.conflict(id, of: audit)
        let control = context.catalogue(of: view).control(component.control)
        lede = "\(control?.title ?? component.control) on the \(component.screen) screen"
        stateHref = nil
        commentName = ""
        notices = []
        withdrawals =
            isOpen ? [WithdrawalPart(standing, in: view, at: address, form)] : []
        cases = []
        isBlank = !isOpen
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
            sides = try all.sides()
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
            self.form = DecideForm(finding, of: item, at: place, form)
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

/// The sides of one conflict: each verdict that stands, each decision, and what was before.
struct ConflictSides {
    let place: StatePlace
    let item: StateItem
    let finding: Finding
    let evidence: [EvidenceItem]
    let context: PageContext

    private var view: AuditView { place.view }

    /// Decisions, then one's own verdicts, then those of others, then what stood before all.
    func sides() throws -> [ConflictPage.Side] {
        let sides = Sides(finding, in: view)
        return try finding.decisions.map(decision) + (sides.own + sides.others).map(verdict)
            + [before(from: context.client)]
    }

    private func decision(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = view.isOwn(sibling)
        let decided = sibling.value.decision
        let reason = decided?.reason.string ?? "Of a later version"
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Your decision" : "Decision of \(view.plan.name(of: sibling.author))",
            when: context.time.dated(Date(unixMilliseconds: sibling.wallTime)),
            place: view.isProposed(sibling)
                ? "On this \(context.place), in effect once the server has it" : "In effect",
            verdict: ShownJudgement(decided?.judgement), isDifferent: finding.isChallenged,
            texts: [ConflictPage.Words(name: "Reason", text: reason)])
    }

    private func verdict(_ sibling: Sibling) -> ConflictPage.Side {
        let author = sibling.author
        let isMine = view.isOwn(sibling)
        let files = evidence.filter { $0.criterion == finding.criterion && $0.author == author }
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Yours" : view.whose(sibling),
            when: context.time.dated(Date(unixMilliseconds: sibling.wallTime)),
            place: standing(of: sibling), verdict: ShownJudgement(sibling.value.judgement),
            isDifferent: Set(finding.judgements.map(\.value)).count > 1 || finding.isChallenged,
            texts: texts(of: author),
            files: files.map { EvidenceTile($0, in: view, at: context.place) })
    }

    /// Where a verdict is, and whether its writer knew what it stands against.
    private func standing(of sibling: Sibling) -> String {
        var words =
            view.isProposed(sibling) ? ["On this \(context.place), not on the server yet"] : []
        let against = finding.decisions + finding.judgements.filter { $0.edit != sibling.edit }
        if !against.isEmpty {
            let hasSeen = against.contains { sibling.knew.contains($0.edit) }
            words.append(hasSeen ? "Knew another side" : "Knew no other side")
        }
        return words.joined(separator: ". ")
    }

    private func texts(of author: PersonID) -> [ConflictPage.Words] {
        FieldName.findingTexts.compactMap { name in
            let siblings = finding.texts[name] ?? []
            let text = siblings.filter { $0.author == author }.newest?.value.text
            guard let text, !text.isEmpty else { return nil }
            return ConflictPage.Words(
                name: name.register.title, text: text, isQuote: name == .heard,
                isDistinct: Set(siblings.map(\.value)).count > 1)
        }
    }

    private func before(from client: AuditClient) throws -> ConflictPage.Side {
        let field = FieldID(criterion: finding.criterion, .judgement)
        let replaced = item.record.replaced(in: field)
        let own = try client.queries.ownJudgements(
            by: Set(replaced), in: field, of: item.record.key.audit)
        let earlier = replaced.compactMap { own[$0] }.first
        let (place, verdict): (String, ShownJudgement) =
            if replaced.isEmpty {
                ("Nobody had judged it", ShownJudgement(mark: Badge(.untested)))
            } else if let earlier {
                ("Your earlier verdict, replaced since", ShownJudgement(earlier))
            } else {
                (
                    "An earlier verdict, replaced since",
                    ShownJudgement(mark: Badge(.untested, "Replaced"))
                )
            }
        return ConflictPage.Side(
            tone: .base, title: "Before", place: place, verdict: verdict, isDifferent: false)
    }
}

/// The versions that stand on one finding, as a table and a sentence for every two of them.
struct VersionsTable: Sendable {
    /// The version of the component state, such as `{09c1:4, 7f3a:12}`.
    let context: String
    let writes: [Write]
    let relations: [String]

    init(_ versions: FindingVersions) {
        context = versions.contextText
        writes = versions.writes.map {
            Write(
                dot: versions.notation.text($0.dot), who: versions.name($0),
                says: versions.says($0), seen: versions.seen(by: $0), knew: versions.knew($0))
        }
        relations = versions.sentences
    }

    struct Write: Sendable {
        let dot: String
        let who: String
        let says: String
        let seen: String
        let knew: String
    }
}

extension Record {
    /// The edits that live writes of a register have replaced, and that live no more.
    fileprivate func replaced(in field: FieldID) -> Set<EditID> {
        let live = changes.flatMap { entry in entry.live.map { entry.change.body.writes[$0] } }
        return Set(live.filter { $0.field == field }.flatMap(\.replaces))
            .subtracting(siblings(of: field).map(\.edit))
    }
}
