import Foundation
import Shared
import Storage

struct UploadState: Hashable, Sendable {
    let id: UploadID
    let offset: UInt64
    let size: UInt64
    let isComplete: Bool
}

extension ServerCore {
    // MARK: Reading

    /// Opens a blob that the audit has, for whoever may read the audit.
    ///
    /// - Throws: `evidence-missing` also when another audit has it: who knows a hash of another
    ///   team's screenshot must not learn that it is here.
    func blob(
        _ hash: Hash256, of audit: AuditID, by bearer: Bearer
    ) async throws(Problem) -> (row: EvidenceRow, file: StoredBlob) {
        let row = try await read { db in
            try AuditReader(bearer, of: audit, in: db).evidence(in: db).evidence(hash)
        }
        guard let row else { throw Problem(.evidenceMissing, retryAfter: 60) }
        let file = try await onDisk { [evidence] in try evidence.blobs.stored(hash) }
        guard let file else { throw Problem(.evidenceMissing, retryAfter: 60) }
        return (row, file)
    }

    func read(_ range: Range<UInt64>, of file: StoredBlob) async throws(Problem) -> [UInt8] {
        try await onDisk { try file.read(range) }
    }

    // MARK: Uploading

    /// Begins to take a blob over, or finds how far an earlier beginning of this device came;
    /// throws `not-allowed` for readers and exporters, `too-large`, `storage-full`.
    func beginUpload(
        _ hash: Hash256, size: UInt64, to audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> UploadState {
        let replica = try bearer.device().replica
        let row = UploadRow(id: .of(hash, audit: audit, replica: replica), hash: hash, size: size)
        let beginning = UploadBeginning(upload: row, audit: audit, limits: limits)
        _ = try await read { try beginning.admit(bearer, in: $0) }
        try await checkSpace(for: row)
        let (isComplete, expired) = try await write(by: bearer) { db in
            try beginning.run(by: bearer, at: now.unixMilliseconds, in: db)
        }
        try await remove(expired)
        guard isComplete else { return try await state(of: row) }
        return UploadState(id: row.id, offset: size, size: size, isComplete: true)
    }

    /// How far an upload of this device has come; whoever is still sending has to stop; throws
    /// `not-found` for one that was never begun, has ended or has expired.
    func upload(
        _ id: UploadID, to audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> UploadState {
        try await state(of: try await uploadRow(id, in: audit, by: bearer, at: now))
    }

    /// Lets a device append to its upload, from exactly where it stands.
    ///
    /// - Throws: `upload-offset` with the right place in `expected`; `storage-full` when her quota
    ///   has no room for the rest of it beside her other uploads that arrive now.
    func takeTurn(
        _ id: UploadID, at offset: UInt64, in audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> UploadTurn {
        let row = try await uploadRow(id, in: audit, by: bearer, at: now)
        try await checkSpace(for: row)
        let person = try bearer.device().person
        let arriving = evidence.turns.missing(of: person, besides: id)
        try await read { [limits] db in
            let reader = try AuditReader(bearer, of: audit, deposits: true, in: db)
            try UploadBeginning(upload: row, audit: audit, limits: limits)
                .checkQuota(of: person, reader.audit, arriving: arriving, in: db)
        }
        let turn = try await onDisk { [evidence] in
            try evidence.turns.take(row, of: person, in: evidence.blobs)
        }
        guard turn.offset == offset else {
            evidence.turns.leave(turn)
            throw Problem(.uploadOffset, expected: "\(turn.offset)", actual: "\(offset)")
        }
        return turn
    }

    /// Writes where the turn stands; `storage-full` on a full disk, where what has arrived stays.
    func append(_ bytes: [UInt8], to turn: UploadTurn) async throws(Problem) {
        try await onDisk { [evidence, limits] in
            if let free = evidence.blobs.freeBytes(), free < limits.evidenceReserveBytes {
                throw Problem(.storageFull, retryAfter: 600)
            }
            try bytes.withUnsafeBytes { try turn.append($0) }
        }
    }

    /// Ends a turn; once all bytes are there they are checked and the audit has the blob; throws
    /// `evidence-differs` when they have another hash, and keeps nothing of the upload then.
    func endTurn(
        _ turn: UploadTurn, in audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> UploadState {
        evidence.turns.leave(turn)
        let row = turn.upload
        guard turn.offset == row.size else {
            try await note(turn, in: audit, by: bearer)
            return UploadState(id: row.id, offset: turn.offset, size: row.size, isComplete: false)
        }
        let (hash, type) = try await onDisk {
            let (hash, head) = try turn.blob.finish(head: EvidenceType.sniffedBytes)
            return (hash, EvidenceType(sniffing: head))
        }
        guard hash == row.hash else {
            try await write(by: bearer) { db in
                try AuditReader(bearer, of: audit, deposits: true, in: db).evidence(in: db).remove(
                    row.id)
            }
            try await remove([row.id])
            throw Problem(.evidenceDiffers, expected: row.hash.hex, actual: hash.hex)
        }
        try await publish(row, type, in: audit, by: bearer, at: now)
        try await remove([row.id])
        return UploadState(id: row.id, offset: row.size, size: row.size, isComplete: true)
    }

    /// A turn that ends with its connection; what has arrived stays, and counts.
    func abandonTurn(_ turn: UploadTurn, in audit: AuditID, by bearer: Bearer) async {
        evidence.turns.leave(turn)
        // Where even that cannot be written, the next request counts it.
        try? await note(turn, in: audit, by: bearer)
    }

    private func note(
        _ turn: UploadTurn, in audit: AuditID, by bearer: Bearer
    ) async throws(Problem) {
        try await write(by: bearer) { db in
            try AuditReader(bearer, of: audit, deposits: true, in: db).evidence(in: db)
                .note(arrived: turn.offset, of: turn.upload.id)
        }
    }

    /// The file gets its name and its row in one transaction, so that nothing collects it between.
    private func publish(
        _ row: UploadRow, _ type: EvidenceType, in audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) {
        try await write(by: bearer) { [blobs = evidence.blobs] db in
            let reader = try AuditReader(bearer, of: audit, deposits: true, in: db)
            let tables = reader.evidence(in: db)
            guard let device = reader.replica else { throw Problem(.notAllowed) }
            // Somebody who took this turn over may have ended the upload meanwhile.
            let isGathered = blobs.size(of: row.id) != nil
            if !isGathered, try tables.evidence(row.hash) != nil { return }
            try blobs.publish(row.id, as: row.hash)
            let stored = EvidenceRow(hash: row.hash, size: row.size, mediaType: type.mediaType)
            try tables.insert(stored, by: device.number, at: now.unixMilliseconds)
            try tables.remove(row.id)
        }
    }

    private func remove(_ uploads: [UploadID]) async throws(Problem) {
        guard !uploads.isEmpty else { return }
        try await onDisk { [evidence] in
            for upload in uploads { try evidence.blobs.remove(upload) }
        }
    }

    private func uploadRow(
        _ id: UploadID, in audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> UploadRow {
        let row = try await read { [limits] db in
            let reader = try AuditReader(bearer, of: audit, deposits: true, in: db)
            let since = now.unixMilliseconds - limits.uploadMilliseconds
            return try reader.replica.flatMap {
                try reader.evidence(in: db).upload(id, of: $0.number, since: since)
            }
        }
        guard let row else { throw Problem(.notFound, detail: "there is no such upload") }
        return row
    }

    private func state(of row: UploadRow) async throws(Problem) -> UploadState {
        let offset = try await onDisk { [evidence] in
            let turn = try evidence.turns.take(row, of: nil, in: evidence.blobs)
            defer { evidence.turns.leave(turn) }
            return turn.offset
        }
        return UploadState(id: row.id, offset: offset, size: row.size, isComplete: false)
    }

    /// Evidence is refused before the disk is too full for findings.
    private func checkSpace(for row: UploadRow) async throws(Problem) {
        let (free, arrived) = try await onDisk { [blobs = evidence.blobs] in
            (blobs.freeBytes(), blobs.size(of: row.id) ?? 0)
        }
        guard let free else { return }
        let room = free - min(free, limits.evidenceReserveBytes)
        guard room < row.size - min(arrived, row.size) else { return }
        throw Problem(.storageFull, retryAfter: 600)
    }

    /// The hash that a file has, whatever its name says; nil where it is not.
    func hash(ofFile name: Hash256) async throws(Problem) -> Hash256? {
        try await onDisk { [evidence] in try evidence.blobs.stored(name)?.hash() }
    }

    private func onDisk<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(Problem) -> Value {
        do { return try await evidence.onDisk(body) } catch { throw problem(of: error) }
    }
}

extension AuditReader {
    fileprivate func evidence(in db: Database) -> EvidenceTables {
        EvidenceTables(db: db, audit: audit.number)
    }
}

extension UploadID {
    /// The upload of one blob by one device into one audit: beginning twice begins once.
    static func of(_ hash: Hash256, audit: AuditID, replica: ReplicaID) -> UploadID {
        let digest = Hash256(
            of: Array("accord/upload/1".utf8) + audit.bytes + replica.bytes + hash.bytes)
        guard let id = UploadID(bytes: Array(digest.bytes.prefix(16))) else {
            preconditionFailure("Sixteen bytes make an id.")
        }
        return id
    }
}
