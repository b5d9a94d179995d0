package import Reading
import Shared

extension [EvidenceItem] {
    /// Finds the file that somebody means: by its name, or by eight or more digits of its SHA-256.
    package func file(named name: String) throws(AuditError) -> EvidenceItem {
        let what = "file of this finding"
        var found = filter { $0.name == name }
        if found.isEmpty, name.utf8.count >= 8 {
            found = filter { $0.hash.hex.hasPrefix(name.lowercased()) }
        }
        guard let first = found.first else {
            let known = map { $0.name ?? String($0.hash.hex.prefix(12)) }
            throw .notFound(what: what, name: name, known: nearNames(to: name, among: known))
        }
        guard found.count == 1 else {
            let all = found.map { "\($0.hash.hex.prefix(12))  \($0.name ?? "")" }
            throw .ambiguous(what: what, name: name, candidates: all.sorted())
        }
        return first
    }
}

extension ClientEvidence {
    /// Records that a finding has a file no longer, whoever attached it.
    ///
    /// The bytes stay in the home, where other findings and audits may refer to them. Whoever
    /// attaches the same file meanwhile, not having seen this, keeps it attached.
    ///
    /// - Returns: How many findings of the audit still refer to the file.
    package func detach(
        _ file: EvidenceItem, of item: StateItem, in view: AuditView
    ) throws -> Int {
        try view.requireTester()
        let names = [.evidence, .evidenceName] + EvidenceWords.texts
        let fields =
            names.map { FieldID(criterion: file.criterion, $0, file.hash.hex) }
            + file.said.areas.map {
                FieldID(criterion: file.criterion, .evidenceArea, file.hash.hex, $0.id)
            }
        // Nothing else is in view: to detach a file does not take a withdrawal back.
        var form = FormContext(showing: item.record)
        form.shown = form.shown.filter { fields.contains($0.key) }
        let edits = fields.map { FieldEdit($0, nil) }
        try client.save(
            [RecordDraft(key: item.record.key, edits: edits, form: form)], in: view.audit)
        let references = try store.evidence.references(view.audit).count { $0.hash == file.hash }
        // It may wait to be sent; a program that ends before this forgets it with the next sync.
        if references == 0 { try store.evidence.forget([file.hash], of: view.audit) }
        return references
    }
}
