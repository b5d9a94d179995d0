package import Shared

/// What waits for a decision in one place: on a component state, or on a withdrawn component.
package struct ConflictItem: Sendable {
    package let subject: Subject
    /// As commands name it.
    package let name: String
    /// Nil while the component is still to come.
    package let component: Component?
    /// The plain form; empty for a component as a whole.
    package let environment: String
    /// Those on which verdicts differ or a decision is challenged, ascending by criterion.
    ///
    /// They are told by a summary, so they have no texts, lists and files.
    package let findings: [Finding]
    package let hasWithdrawal: Bool
    /// Whose it is, as written on the component state itself.
    package let assignees: [String]
    /// The oldest that waits, in Unix milliseconds: of a finding its last verdict.
    package let since: Int64

    /// Where it is.
    package enum Subject: Hashable, Sendable {
        case state(StateID)
        case component(ComponentID)
    }

    /// What is to be decided; the first that fits says how urgent it is.
    package enum Kind: String, CaseIterable, Comparable, Sendable {
        /// Later work speaks against a decision.
        case challenged
        /// Whether it passes is in doubt.
        case outcome
        /// All say that it fails, and not how badly or whose defect it is.
        case severity
        /// Something stands beside a withdrawal.
        case withdrawal
        /// Leads have written different values, or one name is borne by several components.
        case plan

        package static func < (one: Kind, other: Kind) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
    }

    /// All that fit, without what the audit's plan alone has.
    package var kinds: Set<Kind> {
        Set(findings.map(\.conflictKind)).union(hasWithdrawal ? [.withdrawal] : [])
    }

    /// How grave the gravest verdict is on what differs; -1 where none is.
    package var gravity: Int { said.map(\.gravity).max() ?? -1 }
    /// That of the gravest failure that anybody says; nil where nobody does.
    package var severity: Severity? { said.compactMap(\.severity).max() }

    private var said: [Judgement] { findings.flatMap(\.saidValues).compactMap(\.self) }

    /// Nil for a component.
    package var state: StateID? {
        if case .state(let id) = subject { id } else { nil }
    }
}

extension ConflictItem {
    /// Nil where nothing of it waits.
    init?(_ state: DisputedState, matching filter: AuditFilter, in view: AuditView) {
        let disputed = state.findings.filter { $0.isDisputed && filter.lets($0) }
        let contested = state.contestedWithdrawals
        let hasWithdrawal =
            !contested.isEmpty && filter.letsWithdrawals(by: contested.map(\.author))
        guard !disputed.isEmpty || hasWithdrawal else { return nil }
        let moments =
            disputed.map(\.disputedSince) + (hasWithdrawal ? contested.map(\.wallTime) : [])
        self.init(
            subject: .state(state.id), name: view.name(of: state.id),
            component: view.components[state.id.component],
            environment: view.environmentName(state.id.environment), findings: disputed,
            hasWithdrawal: hasWithdrawal, assignees: state.assignees, since: moments.min() ?? 0)
    }

    /// A component beside whose withdrawal something stands.
    init(_ component: Component) {
        self.init(
            subject: .component(component.id), name: component.name, component: component,
            environment: "", findings: [], hasWithdrawal: true, assignees: [],
            since: component.withdrawals.map(\.wallTime).max() ?? 0)
    }
}

extension Finding {
    /// When the last verdict was written, in Unix milliseconds: how old the disagreement is.
    package var disputedSince: Int64 { judgements.map(\.wallTime).max() ?? changed ?? 0 }

    /// What each verdict and decision says; nil for what a later version wrote.
    fileprivate var saidValues: [Judgement?] {
        judgements.map(\.value.judgement) + decisions.map(\.value.decision?.judgement)
    }

    package var conflictKind: ConflictItem.Kind {
        if case .challenged = effective { return .challenged }
        return Set(saidValues.map(\.?.outcome)).count > 1 ? .outcome : .severity
    }
}
