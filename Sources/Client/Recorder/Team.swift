package import Reading
package import Shared

extension ClientTeam {
    /// Puts somebody into the team; who is in it already gets that name and role.
    ///
    /// - Throws: `AuditError` for anybody but a lead; nothing was saved.
    package func add(
        _ person: PersonID, named name: String, as role: Role, to view: AuditView
    ) throws {
        try view.requireLead("add people")
        try requireLead(besides: person, unless: role, in: view)
        try client.savePlan(Drafts.person(person, name: name, role: role), of: view)
    }

    /// Changes what somebody may do; nil takes her out, and what she recorded stays.
    ///
    /// - Throws: `AuditError` for anybody but a lead, and for the only lead; nothing was saved.
    package func change(_ person: PersonID, to role: Role?, in view: AuditView) throws {
        try view.requireLead("change roles")
        try requireLead(besides: person, unless: role, in: view)
        let edit = FieldEdit(FieldID(.person, person.hex, "role"), role.map(FieldValue.role))
        try client.savePlan([edit], of: view)
    }

    /// A server would reject the change that leaves an audit without a lead.
    private func requireLead(
        besides person: PersonID, unless role: Role?, in view: AuditView
    ) throws(AuditError) {
        let leads = view.plan.people.filter { $0.value.role == .lead }
        guard role != .lead, leads[person] != nil, leads.count == 1 else { return }
        throw .invalid(
            "\(view.plan.name(of: person)) is the only lead of the audit; make somebody else a "
                + "lead first")
    }
}
