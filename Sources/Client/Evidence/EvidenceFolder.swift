import Foundation
package import Shared
import Storage

/// `HOME/evidence`: files named by their SHA-256, and what of others has come so far.
package struct EvidenceFolder: Sendable {
    private let folder: URL

    package init(of home: ClientHome) { folder = home.folder.appending(path: "evidence") }

    package func path(of hash: Hash256) -> String { folder.appending(path: hash.hex).path }

    /// Up to so many bytes of a file from a place on; none behind its end.
    package func read(_ hash: Hash256, _ count: Int, at offset: UInt64) throws -> [UInt8] {
        try DiskFile(path(of: hash), for: .reading).read(count, at: offset)
    }

    package func size(of hash: Hash256) -> UInt64? { FileStatus(of: path(of: hash))?.size }

    /// Every file that is here, ascending, whatever refers to it.
    func files() -> [Hash256] {
        DurableFolder.names(in: folder.path).compactMap { [UInt8](hex: $0) }
            .compactMap { Hash256(bytes: $0) }
    }

    package func receive() throws -> EvidenceIntake {
        try DurableFolder.make(folder.path)
        return EvidenceIntake(into: self, draft: try FileDraft(in: folder.path))
    }

    /// Copies what a source reads, durable and under its hash when this returns.
    ///
    /// - Throws: `AuditError.invalid` for nothing at all or too much; nothing is kept then.
    func add(
        _ source: EvidenceSource, location: LocationChoice = .keep
    ) throws -> AttachedEvidence {
        let intake = try receive()
        while let piece = try source.handle.read(upToCount: DiskFile.pieceBytes), !piece.isEmpty {
            try piece.withUnsafeBytes { try intake.take($0) }
        }
        var attached = try intake.complete(name: nil, location: location)
        attached.name = source.name
        return attached
    }

    /// The file in which bytes of a blob are gathered; what came earlier is in it.
    func part(of hash: Hash256) throws -> DiskFile {
        try DurableFolder.make(folder.path)
        return try DiskFile(partPath(of: hash), for: .writing)
    }

    func gathered(of hash: Hash256) -> UInt64 { FileStatus(of: partPath(of: hash))?.size ?? 0 }

    /// Gives gathered bytes their name; false when they have another hash and were dropped.
    func complete(_ hash: Hash256) throws -> Bool {
        let file = try part(of: hash)
        try file.synchronize()
        guard try file.hash() == hash else {
            try DurableFolder.remove(partPath(of: hash))
            return false
        }
        try DurableFolder.move(partPath(of: hash), to: path(of: hash))
        return true
    }

    /// Drops what was gathered of a blob that nobody wants to its end.
    func dropPart(of hash: Hash256) throws { try DurableFolder.remove(partPath(of: hash)) }
    private func partPath(of hash: Hash256) -> String { path(of: hash) + ".part" }

    func isSound(_ hash: Hash256) throws -> Bool {
        try DiskFile(path(of: hash), for: .reading).hash() == hash
    }

    /// Takes a damaged file out of the way, so that it is fetched again.
    func setAside(_ hash: Hash256) throws {
        try DurableFolder.move(path(of: hash), to: path(of: hash) + ".damaged")
    }

    /// What a file is, told from its first bytes; nil when it is not here.
    package func type(of hash: Hash256) -> EvidenceType? {
        guard let file = try? DiskFile(path(of: hash), for: .reading),
            let head = try? file.read(EvidenceType.sniffedBytes, at: 0)
        else { return nil }
        return EvidenceType(sniffing: head)
    }
}
