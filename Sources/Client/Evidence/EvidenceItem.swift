package import Foundation
package import Reading
package import Shared
import Storage

/// One file that a finding refers to, as lists show it.
package struct EvidenceItem: Sendable {
    package let hash: Hash256
    package let name: String?
    /// What people say of it in this finding.
    package let said: EvidenceWords
    package let id: StateID
    package let state: String
    package let criterion: String
    package let author: PersonID
    /// When the file was attached, by the clock of that laptop.
    package let addedAt: Date
    /// The replica of the laptop on which the file was attached.
    package let replica: ReplicaID
    /// In bytes; nil while the file is not here.
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

extension ClientEvidence {
    /// Every file that the audit's findings refer to, by component state and criterion.
    package func items(of view: AuditView) throws -> [EvidenceItem] {
        try store.evidence.references(view.audit).map(shelf(of: view))
    }

    /// The files that the findings of one component state refer to, by criterion.
    package func items(of record: Record, in view: AuditView) throws -> [EvidenceItem] {
        let references = record.evidenceReferences
        return try references.isEmpty ? [] : references.map(shelf(of: view))
    }

    /// What tells of each reference where its file is.
    func shelf(of view: AuditView) throws -> (EvidenceReference) -> EvidenceItem {
        let folder = self.folder
        let toSend = Set(try store.evidence.toSend(view.audit).map(\.hash))
        return { reference in
            let hash = reference.hash
            let sibling = reference.sibling
            let size = folder.size(of: hash)
            let registers = reference.record.registers().filter {
                $0.field.criterion == reference.criterion
            }
            let item = view.item(reference.record)
            return EvidenceItem(
                hash: hash, name: reference.name,
                said: EvidenceWords(of: hash.hex, in: registers), id: item.id,
                state: item.name, criterion: reference.criterion, author: sibling.author,
                addedAt: Date(unixMilliseconds: sibling.wallTime), replica: sibling.dot.replica,
                size: size, type: size == nil ? nil : folder.type(of: hash),
                place: size == nil ? .pending : toSend.contains(hash) ? .toSend : .here)
        }
    }

    /// Copies a file to where somebody wants it, under a name that no other file there has.
    ///
    /// - Throws: `AuditError.notFound` for a file that is not here; `StorageError`.
    package func copy(_ item: EvidenceItem, to folder: URL) throws -> URL {
        let front = String(item.hash.hex.prefix(12))
        guard self.folder.size(of: item.hash) != nil
        else { throw AuditError.notFound(what: "evidence on this laptop", name: front, known: []) }
        let name = item.name ?? "\(front).\(item.type?.fileExtension ?? "bin")"
        try DurableFolder.make(folder.path)
        for name in [name, "\(front)-\(name)"] {
            let target = folder.appending(path: name)
            guard DurableFolder.isTaken(target.path) else {
                let source = self.folder.path(of: item.hash)
                try DurableFolder.copy(source, to: target.path, replacing: false)
                return target
            }
            let present = try? DiskFile(target.path, for: .reading)
            if try present?.hash() == item.hash { return target }
        }
        throw AuditError.invalid("\(name) is there already, with other content")
    }
}

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
