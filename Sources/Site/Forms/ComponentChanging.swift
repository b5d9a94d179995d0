import Client
import Reading
import Shared

/// What a form of one component's page in the plan asks to change.
struct ComponentChanging {
    let component: Component
    let form: SubmittedForm
    let view: AuditView
    let context: PageContext

    /// - Throws: `AuditError.invalid` for what can be mended in the form.
    func run() throws -> PlanQuery.Done {
        let client = context.client
        switch form.text("do") {
        case "name":
            try client.planning.renameComponent(
                component, screen: form.trimmed("screen"), label: form.trimmed("label"),
                showing: try shown(), in: view)
        case "states": try setStates()
        case "same":
            let name = form.trimmed("same")
            try client.planning.link(
                component, to: name.isEmpty ? nil : try found(name), in: view)
        case "top":
            let isElsewhere = try client.planning.move(component, .top, in: view)
            return PlanQuery.Done(isElsewhere ? .moved : .stays, component.id)
        case "withdraw":
            guard !form.reason.isEmpty else {
                throw AuditError.invalid("say why it is withdrawn, for whoever tests it")
            }
            try client.withdrawals.withdraw([component], reason: form.reason, in: view)
            return PlanQuery.Done(.withdrawn, component.id)
        case "restore":
            try client.withdrawals.liftWithdrawal(of: component, in: view)
            return PlanQuery.Done(.restored, component.id)
        default: throw PageError.badForm  // open set: a form may say anything
        }
        return PlanQuery.Done(.renamed, component.id)
    }

    /// What the form had in view: what a colleague wrote meanwhile stays beside it.
    private func shown() throws -> FormContext {
        let key = RecordKey.component(view.audit, component.id)
        let record = try context.client.queries.record(key)
        guard let token = form.text("context"),
            let shown = FormContext(token: token, showing: record)
        else { throw PageError.badForm }
        return shown
    }

    private func setStates() throws {
        let control = context.catalogue(of: view).control(component.control)
        let all = (control?.platforms ?? []).flatMap { platform in
            platform.states.map { PlannedState(platform: platform.id, state: $0.id) }
        }
        // What the catalogue does not have was not in the form, and stays.
        let strange = component.plannedStates.filter { !all.contains($0) }
        let wanted = all.filter { form.text("state.\($0.platform).\($0.state)") != nil }
        try context.client.planning.setStates(
            wanted + strange, of: component, showing: try shown(), in: view)
    }

    /// A name that nobody knows is a mistake of typing, and no page that is missing.
    private func found(_ name: String) throws(AuditError) -> Component {
        do throws(AuditError) {
            return try view.component(named: name)
        } catch {
            throw .invalid(ReportedError(error).message)
        }
    }
}
