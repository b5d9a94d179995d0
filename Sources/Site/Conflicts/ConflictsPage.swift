import Client
import Foundation
import Reading
import Shared

/// What waits for a decision, a component state an item, and what a lead does with many of them.
struct ConflictsPage: Page {
    static let template = "conflicts"
    let frame: PageFrame
    let lede: String
    let notices: [Notice]
    let listAddress: String
    let filters: [Filter]
    /// Where the form of ticked items is sent, with what is shown.
    let address: String
    let items: [WaitingItem]
    let plan: [PlanPart]
    let shared: [Shared]
    /// Nil for whoever does not lead, and where nothing can be ticked.
    let bulk: Bulk?
    let emptyHeading: String
    let emptyText: String
    let resolvedHref: String
    let pager: Pager?

    /// - Parameters:
    ///   - form: One that came back.
    ///   - told: What was done just before.
    init(
        _ audit: AuditID, _ asked: ConflictQuery, _ form: Form = Form(),
        telling told: Notice? = nil,
        in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        let queue = try asked.queue(in: view, context)
        let onPage = Pager.rows(on: asked.page, of: queue.items.count)
        let typed = TickedConflicts(form.values)
        frame = try PageFrame("Conflicts", .conflicts, of: view, in: context)
        lede = Self.lede(queue)
        notices = [told, form.refusal].compactMap(\.self)
        listAddress = Address.conflicts(audit)
        filters = asked.filters(in: view, catalogue)
        address = asked.address(of: audit, page: asked.page)
        items = try queue.items[onPage].enumerated().map { number, item in
            try WaitingItem(item, number, typed, asked, catalogue, in: view, context)
        }
        plan = queue.plan.map {
            PlanPart(
                planName: $0.name(in: view).asBeginning, planRegister: $0.address,
                planWords: $0.words(in: view),
                planChoices: view.role == .lead ? $0.values(in: view).map(\.words) : [])
        }
        shared = queue.shared.map { Shared($0, in: view) }
        bulk = items.contains { $0.tick != nil } ? Bulk(typed, in: view) : nil
        let isWhole = !asked.isSet
        emptyHeading =
            isWhole
            ? (queue.isEmpty ? "No open conflicts" : "No other conflicts")
            : "No conflict of that kind"
        emptyText =
            isWhole
            ? (queue.isEmpty
                ? "New ones appear here when laptops sync."
                : "On findings nothing waits for a decision.")
            : "Choose something else above, or show all of them."
        resolvedHref = "\(listAddress)?show=resolved"
        pager = Pager("Conflicts", onPage, of: queue.items.count) {
            asked.address(of: audit, page: $0)
        }
    }

    private static func lede(_ queue: ConflictQueue) -> String {
        guard !queue.isEmpty else { return "None is open." }
        let states = queue.items.filter { $0.state != nil }
        let challenged = queue.items.flatMap(\.findings).count(where: \.isChallenged)
        let withdrawals = queue.items.count(where: \.hasWithdrawal)
        let differing = queue.findingCount - challenged
        let parts = [
            differing == 0
                ? nil
                : "\(counted(differing, "criterion", plural: "criteria")) on which verdicts differ",
            challenged == 0
                ? nil : "\(counted(challenged, "decision")) that new work challenges",
            withdrawals == 0 ? nil : counted(withdrawals, "contested withdrawal"),
            queue.plan.isEmpty ? nil : "\(counted(queue.plan.count, "part")) of the plan",
            queue.shared.isEmpty
                ? nil : "\(counted(queue.shared.count, "name")) of several components",
        ].compactMap(\.self)
        let what = AuditView.list(parts)
        guard !states.isEmpty else { return "\(what.asBeginning). Nothing is lost." }
        let wait = states.count == 1 ? "waits" : "wait"
        return "\(counted(states.count, "component state")) \(wait): \(what). "
            + "Nothing is lost: all verdicts are kept."
    }

    /// A part of the plan in which different values stand.
    struct PlanPart: Sendable {
        let planName: String
        let planRegister: String
        /// What stands, and what holds until a lead chooses.
        let planWords: String
        /// The values, for a lead to choose one; empty for whoever does not lead.
        let planChoices: [String]
    }

    /// A name that several components bear, and where each of them is renamed or linked.
    struct Shared: Sendable {
        let sharedName: String
        let bearers: [PageFrame.Link]

        init(_ shared: SharedName, in view: AuditView) {
            sharedName = shared.name
            bearers = zip(shared.ids, shared.components).map {
                PageFrame.Link($0, Address.plan($1.id, of: view.audit))
            }
        }
    }

    /// What is done with ticked items, with all who can be chosen.
    struct Bulk: Sendable {
        let to: [Choice]
        let by: String
        let holds: [Choice]
        let reason: String

        init(_ typed: TickedConflicts, in view: AuditView) {
            to = ([("", "Choose a person or group")] + view.assignable)
                .map { Choice($0.0, $0.1, chosen: typed.to) }
            by = typed.by
            holds = typed.holding(in: view)
            reason = typed.reason
        }
    }
}

/// What ticked conflicts are to become, as it was typed.
struct TickedConflicts: Sendable {
    /// Addresses of component states, ascending.
    let paths: [String]
    let to: String
    let by: String
    let holds: String
    let reason: String

    private static let personFront = "person."

    init(_ form: SubmittedForm) {
        paths = form.values(of: "pick.").sorted()
        to = form.trimmed("to")
        by = form.trimmed("by")
        holds = form.trimmed("holds")
        reason = form.text("reason") ?? ""
    }

    /// Whose verdict may hold, in words.
    func holding(in view: AuditView) -> [Choice] {
        let people = view.plan.people.filter { $0.value.role != .reader }
            .map { (Self.personFront + $0.key.hex, "What \($0.value.name) says") }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        return ([("", "Choose"), ("gravest", "The gravest verdict that stands")] + people)
            .map { Choice($0.0, $0.1, chosen: holds) }
    }

    /// - Throws: `AuditError.invalid` for what can be mended in the form.
    func holder(in view: AuditView) throws -> CommonDecision.Holder {
        switch holds {
        case "": throw AuditError.invalid("choose what holds on each")
        case "gravest": return .gravest
        default:  // open set: a form may say anything
            guard holds.hasPrefix(Self.personFront),
                let person = PersonID(hex: String(holds.dropFirst(Self.personFront.count)))
            else { throw PageError.badForm }
            guard view.plan.people[person] != nil else {
                throw AuditError.invalid("whoever was chosen is not in the team any more")
            }
            return .person(person)
        }
    }

    /// The component states that are ticked, each of this audit.
    func states(in view: AuditView) throws -> [StateID] {
        guard !paths.isEmpty else { throw AuditError.invalid("tick conflicts first") }
        guard paths.count <= ClientDecisions.togetherMax else {
            throw ClientDecisions.tooMany(paths.count)
        }
        return try paths.map { path in
            guard let names = StatePlace.Names(path: path), names.audit == view.audit.hex,
                let id = StateID(names, in: view)
            else { throw PageError.badForm }
            return id
        }
    }
}

extension StateID {
    /// What an address names; nil for a component or an environment that the audit does not have.
    init?(_ names: StatePlace.Names, in view: AuditView) {
        let environment = view.plan.environments.values.first { $0.plain == names.environment }
        guard let component = ComponentID(hex: names.component), let environment,
            view.components[component] != nil
        else { return nil }
        self.init(
            component: component, environment: environment.id,
            round: names.round ?? view.plan.currentRound, state: names.state)
    }
}
