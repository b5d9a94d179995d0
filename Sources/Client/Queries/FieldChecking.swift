package import Reading
package import Shared

extension ClientFieldChecks {
    private var seen: SeenCheckStore { SeenCheckStore(store: store) }

    /// What is worth a question, with how many of it were there when it was seen last; 0 for never.
    package func asked(
        of view: AuditView, _ catalogue: Catalogue?
    ) throws -> [(question: FieldChecks.Question, seen: Int)] {
        try view.requireLead("see field checks")
        let counts = try seen.counts(of: view.audit)
        return try FieldChecks(in: view, catalogue).questions.map {
            ($0, counts[$0.subject] ?? 0)
        }
    }

    /// Takes them for seen until there is more of one; no other laptop learns of it.
    ///
    /// - Parameter counts: By `FieldChecks.Question.subject`, as they were shown.
    package func markSeen(_ counts: [String: Int], in audit: AuditID) throws {
        try seen.note(counts, in: audit)
    }
}
