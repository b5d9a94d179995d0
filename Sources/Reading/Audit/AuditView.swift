package import Shared

/// One audit as somebody sees it; component states are read when they are asked for.
package struct AuditView: Sendable {
    package let names: AuditNames
    package let records: any AuditRecords
    package let person: PersonID
    /// All under which she has written, `person` among them.
    package let ids: Set<PersonID>
    /// How the register `assignee` names her: herself, and each of her groups.
    private let mine: Set<String>
    /// How far a server has confirmed the chains that were written or imported here.
    private let confirmed: [ReplicaID: UInt64]
    /// Changes of these of which a server said what only a later version knows.
    private let open: Set<Dot>

    package init(
        names: AuditNames, records: any AuditRecords, person: PersonID, ids: Set<PersonID> = [],
        confirmed: [ReplicaID: UInt64] = [:], open: Set<Dot> = []
    ) {
        self.names = names
        self.records = records
        self.person = person
        let ids = ids.union([person])
        self.ids = ids
        let groups = names.plan.groups.filter {
            $0.value.members.contains(where: ids.contains)
        }
        mine = Set(
            groups.keys.map { Assignee.group($0).text }
                + ids.map { Assignee.person($0).text })
        self.confirmed = confirmed
        self.open = open
    }

    package var plan: Plan { names.plan }
    package var audit: AuditID { plan.audit }
    /// Withdrawn ones too; a component state may be here before its component.
    package var components: Components { names.components }
    /// Registers of the plan and of names in which different values stand: a lead chooses.
    package var contested: [ContestedRegister] { names.contested }
    /// Nil when the roster does not have the person asking.
    package var role: Role? { plan.role(of: person) }

    /// What may wait for a person on component states, or was settled.
    package func disputes() throws -> Disputes { try records.disputes(in: self) }

    package func withdrawnWork() throws -> WithdrawnWork { try disputes().withdrawn }

    /// Whether its component was withdrawn: what that covers of it no summary tells.
    package func isUnderWithdrawal(_ id: StateID) -> Bool {
        components[id.component].map { !$0.withdrawals.isEmpty } ?? false
    }

    /// Whether a write of this laptop, or imported here, still waits for a server to confirm it.
    ///
    /// A decision is shown as "proposed" until then, because the server may set it aside.
    package func isProposed(_ sibling: Sibling) -> Bool {
        open.contains(sibling.dot)
            || confirmed[sibling.dot.replica].map { sibling.dot.n > $0 } ?? false
    }

    /// Who is to do a component, as written; none where it is nobody's, or a group's that is gone.
    package func assignees(of component: ComponentID) -> [String] {
        (names.assignees[component] ?? []).filter { text in
            guard case .group(let group) = Assignee(text) else { return true }
            return plan.groups[group] != nil
        }
    }

    /// What was given to a group that is gone, and to nobody else: a lead gives it anew.
    package var stranded: [Component] {
        components.filter {
            names.assignees[$0.id] != nil && $0.withdrawals.isEmpty
                && assignees(of: $0.id).isEmpty
        }
    }

    /// Whether the person asking wrote it, under whichever of her ids.
    ///
    /// What came in her name by no device known to be hers is not hers.
    package func isOwn(_ sibling: Sibling) -> Bool {
        ids.contains(sibling.author) && sibling.unplaced == nil
    }

    /// Whether the register `assignee` names the person asking, or a group of hers.
    package func isMine(_ assignee: String) -> Bool { mine.contains(assignee) }

    /// Whether the person asking is to do a state; `own`, its assignees, go before its component's.
    ///
    /// She is too where she was drawn for a second opinion.
    package func isAssigned(_ state: StateID, to own: [String]) -> Bool {
        assignees(of: state, own).contains(where: isMine)
            || second(on: state, besides: own).map(ids.contains) ?? false
    }

    /// Who is to do a component state, as written: its own assignees, else its component's.
    func assignees(of state: StateID, _ own: [String]) -> [String] {
        own.isEmpty ? names.assignees[state.component] ?? [] : own
    }

    /// Who is second on a component state of the current round; nil where it is not drawn.
    ///
    /// - Parameter own: As `isAssigned` has it.
    package func second(on state: StateID, besides own: [String]) -> PersonID? {
        guard let opinions = plan.secondOpinions, draws(state, by: opinions) else { return nil }
        return second(on: state, besides: own, by: opinions)
    }

    /// Whether two people are to judge a component state, by one draw.
    func draws(_ state: StateID, by opinions: SecondOpinions) -> Bool {
        means(state, by: opinions) && opinions.draws(state, in: plain(state.environment))
    }

    /// Whether a component state of the current round is one of those among which it is drawn.
    func means(_ state: StateID, by opinions: SecondOpinions) -> Bool {
        guard state.round == plan.currentRound, let component = components[state.component],
            let environment = plan.environments[state.environment]?.plain
        else { return false }
        return opinions.concerns.allSatisfy { concern, values in
            switch concern {
            case .control: values.contains(component.control)
            case .environment: values.contains(environment)
            case .screen: values.contains(NaturalKey.folded(component.screen))
            }
        }
    }

    /// Who is second on a component state that is drawn; nil where nobody is left for it.
    func second(
        on state: StateID, besides own: [String], by opinions: SecondOpinions
    ) -> PersonID? {
        let assignees = assignees(of: state, own)
        let people = opinions.people.filter { person in
            guard let role = plan.role(of: person), role != .reader else { return false }
            return !assignees.contains(Assignee.person(person).text)
        }
        return opinions.second(on: state, in: plain(state.environment), among: people)
    }

    /// In what is drawn among, every environment is one of the plan.
    private func plain(_ environment: EnvironmentID) -> String {
        plan.environments[environment]?.plain ?? ""
    }

    /// Whether the person asking is to judge a component state which others may be done with.
    ///
    /// - Parameters:
    ///   - second: Nil where two are not asked for.
    ///   - shares: Who has how many verdicts on it.
    ///   - asked: How many it needs of each.
    func isOpinionLeft(
        second: PersonID?, beside assignees: [String],
        _ shares: [PersonID: StateSummary.Share], asked: Int
    ) -> Bool {
        guard let second, asked > 0 else { return false }
        let done = shares.filter { $0.value.verdicts >= asked }.keys
        guard !done.contains(where: ids.contains) else { return false }
        return ids.contains(second)
            || assignees.contains(where: isMine) && done.allSatisfy { $0 == second }
    }

    /// Stops what only leads may do, before anything is saved.
    package func requireLead(_ what: String) throws(AuditError) {
        guard role == .lead else { throw .notAllowed("only a lead of the audit may \(what)") }
    }

    /// What the only lead of a team should do before she leaves; nil where there are others.
    package var onlyLeadWords: String? {
        let leads = plan.people.filter { $0.value.role == .lead }
        guard role == .lead, leads.count <= 1, plan.people.count > 1 else { return nil }
        return "You are the only lead. Before you leave make somebody else one: without a lead "
            + "nothing is decided, and only whoever runs the server can name one."
    }

    /// Stops a reader, whose changes the server would set aside.
    package func requireTester() throws(AuditError) {
        guard role == .reader else { return }
        throw .notAllowed("you are a reader of this audit; ask a lead to make you a tester")
    }

    /// Stops recording with another catalogue than the audit's: ids could mean something else.
    package func requirePinned(_ catalogue: Catalogue) throws(AuditError) {
        guard let pinned = plan.catalogue, pinned != catalogue.pin.text else { return }
        throw .catalogueDiffers(pinned: pinned, found: catalogue.pin)
    }
}
