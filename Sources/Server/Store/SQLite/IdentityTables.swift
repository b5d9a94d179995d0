import GRDB
import Shared
import Storage

/// One device as the server knows it.
struct ReplicaRow {
    /// What other tables say for the id.
    let number: Int64
    let person: PersonID
    let publicKey: [UInt8]
    let isRetired: Bool
    /// Whether this server writes under it.
    let isOwn: Bool
    /// The epoch in which it was enrolled; nil when only its token or its seals prove it.
    let epoch: EpochID?
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

    // MARK: Persons

    /// The person's name, nil when she has never enrolled here.
    func name(of person: PersonID) throws -> String? {
        let select = try SQLStatement("select name from person where id = ?", in: db)
        select.bind(1, person)
        return try select.first { $0.text(0) }
    }

    /// Everybody who has enrolled, ascending by id.
    func people() throws -> [(id: PersonID, name: String)] {
        try SQLStatement("select id, name from person order by id", in: db).all {
            (id: try $0.identifier(0), name: $0.text(1))
        }
    }

    /// Makes a person known, or names one who was known by her token alone.
    func insert(person: PersonID, name: String) throws {
        let insert = try SQLStatement(
            """
            insert into person (id, name) values (?, ?)
            on conflict (id) do update set name = excluded.name
            """, in: db)
        insert.bind(1, person)
        insert.bind(2, name)
        try insert.run()
    }

    /// The other ids under which a person has written.
    func aliases(of person: PersonID) throws -> [PersonID] {
        let select = try SQLStatement("select id from alias where person = ? order by id", in: db)
        select.bind(1, person)
        return try select.all { try $0.identifier(0) }
    }

    /// Makes an id another one of a person; false where it is somebody's already.
    func insert(alias: PersonID, of person: PersonID) throws -> Bool {
        let insert = try SQLStatement(
            "insert or ignore into alias (id, person) values (?, ?)", in: db)
        insert.bind(1, alias)
        insert.bind(2, person)
        try insert.run()
        return try aliases(of: person).contains(alias)
    }

    // MARK: Replicas

    /// The device's row, nil when it never enrolled here.
    func replica(_ id: ReplicaID) throws -> ReplicaRow? {
        let select = try SQLStatement(
            """
            select number, person, public_key, retired_ms, epoch, is_own from replica where id = ?
            """, in: db)
        select.bind(1, id)
        return try select.first {
            ReplicaRow(
                number: $0.int(0), person: try $0.identifier(1), publicKey: $0.blob(2),
                isRetired: !$0.isNull(3), isOwn: $0.int(5) == 1,
                epoch: $0.isNull(4) ? nil : try $0.identifier(4))
        }
    }

    /// The id of a device's row.
    func id(of number: Int64) throws -> ReplicaID? {
        let select = try SQLStatement("select id from replica where number = ?", in: db)
        select.bind(1, number)
        return try select.first { try $0.identifier(0) }
    }

    /// The device's row when it may sync.
    ///
    /// A token without a device is one that was given out after the backup from which the database
    /// was restored: its owner heals the server, and is known by that.
    ///
    /// - Throws: `epoch-changed` when it is not known, `replica-retired` when it may not.
    func active(_ id: ReplicaID) throws -> ReplicaRow {
        let row = try known(id)
        guard !row.isRetired else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same whether or not it may still sync.
    ///
    /// - Throws: `epoch-changed`.
    func known(_ id: ReplicaID) throws -> ReplicaRow {
        guard let row = try replica(id) else {
            throw Problem(
                .epochChanged, detail: "the device was enrolled after the restored backup",
                expected: try ServerTable(db: db).currentEpoch().hex)
        }
        return row
    }

    /// The device's row, made anew for one that its token or a sealed acknowledgement proves.
    ///
    /// - Throws: `replica-taken` when it is another person's, `replica-retired`.
    func admitted(_ id: ReplicaID, of person: PersonID, at now: Int64) throws -> ReplicaRow {
        let row = try ensured(id, of: person, at: now)
        guard !row.isRetired else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same for a device that brings and reads nothing: one that was retired does so too.
    ///
    /// - Throws: `replica-taken`, `replica-retired` for a lost one.
    func depositor(_ id: ReplicaID, of person: PersonID, at now: Int64) throws -> ReplicaRow {
        let row = try ensured(id, of: person, at: now)
        guard try retirement(of: id) != .lost else { throw Problem(.replicaRetired) }
        return row
    }

    /// The same whether or not it may still sync.
    ///
    /// - Throws: `replica-taken`.
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
        let insert = try SQLStatement(
            """
            insert into replica (id, person, device, public_key, enrolled_ms, epoch, is_own)
            values (?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(1, replica)
        insert.bind(2, person)
        insert.bind(3, device)
        insert.bind(4, publicKey)
        insert.bind(5, now)
        insert.bind(6, epoch?.bytes)
        insert.bind(7, Int64(isOwn ? 1 : 0))
        try insert.run()
    }

    // MARK: Invites

    func invite(hash: Hash256) throws -> InviteRow? {
        let select = try SQLStatement(
            "select name, person, device, expires_ms, replica from invite where hash = ?", in: db)
        select.bind(1, hash)
        return try select.first {
            InviteRow(
                name: $0.text(0), person: $0.isNull(1) ? nil : try $0.identifier(1),
                device: $0.isNull(2) ? nil : $0.text(2), expiresMilliseconds: $0.int(3),
                usedBy: $0.isNull(4) ? nil : try $0.identifier(4))
        }
    }

    func insertInvite(
        hash: Hash256, name: String, person: PersonID?, device: String?,
        expiresMilliseconds: Int64
    ) throws {
        let insert = try SQLStatement(
            "insert into invite (hash, name, person, device, expires_ms) values (?, ?, ?, ?, ?)",
            in: db)
        insert.bind(1, hash)
        insert.bind(2, name)
        insert.bind(3, person?.bytes)
        insert.bind(4, device)
        insert.bind(5, expiresMilliseconds)
        try insert.run()
    }

    func markUsed(invite hash: Hash256, by replica: ReplicaID, at now: Int64) throws {
        let update = try SQLStatement(
            "update invite set used_ms = ?, replica = ? where hash = ?", in: db)
        update.bind(1, now)
        update.bind(2, replica)
        update.bind(3, hash)
        try update.run()
    }
}
