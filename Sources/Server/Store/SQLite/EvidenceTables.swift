import GRDB
import Shared
import Storage

/// An upload, derived from audit, device and hash, so that beginning it again finds it.
typealias UploadID = Identifier<Named.Upload>

extension Named {
    enum Upload {}
}

/// One upload that is not complete.
struct UploadRow: Hashable, Sendable {
    let id: UploadID
    let hash: Hash256
    let size: UInt64
}

/// One blob that an audit has.
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

    // MARK: Evidence

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

    func remove(_ hash: Hash256) throws {
        try db.run("delete from evidence where audit = ? and hash = ?", audit, hash)
    }

    // MARK: Uploads

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

    func remove(_ upload: UploadID) throws {
        try db.run("delete from upload where id = ?", upload)
    }

    func note(arrived bytes: UInt64, of upload: UploadID) throws {
        try db.run("update upload set arrived = ? where id = ?", bytes, upload)
    }

    /// How many uploads a person's devices have begun and not ended.
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

    func remove(_ hash: Hash256) throws {
        try db.run("delete from evidence where hash = ?", hash)
    }

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
