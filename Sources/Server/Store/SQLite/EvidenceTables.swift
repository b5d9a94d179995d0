import Shared
import Storage

/// An upload, derived from audit, device and hash, so that beginning it again finds it.
typealias UploadID = Identifier<Named.Upload>

extension Named {
    enum Upload {}
}

struct UploadRow: Hashable, Sendable {
    let id: UploadID
    let hash: Hash256
    let size: UInt64
}

struct EvidenceRow: Hashable, Sendable {
    let hash: Hash256
    let size: UInt64
    let mediaType: String
}

/// Which evidence an audit has, and what of it is arriving.
struct EvidenceTables {
    let db: Database
    let audit: Int64

    static let schema = """
        -- One row says that a member has uploaded a blob, all its bytes, into an audit.
        create table evidence (
            audit integer not null references audit (number),
            hash blob not null check (length(hash) = 32), -- the file's name in DIR/blobs
            size integer not null check (size > 0), -- bytes
            type text not null, -- a media type, told from the bytes
            replica integer not null references replica (number), -- who brought it
            uploaded_ms integer not null,
            primary key (audit, hash)
        ) strict, without rowid;

        create index evidence_by_hash on evidence (hash);

        -- One row is an upload that is not complete; how far it got is its file's size.
        -- What was announced takes no room; what has arrived does.
        create table upload (
            id blob primary key check (length(id) = 16),
            audit integer not null references audit (number),
            replica integer not null references replica (number), -- who may go on with it
            hash blob not null check (length(hash) = 32), -- as announced
            size integer not null check (size > 0), -- as announced
            arrived integer not null default 0, -- when a request that brought some ended last
            begun_ms integer not null -- or begun again; what is too old is removed
        ) strict, without rowid;

        create index upload_by_replica on upload (replica);
        """

    func evidence(_ hash: Hash256) throws -> EvidenceRow? {
        try db.first("select size, type from evidence where audit = ? and hash = ?", audit, hash) {
            EvidenceRow(hash: hash, size: $0.unsigned(0), mediaType: $0.text(1))
        }
    }

    /// Says that the audit has a blob; saying it again changes nothing.
    func insert(_ row: EvidenceRow, by replica: Int64, at now: Int64) throws {
        try db.run(
            """
            insert into evidence (audit, hash, size, type, replica, uploaded_ms)
            values (?, ?, ?, ?, ?, ?) on conflict (audit, hash) do nothing
            """, audit, row.hash, row.size, row.mediaType, replica, now)
    }

    func evidence(before time: Int64) throws -> [Hash256] {
        try db.rows(
            "select hash from evidence where audit = ? and uploaded_ms < ? order by hash", audit,
            time
        ) { try $0.hash(0) }
    }

    /// Another one whenever the audit has other files.
    func digest() throws -> Hash256 {
        var running = RunningHash()
        try db.each("select hash from evidence where audit = ? order by hash", audit) {
            try $0.hash(0).bytes.withUnsafeBytes { running.update($0) }
        }
        return running.value
    }

    func remove(_ hash: Hash256) throws {
        try db.run("delete from evidence where audit = ? and hash = ?", audit, hash)
    }

    /// An upload of one device that was begun, or begun again, since a time.
    func upload(_ id: UploadID, of replica: Int64, since time: Int64) throws -> UploadRow? {
        try db.first(
            """
            select hash, size from upload
            where id = ? and audit = ? and replica = ? and begun_ms >= ?
            """, id, audit, replica, time
        ) { UploadRow(id: id, hash: try $0.hash(0), size: $0.unsigned(1)) }
    }

    /// Begins an upload; one that is there begins its time anew.
    func save(_ row: UploadRow, of replica: Int64, at now: Int64) throws {
        try db.run(
            """
            insert into upload (id, audit, replica, hash, size, begun_ms)
            values (?, ?, ?, ?, ?, ?)
            on conflict (id) do update set begun_ms = excluded.begun_ms
            """, row.id, audit, replica, row.hash, row.size, now)
    }

