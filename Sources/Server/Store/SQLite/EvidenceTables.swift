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
    /// The audit's number.
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

    /// The blob when the audit has all its bytes.
    func evidence(_ hash: Hash256) throws -> EvidenceRow? {
        let select = try SQLStatement(
            "select size, type from evidence where audit = ? and hash = ?", in: db)
        select.bind(1, audit)
        select.bind(2, hash)
        return try select.first {
            EvidenceRow(hash: hash, size: $0.unsigned(0), mediaType: $0.text(1))
        }
    }

    /// Says that the audit has a blob; saying it again changes nothing.
    func insert(_ row: EvidenceRow, by replica: Int64, at now: Int64) throws {
        let insert = try SQLStatement(
            """
            insert into evidence (audit, hash, size, type, replica, uploaded_ms)
            values (?, ?, ?, ?, ?, ?)
            on conflict (audit, hash) do nothing
            """, in: db)
        insert.bind(1, audit)
        insert.bind(2, row.hash)
        insert.bind(3, row.size)
        insert.bind(4, row.mediaType)
        insert.bind(5, replica)
        insert.bind(6, now)
        try insert.run()
    }

    /// The blobs that the audit has had since before a time.
    func evidence(before time: Int64) throws -> [Hash256] {
        let select = try SQLStatement(
            "select hash from evidence where audit = ? and uploaded_ms < ? order by hash", in: db)
        select.bind(1, audit)
        select.bind(2, time)
        return try select.all { try $0.hash(0) }
    }

    func remove(_ hash: Hash256) throws {
        let delete = try SQLStatement(
            "delete from evidence where audit = ? and hash = ?", in: db)
        delete.bind(1, audit)
        delete.bind(2, hash)
        try delete.run()
    }

    // MARK: Uploads

    /// An upload of one device that was begun, or begun again, since a time.
    func upload(_ id: UploadID, of replica: Int64, since time: Int64) throws -> UploadRow? {
        let select = try SQLStatement(
            """
            select hash, size from upload
            where id = ? and audit = ? and replica = ? and begun_ms >= ?
            """, in: db)
        select.bind(1, id)
        select.bind(2, audit)
        select.bind(3, replica)
        select.bind(4, time)
        return try select.first {
            UploadRow(id: id, hash: try $0.hash(0), size: $0.unsigned(1))
        }
    }

    /// Begins an upload; one that is there begins its time anew.
    func save(_ row: UploadRow, of replica: Int64, at now: Int64) throws {
        let upsert = try SQLStatement(
            """
            insert into upload (id, audit, replica, hash, size, begun_ms)
            values (?, ?, ?, ?, ?, ?)
            on conflict (id) do update set begun_ms = excluded.begun_ms
            """, in: db)
        upsert.bind(1, row.id)
        upsert.bind(2, audit)
        upsert.bind(3, replica)
        upsert.bind(4, row.hash)
        upsert.bind(5, row.size)
        upsert.bind(6, now)
        try upsert.run()
    }

    func remove(_ upload: UploadID) throws {
        let delete = try SQLStatement("delete from upload where id = ?", in: db)
        delete.bind(1, upload)
        try delete.run()
    }

    /// Notes how much of an upload is here.
    func note(arrived bytes: UInt64, of upload: UploadID) throws {
        let update = try SQLStatement("update upload set arrived = ? where id = ?", in: db)
        update.bind(1, bytes)
        update.bind(2, upload)
        try update.run()
    }

    /// How many uploads a person's devices have begun and not ended in the audit.
    func uploads(of person: PersonID) throws -> Int {
        let select = try SQLStatement(
            """
            select count(*) from replica join upload on upload.replica = replica.number
            where replica.person = ? and upload.audit = ?
            """, in: db)
        select.bind(1, person)
        select.bind(2, audit)
        return try select.first { Int($0.int(0)) } ?? 0
    }
}

/// The same across all audits, for whoever looks after the disk.
struct EvidenceIndex {
    let db: Database

    /// How many audits have the blob.
    func holders(of hash: Hash256) throws -> Int {
        let select = try SQLStatement("select count(*) from evidence where hash = ?", in: db)
        select.bind(1, hash)
        return try select.first { Int($0.int(0)) } ?? 0
    }

    /// Every blob that any audit has, ascending.
    func hashes() throws -> [Hash256] {
        try SQLStatement("select distinct hash from evidence order by hash", in: db)
            .all { try $0.hash(0) }
    }

    /// Says that no audit has the blob any more.
    func remove(_ hash: Hash256) throws {
        let delete = try SQLStatement("delete from evidence where hash = ?", in: db)
        delete.bind(1, hash)
        try delete.run()
    }

    /// Every upload that is not complete.
    func uploads() throws -> Set<UploadID> {
        Set(try SQLStatement("select id from upload", in: db).all { try $0.identifier(0) })
    }

    /// Forgets uploads that nobody has begun since a time; their files are the caller's to remove.
    func removeUploads(before time: Int64) throws -> [UploadID] {
        let select = try SQLStatement("select id from upload where begun_ms < ?", in: db)
        select.bind(1, time)
        let expired: [UploadID] = try select.all { try $0.identifier(0) }
        let delete = try SQLStatement("delete from upload where begun_ms < ?", in: db)
        delete.bind(1, time)
        try delete.run()
        return expired
    }
}
