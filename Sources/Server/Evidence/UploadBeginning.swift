import Shared
import Storage

/// Decides whether a device may begin to upload a blob, and writes that it has.
struct UploadBeginning {
    let upload: UploadRow
    let audit: AuditID
    let limits: Limits

    /// Who may begin it, asked before all that was told is looked at: `not-allowed`, `too-large`.
    func admit(
        _ bearer: Bearer, in db: Database
    ) throws -> (reader: AuditReader, device: AuditReader.Device) {
        let reader = try AuditReader(bearer, of: audit, deposits: true, in: db)
        try reader.checkMayBring(upload.hash, in: db)
        guard let device = reader.replica else { throw Problem(.notAllowed) }
        guard upload.size <= limits.evidenceFileBytesMax else {
            throw Problem(
                .tooLarge, detail: "a file of evidence",
                expected: "\(limits.evidenceFileBytesMax)", actual: "\(upload.size)")
        }
        return (reader, device)
    }

    /// - Returns: Whether the audit has the blob already, and uploads that have expired meanwhile.
    /// - Throws: `not-allowed`, `too-large`, `overloaded` when the person has begun too many,
    ///   `storage-full` when she has used twice her quota, `malformed` when the device had begun
    ///   this one with another length.
    func run(
        by bearer: Bearer, at now: Int64, in db: Database
    ) throws -> (isComplete: Bool, expired: [UploadID]) {
        let (reader, device) = try admit(bearer, in: db)
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
            guard try tables.uploads(of: device.person) < limits.uploadsPerPersonMax else {
                throw Problem(.overloaded, detail: "too many uploads are begun", retryAfter: 60)
            }
            try checkQuota(of: device.person, reader.audit, in: db)
        }
        try tables.save(upload, of: device.number, at: now)
        return (false, expired.filter { $0 != upload.id })
    }

    /// Throws `storage-full` unless the rest has room beside what has arrived of her others, and
    /// beside bytes of hers that are arriving in other requests now.
    func checkQuota(
        of person: PersonID, _ row: AuditRow, arriving: UInt64 = 0, in db: Database
    ) throws {
        let ids = try [person] + IdentityTables(db: db).aliases(of: person)
        let quota = try UsageTables(db: db, audit: row.number)
            .evidence(of: ids, besides: upload.id, limits)
        guard !quota.adding(arriving).adding(upload.size).isRefused else {
            throw Problem(
                .storageFull,
                detail: "\(quota.used) bytes of this person's evidence are here, and twice the "
                    + "\(quota.most) that she is granted would be exceeded; whoever runs the "
                    + "server can grant more (evidence_bytes_per_person_max)",
                retryAfter: 3600)
        }
    }
}

extension Limits {
    var uploadMilliseconds: Int64 { uploadLifetime.components.seconds * 1000 }
}
