import Client
import Reading
import Shared

/// One form on which a lead, or its author, decided what becomes of a contested withdrawal.
struct WithdrawalDeciding {
    private let client: AuditClient
    private let view: AuditView
    private let form: SubmittedForm
    private let standing: WithdrawalStatus

    /// Does what the form asks for; durable when this returns.
    func run() throws {
        guard form.text("shows") == standing.fingerprint else {
            throw AuditError.invalid(
                "something was written here meanwhile. Nothing was changed: look, then decide")
        }
        switch form.text("act") {
        case "lift": try lift()
        case "withdraw":
            try view.requireLead("withdraw what others said")
            guard !form.reason.isEmpty
            else { throw AuditError.invalid("write the reason: everybody who judged it reads it") }
            try withdraw(form.reason)
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }

    private func lift() throws {
        switch standing.subject {
        case .component(let component):
            try client.withdrawals.liftWithdrawal(of: component, in: view)
        case .state(let item): try client.withdrawals.liftWithdrawal(of: item.record, in: view)
        case .finding(let item, let criterion):
            try client.withdrawals.liftWithdrawal(of: item.record, criteria: [criterion], in: view)
        }
    }

    private func withdraw(_ reason: String) throws {
        switch standing.subject {
        case .component(let component):
            try client.withdrawals.withdraw(component, reason: reason, in: view)
        case .state(let item):
            try client.withdrawals.withdraw(item, criteria: [], reason: reason, in: view)
        case .finding(let item, let criterion):
            try client.withdrawals.withdraw(item, criteria: [criterion], reason: reason, in: view)
        }
    }
}

extension WithdrawalDeciding {
    /// - Throws: `PageError.badForm` for a form about something else.
    init(_ form: SubmittedForm, on place: StatePlace, in context: PageContext) throws {
        let item = try place.view.item(place.id)
        let name = form.text("withdrawal")
        var all = item.contestedWithdrawals
        if let component = item.component, !component.withdrawals.isEmpty {
            all.append(try place.view.withdrawal(of: component))
        }
        guard let standing = all.first(where: { $0.formName == name })
        else { throw PageError.badForm }
        self.init(client: context.client, view: place.view, form: form, standing: standing)
    }

    /// - Throws: `PageError.notFound` for a component that is not here.
    init(
        _ form: SubmittedForm, on id: ComponentID, of view: AuditView, in context: PageContext
    ) throws {
        guard let component = view.components[id] else { throw PageError.notFound }
        let standing = try view.withdrawal(of: component)
        self.init(client: context.client, view: view, form: form, standing: standing)
    }
}

extension WithdrawalStatus {
    /// What a form about it is named by: `component`, `state` or the criterion's full id.
    var formName: String {
        switch subject {
        case .component: "component"
        case .state: "state"
        case .finding(_, let criterion): criterion
        }
    }
}
