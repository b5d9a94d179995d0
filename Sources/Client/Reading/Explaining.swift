package import Shared

extension AuditView {
    /// Replays how a finding came to what holds of it.
    package func explanation(of finding: Finding, on item: StateItem) -> Explanation {
        Explanation(
            finding, policy: plan.policy,
            subject: PolicySubject(
                control: item.component?.control ?? "", state: item.id.state,
                environment: item.environment, criterion: finding.criterion))
    }
}
