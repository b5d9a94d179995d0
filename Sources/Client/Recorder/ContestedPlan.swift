package import Reading
import Shared

extension ClientDecisions {
    /// Chooses one of the values that stand in a register of the plan, or of components' names.
    ///
    /// - Parameters:
    ///   - name: As `ContestedRegister.name(in:)`, or its address.
    ///   - choice: The value in words, or its number in the list, from 1.
    @discardableResult
    package func choose(
        register name: String, as choice: String, in view: AuditView
    ) throws -> (register: String, value: String) {
        try view.requireLead("choose in the plan")
        let wanted = NaturalKey.folded(name)
        let contested = view.contested
        let register = contested.first {
            $0.address == name || NaturalKey.folded($0.name(in: view)) == wanted
        }
        guard let register else {
            throw AuditError.notFound(
                what: "part of the plan in which different values stand", name: name,
                known: contested.map { $0.name(in: view) })
        }
        let values = register.values(in: view)
        let text = NaturalKey.folded(choice)
        let index =
            values.firstIndex { NaturalKey.folded($0.words) == text }
            ?? values.indices.first { String($0 + 1) == choice }
        guard let index else {
            throw AuditError.notFound(
                what: "value that stands there", name: choice, known: values.map(\.words))
        }
        let keys =
            register.components.isEmpty
            ? [RecordKey.plan(view.audit)]
            : register.components.map { RecordKey.component(view.audit, $0) }
        let drafts = try keys.map { key in
            RecordDraft(
                key: key, act: register.components.isEmpty ? .plan : .edit,
                edits: [FieldEdit(register.field, values[index].value)],
                form: FormContext(showing: try store.record(orEmpty: key)))
        }
        try client.save(drafts, in: view.audit)
        return (register.name(in: view), values[index].words)
    }
}
