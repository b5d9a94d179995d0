package import Shared

/// What a policy would make of the findings as they stand; nothing is written.
package struct PolicyPreview: Sendable {
    /// Findings of which something else would hold.
    package let altered: [Altered]

    /// A finding before and after.
    package struct Altered: Sendable {
        /// The component state's name.
        package let state: String
        /// The full id.
        package let criterion: String
        /// What holds now.
        package let before: Effective
        /// What would hold.
        package let after: Effective
    }
}

extension AuditClient {
    /// Holds a policy against every finding on which verdicts can differ.
    package func preview(_ policy: Policy, in view: AuditView) throws -> PolicyPreview {
        var altered: [PolicyPreview.Altered] = []
        try store.records(view.audit, kind: .state, sharedOnly: true) { record in
            let item = view.item(record)
            let after = record.findings(
                policy: .one(policy), control: item.component?.control ?? "",
                environment: item.environment, withdrawals: item.component?.withdrawals ?? [])
            for (before, after) in zip(item.findings, after)
            where before.effective != after.effective {
                altered.append(
                    PolicyPreview.Altered(
                        state: item.name, criterion: before.criterion, before: before.effective,
                        after: after.effective))
            }
        }
        return PolicyPreview(
            altered: altered.sorted { ($0.state, $0.criterion) < ($1.state, $1.criterion) })
    }
}
