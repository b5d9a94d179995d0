package import Foundation
package import Shared
import Storage

package import struct Shared.Record

/// One file that a finding refers to, as lists show it.
package struct EvidenceItem: Sendable {
    package let hash: Hash256
    /// What it was called; nil without a name.
    package let name: String?
    /// The component state.
    package let id: StateID
    /// The component state's name.
    package let state: String
    /// The full id.
    package let criterion: String
    /// Who attached it.
    package let author: PersonID
    /// When the file was attached, by the clock of that laptop.
    package let addedAt: Date
    /// The replica of the laptop on which the file was attached.
    package let replica: ReplicaID
    /// Bytes; nil while the file is not here.
    package let size: UInt64?
    /// Nil while the file is not here.
    package let type: EvidenceType?
    package let place: Place

    /// Where a file is, as far as this laptop knows.
    package enum Place: String, CaseIterable, Sendable {
        /// On this laptop and on the server.
        case here
        /// On this laptop alone.
        case toSend = "to-send"
        /// Not here; its laptop has not sent it, or it was not fetched yet.
        case pending
    }
}

extension AuditClient {
    /// Every file that the audit's findings refer to, by component state and criterion.
    package func evidence(of view: AuditView) throws -> [EvidenceItem] {
        let shelf = try shelf(of: view)
        return try store.evidence.references(view.audit).map(shelf.item)
    }

    /// The files that the findings of one component state refer to, by criterion.
    package func evidence(of record: Record, in view: AuditView) throws -> [EvidenceItem] {
        let references = record.evidenceReferences
        return references.isEmpty ? [] : references.map(try shelf(of: view).item)
    }

    /// What tells of each reference where its file is.
    func shelf(of view: AuditView) throws -> EvidenceList {
        EvidenceList(
            view: view, folder: evidence,
            toSend: Set(try store.evidence.toSend(view.audit).map(\.hash)))
    }

    /// Copies a file to where somebody wants it, under a name that no other file there has.
    ///
    /// - Throws: `ClientError.notFound` for a file that is not here.
    package func copy(_ item: EvidenceItem, to folder: URL) throws -> URL {
        guard evidence.size(of: item.hash) != nil else {
            throw ClientError.notFound(
                what: "evidence on this laptop", name: String(item.hash.hex.prefix(12)), known: [])
        }
        let front = item.hash.hex.prefix(12)
        let name = item.name ?? "\(front).\(item.type?.fileExtension ?? "bin")"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in [name, "\(front)-\(name)"] {
            let target = folder.appending(path: name)
            if FileManager.default.fileExists(atPath: target.path) {
                let file = try DiskFile(target.path, for: .reading)
                guard try file.hash() == item.hash else { continue }
            } else {
                try FileManager.default.copyItem(
                    at: URL(fileURLWithPath: evidence.path(of: item.hash)), to: target)
            }
            return target
        }
        throw ClientError.invalid("\(name) is there already, with other content")
    }
}

/// The files of one audit on this laptop, beside what its findings refer to.
struct EvidenceList {
    let view: AuditView
    let folder: EvidenceFolder
    let toSend: Set<Hash256>

    func item(_ reference: EvidenceReference) -> EvidenceItem {
        let hash = reference.hash
        let size = folder.size(of: hash)
        let field = FieldID(criterion: reference.criterion, .evidenceName, hash.hex)
        let name = reference.record.siblings(of: field).newest?.value.text
        let item = view.item(reference.record)
        return EvidenceItem(
            hash: hash, name: name.flatMap { EvidenceName.cleaned($0) }, id: item.id,
            state: item.name, criterion: reference.criterion,
            author: reference.sibling.author,
            addedAt: Date(unixMilliseconds: reference.sibling.wallTime),
            replica: reference.sibling.dot.replica,
            size: size, type: size == nil ? nil : folder.type(of: hash),
            place: size == nil ? .pending : toSend.contains(hash) ? .toSend : .here)
    }
}
