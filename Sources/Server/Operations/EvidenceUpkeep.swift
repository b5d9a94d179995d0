package import Foundation
package import Shared
import Storage

/// What a collection of evidence removed, or would remove.
package struct EvidenceCollection: Hashable, Sendable, Encodable {
    package let isRehearsal: Bool
    /// Files that no finding of any audit referred to, ascending.
    package var removed: [Hash256] = []
    package var bytes: UInt64 = 0
    package var kept = 0
    package var expiredUploads = 0

    private enum CodingKeys: String, CodingKey {
        case isRehearsal = "dryRun"
        case removed, bytes, kept, expiredUploads
    }
}

/// What a scrub of evidence found.
package struct EvidenceScrub: Hashable, Sendable, Encodable {
    package var sound = 0
    /// Files that had another hash; they were set aside.
    package var damaged: [Hash256] = []
    /// Blobs that an audit was said to have, without any file of theirs.
    package var missing: [Hash256] = []
}

/// Why no evidence is removed yet: laptops may still bring back findings that refer to it.
package enum ReconcileWait: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database was put back, and laptops have until then to heal it.
    case until(Date)
    /// The database was put back, and no server has served it since.
    case unnoticed

    /// For how many days after a restore nothing is removed, unless somebody says otherwise.
    package static let daysStandard = 30

    package var description: String {
        switch self {
        case .until(let end):
            """
            The database was put back from a backup, and laptops may still bring back findings \
            that refer to these files; nothing was removed. Run it again after \
            \(end.formatted(.iso8601)). When every laptop has synced since, --despite-restore does \
            it now.
            """
        case .unnoticed:
            """
            The database was put back from a backup since a server last ran, and lacks findings \
            that refer to these files; nothing was removed. Start the server, so that laptops \
            bring them back.
            """
        }
    }
}

/// Looks after the disk, beside the process that serves it.
struct EvidenceUpkeep: Sendable {
    let core: ServerCore
    private var blobs: BlobStore { core.evidence.blobs }

    // MARK: Collecting

    private struct Candidate {
        let audit: Int64
        let hash: Hash256
        /// The audit's last sequence when its references were looked at.
        let sequence: UInt64
    }

    /// Removes what no finding refers to, nothing that came in less than an upload's lifetime ago.
    func removeUnused(rehearsing: Bool, at now: Date) async throws(Problem) -> EvidenceCollection {
        let oldest = now.unixMilliseconds - core.limits.uploadMilliseconds
        let candidates = try await candidates(before: oldest)
        if rehearsing { return try await removeFiles(before: oldest, rehearsing: candidates) }
        try await forget(candidates)
        let expired = try await removeUploads(before: oldest)
        var collection = try await removeFiles(before: oldest)
        collection.expiredUploads = expired
        return collection
    }

    /// Removes files that no audit has; within a write, so that an upload that ends now has its row
    /// or its file afterwards.
    ///
    /// - Parameter forgotten: Rows that are there, but would not be; nil to remove the files.
    private func removeFiles(
        before oldest: Int64, rehearsing forgotten: [Candidate]? = nil
    ) async throws(Problem) -> EvidenceCollection {
        try await core.write { [blobs] db in
            var collection = EvidenceCollection(isRehearsal: forgotten != nil)
            for hash in blobs.blobs() {
                guard let status = blobs.status(of: hash) else { continue }
                let holders = try EvidenceIndex(db: db).holders(of: hash)
                let isKept = holders > (forgotten ?? []).count { $0.hash == hash }
                guard !isKept, status.changedSeconds * 1000 < oldest else {
                    collection.kept += 1
                    continue
                }
                if forgotten == nil { try blobs.remove(hash) }
                collection.removed.append(hash)
                collection.bytes += status.size
            }
            return collection
        }
    }

