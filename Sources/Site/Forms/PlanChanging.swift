import Client
import Reading
import Shared

/// What a form of the plan's page asks to change.
struct PlanChanging {
    let form: SubmittedForm
    let view: AuditView
    let context: PageContext

    private var planning: ClientPlanning { context.client.planning }

    /// - Throws: `AuditError.invalid` for what can be mended in the form.
    /// - Returns: What the page that follows tells; nil for nothing.
    func run() throws -> PlanQuery.Done? {
        // A button is a word, and where it stands in a list, what it is for.
        let words = (form.text("do") ?? "").split(separator: " ").map(String.init)
        guard let act = words.first else { throw PageError.badForm }
        return try change(act, Array(words.dropFirst()))
    }

    private func change(_ act: String, _ what: [String]) throws -> PlanQuery.Done? {
        switch act {
        case "environments":
            let wanted = try EnvironmentForm(form).environments(by: context.catalogue(of: view))
            try planning.add(wanted, in: view)
        case "ticked": return try changeTicked()
        case "move", "move-screen":
            let component = try component(what.first)
            let move = what.last.flatMap(Move.init)
            guard what.count == 2, let move else { throw PageError.badForm }
            if act == "move" {
                let isElsewhere = try planning.move(component, move, in: view)
                return PlanQuery.Done(
                    isElsewhere ? .moved : .stays, component.id, at: "\(move.button)-")
            }
            let isElsewhere = try planning.moveScreen(
                component.screen, try screens(move), in: view)
            return PlanQuery.Done(
                isElsewhere ? .moved : .stays, component.id, at: "screen-\(move.button)-")
        case "restore":
            let component = try component(what.first)
            try context.client.withdrawals.liftWithdrawal(of: component, in: view)
            return PlanQuery.Done(.restored, component.id)
        case "due": try planning.setDue(try day("audit-due"), in: view)
        case "group":
            let members = form.names(after: "member.").map { PersonID(hex: $0) }
            guard !members.contains(nil) else { throw PageError.badForm }
            try planning.setGroup(
                form.trimmed("group"), members: Set(members.compactMap(\.self)), in: view)
            return groupsChanged
        case "group-remove":
            guard let group = what.first.flatMap({ GroupID(hex: $0) }) else {
                throw PageError.badForm
            }
            try planning.removeGroup(group, in: view)
            return groupsChanged
        default: throw PageError.badForm  // open set: a form may say anything
        }
        return nil
    }

    private var groupsChanged: PlanQuery.Done {
        var done = PlanQuery.Done(.groups, 1)
        done.anchor = "groups"
        return done
    }

    private typealias Move = ClientPlanning.Move

    /// A component of this audit, or `badForm`.
    private func component(_ hex: String?) throws -> Component {
        guard let found = hex.flatMap({ ComponentID(hex: $0) }).flatMap({ view.components[$0] })
        else { throw PageError.badForm }
        return found
    }

    /// A page names a screen by one of its components, whose ids need no care in a form.
    private func screens(_ move: Move) throws -> Move {
        switch move {
        case .up, .down, .top: move
        case .before(let id): .before(try component(id).screen)
        case .behind(let id): .behind(try component(id).screen)
        }
    }

    private func day(_ field: String) throws(AuditError) -> DueDay? {
        let typed = form.trimmed(field)
        return typed.isEmpty ? nil : try DueDay(typed)
    }

    /// Does with ticked components what is filled in: one button, so that Enter presses no other.
    private func changeTicked() throws -> PlanQuery.Done {
        let typed = TickedForm(form)
        let ticked = try typed.components.sorted().map { try component($0) }
        let whole = try typed.screens.sorted().flatMap {
            view.components(onScreen: try component($0).screen)
        }
        let all = Set(ticked + whole).filter(\.withdrawals.isEmpty).sorted { $0.id < $1.id }
        guard !all.isEmpty else { throw AuditError.invalid("tick components or a screen first") }
        let assignee = try typed.assignee(in: view)
        let due = try typed.day()
        let reason = form.reason
        let isAssigned = assignee != nil || due != nil
        guard reason.isEmpty else {
            guard !isAssigned else {
                throw AuditError.invalid("withdraw them or say whose they are, not both at once")
            }
            try context.client.withdrawals.withdraw(all, reason: reason, in: view)
            return PlanQuery.Done(.withdrawn, all.count)
        }
        guard isAssigned else {
            throw AuditError.invalid("say whose the ticked components are, by when, or why they go")
        }
        try planning.assign(
            all.map { .component(view.audit, $0.id) }, to: assignee ?? .asItIs,
            due: due ?? .asItIs, in: view)
        return PlanQuery.Done(.assigned, all.count)
    }
}

/// What is to become of ticked components, as it was typed.
struct TickedForm: Sendable {
    static let nobody = "nobody"
    let whose: String
    let due: String
    let hasNoDay: Bool
    let reason: String
    let components: Set<String>
    /// Each named by one of its components.
    let screens: Set<String>

    init(_ form: SubmittedForm) {
        whose = form.trimmed("assignee")
        due = form.trimmed("due")
        hasNoDay = form.text("no-day") != nil
        reason = form.text("reason") ?? ""
        components = Set(form.names(after: "pick."))
        screens = Set(form.names(after: "pick-screen."))
    }

    /// Nil to leave it as it is.
    func assignee(in view: AuditView) throws -> ClientPlanning.Update<Assignee>? {
        guard !whose.isEmpty else { return nil }
        guard whose != Self.nobody else { return .set(nil) }
        switch Assignee(whose) {
        case .person(let person) where view.plan.people[person] != nil: return .set(.person(person))
        case .group(let group) where view.plan.groups[group] != nil: return .set(.group(group))
        case .person, .group:
            throw AuditError.invalid("whoever was chosen is not in the team any more")
        case nil: throw PageError.badForm
        }
    }

    func day() throws(AuditError) -> ClientPlanning.Update<DueDay>? {
        guard hasNoDay else { return due.isEmpty ? nil : .set(try DueDay(due)) }
        guard due.isEmpty else {
            throw .invalid("name a day or tick “Without a day”, not both at once")
        }
        return .set(nil)
    }
}

extension ClientPlanning.Move {
    /// The button that is pressed once more to go on in the same direction.
    fileprivate var button: String {
        switch self {
        case .up, .top, .before: "up"
        case .down, .behind: "down"
        }
    }
}
