import GRDB
import Shared

/// Decides whether a device may begin to upload a blob, and writes that it has.
struct UploadBeginning {
    let upload: UploadRow
    let audit: AuditID
    let limits: Limits

    /// - Returns: Whether the audit has the blob already, and uploads that have expired meanwhile.
    /// - Throws: `not-allowed`, `too-large`, `overloaded` when the device has begun too many,
    ///   `storage-full` when its person has used twice her quota, `malformed` when it had begun
    ///   this one with another length.
    func run(
        by bearer: Bearer, at now: Int64, in db: Database
    ) throws -> (isComplete: Bool, expired: [UploadID]) {
        let reader = try AuditReader(bearer, of: audit, in: db)
        guard let device = reader.replica, reader.role != .reader else {
            throw Problem(.notAllowed, detail: "a reader uploads nothing")
        }
        let tables = EvidenceTables(db: db, audit: reader.audit.number)
        if try tables.evidence(upload.hash) != nil { return (true, []) }
        let oldest = now - limits.uploadMilliseconds
        let expired = try EvidenceIndex(db: db).removeUploads(before: oldest)
        if let begun = try tables.upload(upload.id, of: device.number, since: oldest) {
            // One hash has one size: whoever tells another one would pass by the limits.
            guard begun.size == upload.size else {
                throw Problem(
                    .malformed, detail: "the upload was begun with another length",
                    expected: "\(begun.size)", actual: "\(upload.size)")
            }
        } else {
            try check(tables, device.number)
            let usage = UsageTables(db: db, audit: reader.audit.number)
            let ids = [device.person] + (try IdentityTables(db: db).aliases(of: device.person))
            let quota = try usage.evidence(of: ids, limits)
            guard !quota.adding(upload.size).isRefused else {
                throw Problem(
                    .storageFull,
                    detail: "\(quota.used) bytes of this person's evidence are here, and twice the "
                        + "\(quota.most) that she is granted would be exceeded; whoever runs the "
                        + "server can grant more (evidence_bytes_per_person_max)",
                    retryAfter: 3600)
            }
        }
        try tables.save(upload, of: device.number, at: now)
        return (false, expired.filter { $0 != upload.id })
    }

    private func check(_ tables: EvidenceTables, _ device: Int64) throws {
        guard upload.size <= limits.evidenceFileBytesMax else {
            throw Problem(
                .tooLarge, detail: "a file of evidence",
                expected: "\(limits.evidenceFileBytesMax)", actual: "\(upload.size)")
        }
        let bytes = try tables.bytes() + upload.size
        guard bytes <= limits.evidenceAuditBytesMax else {
            throw Problem(
                .tooLarge, detail: "all evidence of the audit",
                expected: "\(limits.evidenceAuditBytesMax)", actual: "\(bytes)")
        }
        guard try tables.uploads(of: device) < limits.uploadsPerDeviceMax else {
            throw Problem(.overloaded, detail: "too many uploads are begun", retryAfter: 60)
        }
    }
}
