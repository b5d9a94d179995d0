package import Reading
package import Shared
import Storage

/// What became of a file whose place was taken out after it had been attached.
package struct LocationRemoval: Sendable {
    /// The file that stands in its stead.
    package let hash: Hash256
    /// Whether the server has at least a part of the earlier file.
    package let wasSent: Bool
}

extension ClientEvidence {
    /// Whether a file that is here says where it was made; false where that cannot be read.
    package func saysPlace(_ file: EvidenceItem) -> Bool {
        guard file.size != nil,
            let bytes = try? DiskFile(folder.path(of: file.hash), for: .reading)
        else { return false }
        return (try? FileLocation.settle(.keep, in: bytes)) == .kept
    }

    /// Puts a copy without the place in the stead of a file, with all that was said and marked.
    ///
    /// The copy is attached, durably, before the file is detached. Its bytes are removed here once
    /// nothing on this laptop refers to them; who has them already keeps them.
    ///
    /// - Throws: `AuditError.invalid` for a file of which it cannot be said that the place is out.
    package func takeOutPlace(
        of file: EvidenceItem, of item: StateItem, in view: AuditView
    ) throws -> LocationRemoval {
        try view.requireTester()
        let source = try EvidenceSource(path: folder.path(of: file.hash), name: file.name)
        var copy = try folder.add(source, location: .remove)
        guard copy.location == .removed else {
            throw AuditError.invalid(
                "the file says no place where it was made")
        }
        copy.name = file.name
        let sent =
            try store.evidence.exchanged(view.audit)
            + store.evidence.toSend(view.audit).filter { $0.moved > 0 }
        let texts: [FieldName: String?] = [
            .evidenceShows: file.said.shows, .evidenceCaption: file.said.caption,
            .evidenceHeard: file.said.heard,
        ]
        _ = try attach(
            [copy], to: file.criterion, of: item, in: view,
            saying: texts.compactMapValues(\.self))
        try moveMarks(of: file, to: copy.hash, of: item, in: view)
        let after = try client.view(view.audit)
        if try detach(file, of: after.item(item.id), in: after) == 0 {
            try removeBytes(file.hash)
        }
        return LocationRemoval(
            hash: copy.hash, wasSent: sent.contains { $0.hash == file.hash })
    }

    private func moveMarks(
        of file: EvidenceItem, to copy: Hash256, of item: StateItem, in view: AuditView
    ) throws {
        let edits = file.said.areas.map {
            FieldEdit(
                FieldID(criterion: file.criterion, .evidenceArea, copy.hex, $0.id),
                Drafts.text($0.text))
        }
        guard !edits.isEmpty else { return }
        try client.save([RecordDraft(key: item.record.key, edits: edits)], in: view.audit)
    }

    /// Removes a file that no audit of this laptop refers to.
    private func removeBytes(_ hash: Hash256) throws {
        for audit in try store.audits()
        where try store.evidence.references(audit).contains(where: { $0.hash == hash }) { return }
        try DurableFolder.remove(folder.path(of: hash))
    }
}
