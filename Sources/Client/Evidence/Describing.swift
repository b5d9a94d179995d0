import Foundation
package import Reading
package import Shared

/// What somebody says of files while attaching or describing them; empty takes away what was said.
package typealias EvidenceTexts = [FieldName: String]

extension ClientEvidence {
    /// Records what a file shows, its caption, and what is heard in it; durable when this returns.
    ///
    /// - Parameter form: What the writer had in view; nil for the record as it stands.
    /// - Returns: Whether anything was written; what the form showed is not.
    package func describe(
        _ file: EvidenceItem, _ texts: EvidenceTexts, of item: StateItem, in view: AuditView,
        showing form: FormContext? = nil
    ) throws -> Bool {
        try view.requireTester()
        let edits = Self.edits(of: file.hash, texts, criterion: file.criterion, on: item.record)
        try save(edits, of: item, in: view, showing: form)
        return !edits.isEmpty
    }

    /// Marks an area of a picture, which is never changed, only taken away.
    ///
    /// - Throws: `AuditError.invalid` for what is no picture, or not here to be seen, and for more
    ///   areas than a picture may have.
    package func mark(
        _ area: MarkedArea, on file: EvidenceItem, of item: StateItem, in view: AuditView
    ) throws {
        try view.requireTester()
        guard file.type?.kind == .picture else {
            throw AuditError.invalid(
                "only a picture that is on this laptop has areas to mark. Nothing was written")
        }
        guard file.said.areas.count < EvidenceWords.areasMax else {
            throw AuditError.invalid(
                "a picture has at most \(EvidenceWords.areasMax) marked areas. Nothing was "
                    + "written. Remove a mark first, or attach the picture to another finding")
        }
        let field = FieldID(criterion: file.criterion, .evidenceArea, file.hash.hex, area.id)
        try save([FieldEdit(field, Drafts.text(area.text))], of: item, in: view)
    }

    /// Takes a marked area away.
    ///
    /// - Returns: Whether it was there; nothing is written where it is gone already.
    package func unmark(
        _ area: String, on file: EvidenceItem, of item: StateItem, in view: AuditView
    ) throws -> Bool {
        try view.requireTester()
        let field = FieldID(criterion: file.criterion, .evidenceArea, file.hash.hex, area)
        guard !item.record.siblings(of: field).isEmpty else { return false }
        try save([FieldEdit(field, nil)], of: item, in: view)
        return true
    }

    /// An id that no other area has.
    package static func areaID(using generator: inout some RandomNumberGenerator) -> String {
        let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// What texts change of what stands; a text that stands already is not written again.
    static func edits(
        of file: Hash256, _ texts: EvidenceTexts, criterion: String, on record: Record
    ) -> [FieldEdit] {
        EvidenceWords.texts.compactMap { name in
            guard let typed = texts[name] else { return nil }
            let field = FieldID(criterion: criterion, name, file.hex)
            let siblings = record.siblings(of: field)
            let text = typed.withLineFeeds.trimmed
            guard !text.isEmpty else { return siblings.isEmpty ? nil : FieldEdit(field, nil) }
            let value = Drafts.text(name == .evidenceCaption ? text.oneLine : text)
            return siblings.map(\.value.typed) == [value] ? nil : FieldEdit(field, value)
        }
    }

    /// Nothing else is in view: to describe a file does not take a withdrawal back.
    private func save(
        _ edits: [FieldEdit], of item: StateItem, in view: AuditView,
        showing form: FormContext? = nil
    ) throws {
        guard !edits.isEmpty else { return }
        let fields = Set(edits.map(\.field))
        var form = form ?? FormContext(showing: item.record)
        form.shown = form.shown.filter { fields.contains($0.key) }
        try client.save(
            [RecordDraft(key: item.record.key, edits: edits, form: form)], in: view.audit)
    }
}

extension EvidenceItem {
    /// What is missing for those who cannot see or hear it; nil for nothing, or while it is away.
    package var missing: String? {
        switch type?.kind {
        case .picture where said.shows == nil: "Needs a description"
        case .video where said.shows == nil && said.heard == nil: "Needs words"
        case .sound where said.heard == nil: "Needs words"
        case .picture, .video, .sound, .other, nil: nil
        }
    }
}

extension EvidenceItem {
    /// That its bytes are not what its name says, in a sentence; nil where they are.
    package var doubt: String? { type?.doubt(of: name) }
}

extension AttachedEvidence {
    package var doubt: String? { type?.doubt(of: name) }
}

extension EvidenceType {
    fileprivate func doubt(of name: String?) -> String? {
        brokenPromise(of: name).map { "Not what its name says: \($0), but \(mediaType)" }
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
