package import Reading
package import Shared

/// Criteria that are off until a lead switches them on for an audit.
extension ClientCatalogues {
    /// Switches criteria by any of their ids, in one change; all of them or none.
    ///
    /// What was found under them stays, on or off.
    package func switchCriteria(
        on: [String], off: [String], in view: AuditView, _ catalogue: Catalogue
    ) throws {
        try view.requireLead("switch criteria on and off")
        let edits = try [(on, FieldValue.present), (off, nil)].flatMap { names, value in
            try names.map { name in
                let criterion = try catalogue.criterion(named: name)
                guard !criterion.isEnabled else {
                    throw AuditError.invalid(
                        "\(criterion.newestID) is judged in every audit; only inferred criteria "
                            + "are switched. See: accord audit criteria")
                }
                return FieldEdit(FieldID(.criterion, criterion.id), value)
            }
        }
        guard Set(edits.map(\.field)).count == edits.count else {
            throw AuditError.invalid("nothing was saved: one criterion is named twice")
        }
        try client.savePlan(edits, of: view)
    }

    /// On how many component states each of those criteria asks for a verdict when it is on.
    ///
    /// By id; a criterion without any is absent.
    package func work(
        of criteria: [Criterion], in view: AuditView, _ catalogue: Catalogue
    ) throws -> [String: Int] {
        var work: [String: Int] = [:]
        let ids = Set(criteria.map(\.id))
        let order = try view.workOrder(catalogue, enabling: ids)
        for place in order.allPlaces().flatMap(\.places) {
            for criterion in place.criteria where ids.contains(criterion.id) {
                work[criterion.id, default: 0] += 1
            }
        }
        return work
    }
}
