import Foundation
package import Reading
package import Shared
import Storage

extension ClientEvidence {
    package var folder: EvidenceFolder { EvidenceFolder(of: home) }

    /// Copies files into the home and records that a finding has them.
    ///
    /// The files are durable before anything refers to them: whatever ends this early leaves files
    /// that nothing refers to, never a finding without its file.
    ///
    /// - Throws: `AuditError.invalid` for a file that is empty, too large, or keeps its place.
    package func attach(
        _ sources: [EvidenceSource], to criterion: String, of item: StateItem, in view: AuditView,
        saying texts: EvidenceTexts = [:], location: LocationChoice = .keep
    ) throws -> [AttachedEvidence] {
        try view.requireTester()
        let attached = try sources.map { try folder.add($0, location: location) }
        return try attach(attached, to: criterion, of: item, in: view, saying: texts)
    }

    /// Records that a finding has files which are in the home already, and what each of them shows.
    ///
    /// - Returns: The files, each with whether the finding had it before.
    package func attach(
        _ attached: [AttachedEvidence], to criterion: String, of item: StateItem,
        in view: AuditView, saying texts: EvidenceTexts = [:]
    ) throws -> [AttachedEvidence] {
        try view.requireTester()
        try checkQuota(of: attached, in: view.audit)
        // Known ones too: somebody attached them whose laptop may never have sent the bytes.
        try store.evidence.queue(attached.map { ($0.hash, $0.size) }, of: view.audit)
        let texts = texts.filter { $0.value.contains { !$0.isWhitespace } }
        let key = item.record.key
        var edits: [Hash256: [FieldEdit]] = [:]
        var words: [Hash256: [FieldEdit]] = [:]
        let attached = attached.map { file in
            var file = file
            let field = FieldID(criterion: criterion, .evidence, file.hash.hex)
            let isNew = item.record.siblings(of: field).isEmpty
            if isNew { edits[file.hash] = Self.edits(of: file, criterion: criterion) }
            let said = Self.edits(of: file.hash, texts, criterion: criterion, on: item.record)
            if !said.isEmpty { words[file.hash] = said }
            file.isKnown = !isNew && said.isEmpty
            return file
        }
        let files = RecordDraft(
            key: key, edits: edits.values.flatMap(\.self), form: FormContext(showing: item.record))
        // A draft a file, so that long texts of many files need not fit into one change.
        try client.save(
            [files] + words.values.map { RecordDraft(key: key, edits: $0) }, in: view.audit)
        return attached
    }

    /// New files are refused from the quota on, so that findings still find room.
    private func checkQuota(of files: [AttachedEvidence], in audit: AuditID) throws {
        guard let quota = try store.quotas(audit)?.evidence else { return }
        let queued = Set(try store.evidence.toSend(audit).map(\.hash))
        let bytes = files.filter { !queued.contains($0.hash) }
            .reduce(UInt64(0)) { $0 + min($1.size, UInt64(UInt32.max)) }
        guard quota.adding(bytes).isExceeded, bytes > 0 else { return }
        throw AuditError.invalid(
            "with this your files in this audit would be more than its server grants you "
                + "(\(quota.percent) % are used). Nothing was attached, and findings go on being "
                + "saved. Ask whoever runs the server to grant more, then sync")
    }

    private static func edits(of file: AttachedEvidence, criterion: String) -> [FieldEdit] {
        let present = FieldEdit(FieldID(criterion: criterion, .evidence, file.hash.hex), .present)
        guard let name = file.name.map(Drafts.text) else { return [present] }
        let field = FieldID(criterion: criterion, .evidenceName, file.hash.hex)
        return [present, FieldEdit(field, name)]
    }

    /// Says what of an audit's evidence waits, and moves none.
    package func queued(_ audit: AuditID) throws -> EvidenceReport {
        try store.evidence.look(audit, in: folder)
        var report = EvidenceReport()
        report.toSend = try store.evidence.toSend(audit).count
        report.toFetch = try store.evidence.toFetch(audit).count
        return report
    }

    package func want(_ items: [EvidenceItem], of audit: AuditID) throws {
        try store.evidence.want(items.map(\.hash), of: audit)
    }

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

extension EvidenceQueue {
    /// Queues files that others refer to, or that this laptop has and never queued.
    ///
    /// What no finding refers to any more is neither sent nor fetched; its bytes stay in the home.
    func look(_ audit: AuditID, in folder: EvidenceFolder) throws {
        guard try !hasLooked(audit), let standing = try store.pull.standing(audit) else { return }
        let queued = try toSend(audit) + toFetch(audit)
        let known = Set((queued + (try exchanged(audit))).map(\.hash))
        let referredTo = Set(try references(audit).map(\.hash)).union(try setAside(audit))
        let kept = referredTo.union(try store.plan(audit)?.pin.map { [$0.files] } ?? [])
        try forget(known.subtracting(kept).sorted(), of: audit)
        let hashes = referredTo.subtracting(known)
        let here = hashes.sorted().compactMap { hash in
            folder.size(of: hash).map { (hash: hash, size: $0) }
        }
        try queue(here, of: audit)
        try want(hashes.subtracting(here.map(\.hash)).sorted(), of: audit)
        try noteLook(audit, root: standing.root)
    }
}

/// A file that is to be sent or fetched and did not get through.
package struct RefusedEvidence: Hashable, Sendable {
    /// What it is called, else the beginning of its hash.
    package let name: String
    /// What refused it, a clause.
    package let trouble: String
    package var words: String { "\(name): \(trouble)" }
}

extension ClientEvidence {
    /// Files that did not get through when they were last tried.
    package func refused(_ audit: AuditID) throws -> [RefusedEvidence] {
        let tasks = try store.evidence.toSend(audit) + store.evidence.toFetch(audit)
        let refused = tasks.filter { $0.trouble != nil }
        guard !refused.isEmpty else { return [] }
        let named = try store.evidence.references(audit).compactMap { reference in
            reference.name.map { (reference.hash, $0) }
        }
        let names = Dictionary(named) { first, _ in first }
        return refused.map { task in
            RefusedEvidence(
                name: names[task.hash] ?? String(task.hash.hex.prefix(12)),
                trouble: task.trouble ?? "")
        }
    }
}

extension EvidenceReference {
    /// What the file is called there, as far as a name may be shown.
    var name: String? {
        let field = FieldID(criterion: criterion, .evidenceName, hash.hex)
        return record.siblings(of: field).newest?.value.text.flatMap { EvidenceName.cleaned($0) }
    }
}

extension EvidenceQueue {
    /// What a file is called where a finding refers to it; nil where it has no name there.
    func name(of hash: Hash256, in audit: AuditID) throws -> String? {
        try references(audit).lazy.filter { $0.hash == hash }.compactMap(\.name).first
    }
}