    /// Read from a snapshot, so that the server goes on meanwhile, whatever the number of records.
    private func candidates(before oldest: Int64) async throws(Problem) -> [Candidate] {
        try await core.read { db in
            try AuditTables(db: db).audits().flatMap { audit in
                let old = try EvidenceTables(db: db, audit: audit.number).evidence(before: oldest)
                guard !old.isEmpty else { return [Candidate]() }
                let used = try EvidenceReferences(db: db, audit: audit.number).hashes(after: 0)
                return old.filter { !used.contains($0) }.map {
                    Candidate(audit: audit.number, hash: $0, sequence: audit.sequence)
                }
            }
        }
    }

    /// Looks again at what has come since the snapshot, and removes the rows of the others.
    private func forget(_ candidates: [Candidate]) async throws(Problem) {
        try await core.write { db in
            for (audit, candidates) in Dictionary(grouping: candidates, by: \.audit) {
                guard let sequence = candidates.first?.sequence else { continue }
                let used = try EvidenceReferences(db: db, audit: audit).hashes(after: sequence)
                for candidate in candidates where !used.contains(candidate.hash) {
                    try EvidenceTables(db: db, audit: audit).remove(candidate.hash)
                }
            }
        }
    }

    private func removeUploads(before oldest: Int64) async throws(Problem) -> Int {
        try await core.write { [blobs] db in
            let index = EvidenceIndex(db: db)
            let expired = try index.removeUploads(before: oldest)
            // Also the bytes of an upload that ended just before its process did.
            let known = try index.uploads()
            for upload in blobs.uploads() where !known.contains(upload) {
                try blobs.remove(upload)
            }
            return expired.count
        }
    }

    // MARK: Healing

    /// Throws `ReconcileWait` until laptops have had their time to heal a server that was put back.
    func checkHealed(days: Int, at now: Date) async throws {
        // Read before the database, which may be ahead of what was told, and never behind it.
        let standing = try HeadWitness.standing(in: core.store.folder)
        let (isContradicted, restored) = try await core.read { db in
            let table = ServerTable(db: db)
            let epoch = try table.currentEpoch()
            return (
                try ServerCore.isContradicted(standing, epoch: epoch, in: db),
                try table.restoredMilliseconds()
            )
        }
        guard !isContradicted else { throw ReconcileWait.unnoticed }
        guard let restored else { return }
        let end = Date(unixMilliseconds: restored).addingTimeInterval(Double(days) * 24 * 3_600)
        guard now < end else { return }
        throw ReconcileWait.until(end)
    }

    // MARK: Scrubbing

    /// Computes every file's hash anew; laptops that have a file can upload it again afterwards.
    func scrub() async throws(Problem) -> EvidenceScrub {
        var scrub = EvidenceScrub()
        for hash in blobs.blobs() {
            guard let before = blobs.status(of: hash) else { continue }
            guard try await core.hash(ofFile: hash) != hash else {
                scrub.sound += 1
                continue
            }
            let isAside = try await core.write { [blobs] db in
                // Somebody may have uploaded it anew meanwhile.
                guard blobs.status(of: hash) == before else { return false }
                try EvidenceIndex(db: db).remove(hash)
                try blobs.setAside(hash)
                return true
            }
            if isAside { scrub.damaged.append(hash) }
        }
        scrub.missing = try await core.write { [blobs] db in
            let index = EvidenceIndex(db: db)
            let missing = try index.hashes().filter { blobs.size(of: $0) == nil }
            for hash in missing { try index.remove(hash) }
            return missing
        }
        return scrub
    }
}

extension Administration {
    /// Removes evidence that no finding of any audit refers to (docs/protocol.md, "Evidence").
    ///
    /// - Parameters:
    ///   - rehearsing: Only says what would be removed.
    ///   - healingDays: How long after a restore nothing is removed; nil removes it despite one.
    /// - Throws: `ReconcileWait` while laptops may still heal the server; nothing was removed.
    package func collectEvidence(
        rehearsing: Bool, healingDays: Int?, at now: Date
    ) async throws -> EvidenceCollection {
        let care = EvidenceUpkeep(core: core)
        if let healingDays { try await care.checkHealed(days: healingDays, at: now) }
        return try await care.removeUnused(rehearsing: rehearsing, at: now)
    }

    package func scrubEvidence() async throws -> EvidenceScrub {
        try await EvidenceUpkeep(core: core).scrub()
    }
}