    func remove(_ upload: UploadID) throws { try db.run("delete from upload where id = ?", upload) }

    func note(arrived bytes: UInt64, of upload: UploadID) throws {
        try db.run("update upload set arrived = ? where id = ?", bytes, upload)
    }

    func uploads(of person: PersonID) throws -> Int {
        try db.count(
            """
            select count(*) from replica join upload on upload.replica = replica.number
            where replica.person = ? and upload.audit = ?
            """, person, audit)
    }
}

/// Evidence and uploads of all audits, for whoever looks after the disk.
struct EvidenceIndex {
    let db: Database

    func holders(of hash: Hash256) throws -> Int {
        try db.count("select count(*) from evidence where hash = ?", hash)
    }

    func hashes() throws -> [Hash256] {
        try db.rows("select distinct hash from evidence order by hash") { try $0.hash(0) }
    }

    func remove(_ hash: Hash256) throws { try db.run("delete from evidence where hash = ?", hash) }

    func uploads() throws -> Set<UploadID> {
        Set(try db.rows("select id from upload") { try $0.identifier(0) })
    }

    /// Forgets uploads that nobody has begun since a time; their files are the caller's to remove.
    func removeUploads(before time: Int64) throws -> [UploadID] {
        try db.rows("delete from upload where begun_ms < ? returning id", time) {
            try $0.identifier(0)
        }
    }
}

/// Which files one audit's findings refer to, and its plan, which pins a catalogue.
struct EvidenceReferences {
    let db: Database
    let audit: Int64

    /// What anything after a sequence referred to, 0 for all; also what a lead may still adopt.
    func hashes(after sequence: UInt64) throws -> Set<Hash256> {
        var hashes: Set<Hash256> = []
        try RecordTable(db: db, audit: audit).feed(after: sequence, leavingOut: nil) { item in
            let record = try Record(decoding: [UInt8](item.image))
            for register in record.registers() {
                hashes.formUnion(register.field.evidence)
                hashes.formUnion(
                    register.siblings.compactMap { $0.value.catalogue(register.field) })
            }
            return true
        }
        try db.each(
            """
            select change.key, replica.id, change.n, change.body from change
            join replica on replica.number = change.replica
            where change.audit = ? and change.sequence > ? and change.outcome = ?
                and change.body is not null
            """, audit, sequence, Int(Trail.Outcome.quarantined.code)
        ) { hashes.formUnion(try Self.files($0)) }
        // These have no sequence: all are looked at each time.
        try db.each(
            """
            select kept.key, chain.replica, kept.n, kept.body from unplaced_change as kept
            join unplaced_chain as chain on chain.number = kept.chain where kept.audit = ?
            """, audit
        ) { hashes.formUnion(try Self.files($0)) }
        return hashes
    }

    /// The files that a change names which was set aside, in whatever wrapper it came.
    private static func files(_ row: Row) throws -> Set<Hash256> {
        let dot = Dot(replica: try row.identifier(1), n: row.unsigned(2))
        guard let key = RecordKey(bytes: row.blob(0)),
            let change = try? Change(key: key, dot: dot, bytes: row.blob(3))
        else { return [] }
        return change.body.writes.reduce(into: []) { hashes, write in
            hashes.formUnion(write.field.evidence)
            if let files = write.value?.catalogue(write.field) { hashes.insert(files) }
        }
    }
}

extension FieldID {
    /// The blob that a register of evidence names; none for every other register.
    fileprivate var evidence: [Hash256] {
        guard name == .evidence else { return [] }
        return element.compactMap { [UInt8](hex: $0) }.compactMap { Hash256(bytes: $0) }
    }
}

extension FieldValue {
    /// The files of the catalogue that a plan's register pins; nil for every other register.
    fileprivate func catalogue(_ field: FieldID) -> Hash256? {
        field.name == .catalogue ? text.flatMap(CataloguePin.init)?.files : nil
    }
}
