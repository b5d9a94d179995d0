package import Shared

/// One component state with its findings, as lists, pages and the conflict queue show it.
package struct StateItem: Sendable {
    package let id: StateID
    /// `Screen/Label@environment:state`.
    package let name: String
    /// Nil while the component is still to come.
    package let component: Component?
    /// The plain form.
    package let environment: String
    package let record: Record
    /// Ascending by criterion; a filter may have left some out.
    package var findings: [Finding]

    /// Findings that wait for a decision, or have a withdrawal and an edit side by side.
    package var conflicts: [Finding] { findings.filter(\.isConflict) }
    /// Findings on which verdicts differ, or a decision does not fit what stands.
    package var disputed: [Finding] { findings.filter(\.isDisputed) }

    package var withdrawal: Finding.Withdrawal {
        record.withdrawal(under: component?.withdrawals ?? [])
    }
    /// Whether the state or its component is withdrawn beside words that this does not cover.
    package var isContestedAsWhole: Bool { withdrawal.isContested }
    /// Whether the state or its component is withdrawn, and nothing stands beside that.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }

    /// - Parameter place: Its own.
    package func tally(at place: StatePlace) -> StateCounts {
        StateCounts(place, findings, isContested: isContestedAsWhole)
    }

    /// Whether the person asking may have anything to test.
    ///
    /// That is something that nobody has judged, or a second opinion.
    ///
    /// - Parameter place: Its own.
    package func isOpen(at place: StatePlace) -> Bool {
        let tally = tally(at: place)
        let view = place.view
        return tally.isOpen
            || view.isOpinionLeft(
                second: view.second(on: id, besides: assignees),
                beside: view.assignees(of: id, assignees), StateSummary.shares(of: record),
                asked: min(place.criteria.count, tally.total))
    }

    /// Ids as written; several while two assignments stand side by side.
    package var assignees: [String] {
        record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
    }

    /// The language that the screen reader was recorded to speak; nil for none.
    package var readerLanguage: String? {
        record.siblings(of: FieldID(.assistiveTechnologyLanguage)).newest?.value.text
    }

    /// By when it is to be judged, in Unix milliseconds; nil for no day of its own.
    package var due: Int64? {
        record.siblings(of: FieldID(.due)).compactMap(\.value.number).min()
    }
}

extension AuditView {
    /// Reads a record, which has to be a component state's; a nil policy is the plan's.
    package func item(_ record: Record, under policy: PolicyInForce? = nil) -> StateItem {
        guard case .state(_, let id) = record.key else {
            preconditionFailure("A component state is read from a component state's record.")
        }
        let component = components[id.component]
        let environment = environmentName(id.environment)
        let findings = record.findings(
            policy: policy ?? plan.policy, control: component?.control ?? "",
            environment: environment, withdrawals: component?.withdrawals ?? [])
        return StateItem(
            id: id, name: name(of: id), component: component, environment: environment,
            record: record, findings: findings)
    }
}

extension Finding {
    /// Whether it was taken back and nothing stands beside that, so that it is no part of the work.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }
    package var isContested: Bool { withdrawal.isContested }
}
