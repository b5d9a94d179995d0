package import Shared

/// What of an audit's component states may wait for a person, or was settled.
///
/// It is told by summaries, so it has no words: whoever shows one reads its record.
package struct Disputes: Sendable {
    private let byID: [StateID: DisputedState]
    /// What withdrawals take out of the work.
    package let withdrawn: WithdrawnWork

    /// - Parameters:
    ///   - states: Those with a contested summary, and all of withdrawn components.
    ///   - components: The withdrawn ones.
    package init(_ states: [StateID: DisputedState], under components: [Component]) {
        byID = states
        withdrawn = WithdrawnWork(components, states.mapValues(\.withdrawals))
    }

    /// In no order.
    package var states: some Collection<DisputedState> { byID.values }

    package subscript(id: StateID) -> DisputedState? { byID[id] }
}

/// One component state that may wait for a person, or was settled.
package struct DisputedState: Sendable {
    package let id: StateID
    private let component: Component?
    private let environment: String
    /// What stands on it that a judgement alone does not tell, by register, without its words.
    private let registers: [(field: FieldID, siblings: [Sibling])]
    /// Those of the contested criteria, without texts, lists and files; ascending by criterion.
    package let findings: [Finding]
    /// How withdrawals around and on it stand.
    package let withdrawals: WithdrawnWork.State
    /// As `StateItem.assignees`.
    package let assignees: [String]

    /// - Parameters:
    ///   - summary: Of all that stands where its component was withdrawn.
    ///   - component: Nil while it is still to come.
    ///   - environment: In its plain form.
    init(
        _ id: StateID, _ summary: StateSummary, component: Component?, environment: String,
        policy: PolicyInForce
    ) {
        self.id = id
        self.component = component
        self.environment = environment
        registers = summary.registers
        findings = Self.findings(
            in: registers, of: id, component, environment: environment, under: policy)
        withdrawals = WithdrawnWork.State(registers, under: component?.withdrawals ?? [])
        assignees = summary.assignees
    }

    /// What its findings would be under another policy.
    func findings(under policy: PolicyInForce) -> [Finding] {
        Self.findings(in: registers, of: id, component, environment: environment, under: policy)
    }

    private static func findings(
        in registers: [(field: FieldID, siblings: [Sibling])], of id: StateID,
        _ component: Component?, environment: String, under policy: PolicyInForce
    ) -> [Finding] {
        Finding.all(
            in: registers, of: id, policy: policy, control: component?.control ?? "",
            environment: environment, withdrawals: component?.withdrawals ?? [])
    }

    /// Whether verdicts differ that nothing has settled, or a decision does not fit what stands.
    package var isDisputed: Bool { findings.contains(where: \.isDisputed) }
    /// Whether the state or its component is withdrawn beside words that this does not cover.
    package var isContestedAsWhole: Bool {
        if case .contested = withdrawals.withdrawal { true } else { false }
    }
    /// Whether a list of conflicts has it.
    package var isConflict: Bool { isContestedAsWhole || findings.contains(where: \.isConflict) }
    /// Whether a withdrawal of the state itself or of a finding waits for a lead.
    package var hasContestedWithdrawals: Bool { !contestedWithdrawals.isEmpty }
    /// Those of the state itself and of its findings beside which something stands.
    package var contestedWithdrawals: [Sibling] {
        (isContestedAsWhole ? registers.withdrawals : [])
            + findings.filter(\.withdrawal.isContested).flatMap(\.withdrawals)
    }
}
