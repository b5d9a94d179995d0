package import Reading
package import Shared

extension ClientDecisions {
    /// Says which component states two people are to judge; nothing that was recorded changes.
    ///
    /// Whoever sends the same once more changes nothing.
    ///
    /// - Parameter opinions: Nil for none.
    package func setSecondOpinions(_ opinions: SecondOpinions?, in view: AuditView) throws {
        try view.requireLead("say what two people are to judge")
        let value = opinions.map { Drafts.text($0.text) }
        let record = try store.record(orEmpty: .plan(view.audit))
        let present = Set(record.siblings(of: .secondOpinions).map(\.value))
        guard present != Set([value].compactMap(\.self)) else { return }
        try client.savePlan([FieldEdit(.secondOpinions, value)], of: view)
    }
}

extension ClientQueries {
    /// The component states that are drawn, or would be, of the audit as it is here.
    package func drawn(
        by opinions: SecondOpinions, in view: AuditView, _ catalogue: Catalogue
    ) throws -> SecondOpinionProgress {
        try SecondOpinionProgress(of: opinions, in: coverage(of: view, catalogue))
    }
}
