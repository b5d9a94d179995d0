import Client
import Reading
import Shared

/// What a form of the plan's page asks to change.
struct PlanChanging {
    let form: SubmittedForm
    let view: AuditView
    let context: PageContext

    /// Where the page goes on afterwards.
    var address: String { Address.plan(view.audit) + PlanQuery(form).query(page: 1) }

    /// Nil when it was done.
    func run() throws -> PlanRefusal? {
        switch form.text("do") {
        case "environments":
            let typed = EnvironmentForm(form)
            do {
                let wanted = try typed.environments(by: context.catalogue(of: view))
                try context.client.planning.add(wanted, in: view)
                return nil
            } catch AuditError.invalid(let reason) {
                return PlanRefusal(reason, environments: typed)
            }
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }
}

/// Why nothing of a plan was changed, with what was typed.
struct PlanRefusal: Sendable {
    let notice: Notice
    let environments: EnvironmentForm?

    init(_ reason: String, environments: EnvironmentForm? = nil) {
        notice = Notice(.error, "Nothing was changed", reason.asSentence, isAlert: true)
        self.environments = environments
    }
}
