import Foundation
import Publishing
import Reading
import Shared
import Synchronization

/// An audit's findings in others' formats (docs/formats.md).
extension ServerReading {
    /// Which file a query means now, for somebody who may read the audit.
    ///
    /// - Throws: `audit-unknown`, `not-a-member`, ...
    func exportKey(
        of query: ExportQuery, _ id: AuditID, by bearer: Bearer, coding: StreamCoding?
    ) async throws(Problem) -> ExportSpool.Key {
        try await core.read { db in
            let audit = try AuditReader(bearer, of: id, in: db).audit
            return ExportSpool.Key(
                audit: id, epoch: try ServerTable(db: db).currentEpoch(),
                sequence: audit.sequence,
                // Files come after the changes that name them.
                files: query.readsFiles
                    ? try EvidenceTables(db: db, audit: audit.number).digest() : nil,
                query: query.identity + "\n" + (query.cursor.map { "after \($0)" } ?? ""),
                coding: coding)
        }
    }

    /// The whole file of a key, written out unless it is there.
    ///
    /// - Returns: Also what it takes of what one may ask for at a time, until it is sent.
    /// - Throws: `overloaded` when too many are written, and what the query cannot have.
    func export(
        _ query: ExportQuery, _ key: ExportSpool.Key, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> (file: SpooledExport, share: AskerShare) {
        guard let share = core.exports.share(for: bearer.asker) else {
            throw Problem(
                .overloaded, detail: "as many exports are written as one may ask for",
                retryAfter: 5)
        }
        do {
            let file = try await core.spool.file(key, for: bearer.asker, at: now) { draft in
                defer { withExtendedLifetime(share) {} }
                let encoder = Mutex(key.coding?.encoder)
                let written = try await write(query, of: key.audit) { piece in
                    try draft.write(encoder.withLock { $0?.compress(piece) } ?? piece)
                }
                if let rest = encoder.withLock({ $0?.finish() }) { try draft.write(rest) }
                return written
            }
            return (file, share)
        } catch {
            throw problem(ofExport: error)
        }
    }

    /// Writes what was asked for, piece by piece, from one snapshot; asks nobody for permission.
    func write(
        _ query: ExportQuery, of id: AuditID, progress: ExportProgress? = nil,
        to write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> ExportRun.Written {
        let snapshot = try await core.store.snapshot(atMost: core.limits.exportsMax)
        let (audit, epoch) = try await snapshot.read {
            (try AuditTables(db: $0).known(id), try ServerTable(db: $0).currentEpoch())
        }
        let history = SnapshotHistory(of: audit, epoch: epoch, in: snapshot)
        let records = SnapshotRecords(of: id, number: audit.number, in: snapshot)
        let job = Mutex<(@Sendable () throws -> ExportRun.Written)?> {
            let names = try records.names()
            // Nobody's: what is exported is the same for all who may read it.
            let nobody = PersonID(high: 0, low: 0)
            let view = AuditView(names: names, records: records, person: nobody)
            let catalogue = catalogue(of: view, besides: CatalogueLoader.embedded())
            let files = ExportedFiles(
                of: audit.number, in: snapshot, from: core.evidence.blobs)
            let run = try ExportRun(
                query, of: view, catalogue, scratch: core.store.folder.path,
                files: { try files.file($0, atMost: $1) }, progress: progress)
            return try run.write(by: history, to: write)
        }
        return try await core.evidence.onDisk {
            // Taken out, so that no thread holds the snapshot or the file when somebody goes on:
            // a draft would be left behind by a program that then ends.
            guard let run = job.withLock({ $0.take() }) else {
                preconditionFailure("An export is written once.")
            }
            return try run()
        }
    }

    /// What a query that cannot be answered is told.
    func problem(ofExport error: any Error) -> Problem {
        switch error {
        case let error as AuditError: Problem(ofQuery: error)
        case is CursorExpired: Problem(.cursorExpired, detail: CursorExpired.sentence)
        case let error as ExportRefusal:
            Problem(.awaitingDecision, detail: error.sentence)
        case WorkbookError.tooLarge: Problem(.malformed, detail: WorkbookError.tooLarge.sentence)
        case WorkbookError.noRoom: Problem(.storageFull, retryAfter: 60)
        default: core.problem(of: error)  // open set: of the database and the disk
        }
    }
}

/// The files of one audit, and of no other whose hash somebody wrote into it.
private struct ExportedFiles: Sendable {
    private let audit: Int64
    private let snapshot: StoreSnapshot
    private let blobs: BlobStore

    init(of audit: Int64, in snapshot: StoreSnapshot, from blobs: BlobStore) {
        self.audit = audit
        self.snapshot = snapshot
        self.blobs = blobs
    }

    func file(_ hash: Hash256, atMost bytesMax: Int) throws -> ReferredFile {
        let row = try snapshot.readWaiting { db in
            try EvidenceTables(db: db, audit: audit).evidence(hash)
        }
        guard let row else { return .notHere }
        guard row.size <= UInt64(bytesMax) else { return .tooLarge }
        guard let blob = try blobs.stored(hash) else { return .notHere }
        return .here(try blob.read(0..<row.size))
    }
}

extension Problem {
    /// What is wrong with what somebody asked of an audit.
    init(ofQuery error: AuditError) {
        switch error {
        case .notFound(let what, let name, let known):
            self.init(
                .malformed, detail: "“\(name)” is no \(what)",
                expected: known.isEmpty ? nil : known.joined(separator: ", "), actual: name)
        case .ambiguous(let what, let name, let candidates):
            self.init(
                .malformed, detail: "“\(name)” fits more than one \(what)",
                expected: candidates.joined(separator: ", "), actual: name)
        case .misread(let words), .invalid(let words), .notAllowed(let words):
            self.init(.malformed, detail: words)
        case .catalogue, .catalogueDiffers:
            self.init(
                .evidenceMissing,
                detail: "the audit's catalogue has not come here yet; it comes with the next sync "
                    + "of a laptop that has it")
        }
    }
}
