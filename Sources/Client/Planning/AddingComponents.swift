package import Reading
package import Shared

extension ClientPlanning {
    /// What lines would add; saves nothing.
    ///
    /// - Parameter text: Lines, or rows pasted from a spreadsheet (`ComponentRows`).
    /// - Throws: `AuditError` for whoever may not add any, and for more than is read at once.
    package func preview(
        _ text: String, in view: AuditView, _ catalogue: Catalogue
    ) throws(AuditError) -> PlanPreview {
        try PlanPreview(text, in: view, catalogue)
    }

    /// Adds what is good of some lines, all in one transaction.
    package func add(_ preview: PlanPreview, in view: AuditView) throws {
        try client.save(preview.drafts(in: view.audit), in: view.audit)
    }

    /// Adds one component, with these states or its usual ones.
    package func add(
        _ component: PlannedComponent, _ states: [PlannedState], in view: AuditView
    ) throws {
        try view.requireTester()
        try client.save([component.draft(in: view.audit, states)], in: view.audit)
    }

    /// Adds environments to test in; those that are there already say nothing new.
    package func add(_ environments: [Environment], in view: AuditView) throws {
        try view.requireTester()
        try client.savePlan(environments.flatMap(Drafts.environment), of: view)
    }
}
