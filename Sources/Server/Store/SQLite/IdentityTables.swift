import Shared
import Storage

/// One device as the server knows it.
struct ReplicaRow {
    let number: Int64
    let person: PersonID
    let publicKey: [UInt8]
    /// How it ended; nil while it may sync.
    let retirement: Retirement?
    /// Whether this server writes under it.
    let isOwn: Bool
    /// The epoch in which it was enrolled; nil when only its token or its seals prove it.
    let epoch: EpochID?
    var isRetired: Bool { retirement != nil }
}

/// An invite as stored: all but its code.
struct InviteRow {
    let name: String
    /// The known person it is for; nil when the client brings a new id.
    let person: PersonID?
    /// The fingerprint of the one device that it lets in; nil for any.
    let device: String?
    let expiresMilliseconds: Int64
    /// The device that used it, nil while nobody has.
    let usedBy: ReplicaID?
}

/// Persons, their devices, and invites.
struct IdentityTables {
    let db: Database

    /// Nil for one who has never enrolled here.
    func name(of person: PersonID) throws -> String? {
        try db.first("select name from person where id = ?", person) { $0.text(0) }
    }

    func people() throws -> [(id: PersonID, name: String)] {
        try db.rows("select id, name from person order by id") {
            (id: try $0.identifier(0), name: $0.text(1))
        }
    }

    /// Makes a person known, or names one who was known by her token alone.
    func insert(person: PersonID, name: String) throws {
        try db.run(
            """
            insert into person (id, name) values (?, ?)
            on conflict (id) do update set name = excluded.name
            """, person, name)
    }

    /// The other ids under which a person has written, ascending.
    func aliases(of person: PersonID) throws -> [PersonID] {
        try db.rows("select id from alias where person = ? order by id", person) {
            try $0.identifier(0)
        }
    }

    /// Makes an id another one of a person; false where it is somebody's already.
    func insert(alias: PersonID, of person: PersonID) throws -> Bool {
        try db.run("insert or ignore into alias (id, person) values (?, ?)", alias, person)
        return try aliases(of: person).contains(alias)
    }

    /// Notes ids of a person of which this server had given its word before it was put back.
    ///
    /// One that is somebody's own by now is left to her.
    func learn(_ ids: Set<PersonID>, of person: PersonID) throws {
        guard !ids.isEmpty, try name(of: person) != nil else { return }
        for id in ids.subtracting([person]).sorted() where try name(of: id) == nil {
            _ = try insert(alias: id, of: person)
        }
    }

    /// Nil for a device that never enrolled here.
    func replica(_ id: ReplicaID) throws -> ReplicaRow? {
        try db.first(
            """
            select number, person, public_key, retired_ms, is_lost, is_own, epoch from replica
            where id = ?
            """, id
        ) { row in
            ReplicaRow(
                number: row.int(0), person: try row.identifier(1), publicKey: row.blob(2),
                retirement: row.retirement(3), isOwn: row.int(5) == 1,
                epoch: try row.optional(6, row.identifier))
        }
    }

    /// The row of a device that may sync; else throws `epoch-changed` or `replica-retired`.
    func active(_ id: ReplicaID) throws -> ReplicaRow {
        // A token without a device is one that was given out after the backup from which the
        // database was restored: its owner heals the server, and is known by that.
        let row = try known(id)
        guard !row.isRetired else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same whether or not it may still sync; throws `epoch-changed`.
    func known(_ id: ReplicaID) throws -> ReplicaRow {
        guard let row = try replica(id) else {
            throw Problem(
                .epochChanged, detail: "the device was enrolled after the restored backup",
                expected: try ServerTable(db: db).currentEpoch().hex)
        }
        return row
    }

    /// The device's row, made anew for one that its token or a sealed acknowledgement proves;
    /// `replica-taken` when it is another person's, `replica-retired`.
    func admitted(_ id: ReplicaID, of person: PersonID, at now: Int64) throws -> ReplicaRow {
        let row = try ensured(id, of: person, at: now)
        guard !row.isRetired else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same for a device that brings and reads nothing; only a lost one is `replica-retired`.
    func depositor(_ id: ReplicaID, of person: PersonID, at now: Int64) throws -> ReplicaRow {
        let row = try ensured(id, of: person, at: now)
        guard row.retirement != .lost else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same whether or not it may still sync; throws `replica-taken`.
    func ensured(_ id: ReplicaID, of person: PersonID, at now: Int64) throws -> ReplicaRow {
        if let row = try replica(id) {
            guard row.person == person else { throw Problem(.replicaTaken) }
            return row
        }
        if try name(of: person) == nil { try insert(person: person, name: "") }
        try insert(replica: id, person: person, device: "", publicKey: [], epoch: nil, at: now)
        return try known(id)
    }

    func insert(
        replica: ReplicaID, person: PersonID, device: String, publicKey: [UInt8],
        epoch: EpochID?, isOwn: Bool = false, at now: Int64
    ) throws {
        try db.run(
            """
            insert into replica (id, person, device, public_key, enrolled_ms, epoch, is_own)
            values (?, ?, ?, ?, ?, ?, ?)
            """, replica, person, device, publicKey, now, epoch, isOwn)
    }

    /// The key of a device that was known by its token alone.
    func note(key: [UInt8], of replica: ReplicaID, in epoch: EpochID) throws {
        try db.run("update replica set public_key = ?, epoch = ? where id = ?", key, epoch, replica)
    }

    func invite(hash: Hash256) throws -> InviteRow? {
        try db.first(
            "select name, person, device, expires_ms, replica from invite where hash = ?", hash
        ) { row in
            InviteRow(
                name: row.text(0), person: try row.optional(1, row.identifier),
                device: row.optional(2, row.text), expiresMilliseconds: row.int(3),
                usedBy: try row.optional(4, row.identifier))
        }
    }

    func insertInvite(
        hash: Hash256, name: String, person: PersonID?, device: String?, expires: Int64
    ) throws {
        try db.run(
            "insert into invite (hash, name, person, device, expires_ms) values (?, ?, ?, ?, ?)",
            hash, name, person, device, expires)
    }

    func markUsed(invite hash: Hash256, by replica: ReplicaID, at now: Int64) throws {
        try db.run("update invite set used_ms = ?, replica = ? where hash = ?", now, replica, hash)
    }
}

/// The row that says which life of the database this is.
struct ServerTable {
    let db: Database

    /// The epoch, nil in a database that was only just made.
    func epoch() throws -> EpochID? {
        try db.first("select epoch from server") { try $0.identifier(0) }
    }

    func currentEpoch() throws -> EpochID {
        guard let epoch = try epoch()
        else { throw StorageError.unreadable("the database has no epoch") }
        return epoch
    }

    /// Begins a new life: cursors and devices of the last one are taken with proof only.
    func begin(_ epoch: EpochID, at now: Int64) throws {
        try db.run("update server set epoch = ?, restored_ms = ?", epoch, now)
    }

    /// When this life began because the database was put back; nil in its first.
    func restoredMilliseconds() throws -> Int64? {
        try db.first("select restored_ms from server where restored_ms is not null") { $0.int(0) }
    }

    func insert(epoch: EpochID, at now: Int64) throws {
        try db.run("insert into server (id, epoch, created_ms) values (1, ?, ?)", epoch, now)
    }
}
