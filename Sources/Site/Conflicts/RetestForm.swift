import Reading
import Shared

/// The form with which a lead asks somebody to test a component state again.
struct RetestForm: Sendable {
    /// The criterion's full id, where the comment stands.
    let retestCriterion: String
    let testers: [Choice]
    let day: String
    let look: String
    let isWrong: Bool

    /// Nil for whoever does not lead, and where nothing is open.
    init?(on findings: [Finding], _ form: Form, in view: AuditView) {
        guard view.role == .lead, let first = findings.first(where: \.isDisputed) else {
            return nil
        }
        let typed = form.values.text("retest") == nil ? nil : form.values
        retestCriterion = first.criterion
        testers = ([("", "Choose")] + view.assignable).map {
            Choice($0.0, $0.1, chosen: typed?.text("tester") ?? "")
        }
        day = typed?.trimmed("by") ?? ""
        look = typed?.text("look") ?? ""
        isWrong = typed != nil && form.refusal != nil
    }
}
