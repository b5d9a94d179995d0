package import Reading
import Shared

/// The standards by whose clauses an audit's findings are grouped.
extension ClientCatalogues {
    /// Adds and removes lenses by id, in one change; all of them or none.
    ///
    /// No finding is altered by it. One of a later version can be removed, not added.
    package func changeLenses(
        adding added: [String], removing removed: [String], in view: AuditView
    ) throws {
        try view.requireLead("say by which lenses findings are grouped")
        let present = view.plan.lenses
        let new = try added.map { try Lens.find($0).id }
        let gone = try removed.map { name in
            let id = name.lowercased()
            return present.contains(id) ? id : try Lens.find(name).id
        }
        if let both = Set(new).intersection(gone).min() {
            throw AuditError.invalid("nothing was saved: \(both) is added and removed")
        }
        let edits =
            Set(new).subtracting(present).sorted().map { FieldEdit(FieldID(.lens, $0), .present) }
            + Set(gone).intersection(present).sorted().map { FieldEdit(FieldID(.lens, $0), nil) }
        if !edits.isEmpty { try client.savePlan(edits, of: view) }
    }
}
