package import Shared

/// A finding for which something else would hold under another policy.
package struct AlteredFinding: Sendable {
    /// The component state's name.
    package let state: String
    /// The full id.
    package let criterion: String
    package let before: Effective
    package let after: Effective
}

extension ClientDecisions {
    /// Holds a policy against every finding on which verdicts can differ; nothing is written.
    package func preview(_ policy: Policy, in view: AuditView) throws -> [AlteredFinding] {
        var altered: [AlteredFinding] = []
        try store.records(view.audit, kind: .state, sharedOnly: true) { record in
            let item = view.item(record)
            let after = view.item(record, under: .one(policy)).findings
            altered += zip(item.findings, after).filter { $0.effective != $1.effective }.map {
                AlteredFinding(
                    state: item.name, criterion: $0.criterion, before: $0.effective,
                    after: $1.effective)
            }
        }
        return altered.sorted { ($0.state, $0.criterion) < ($1.state, $1.criterion) }
    }
}
