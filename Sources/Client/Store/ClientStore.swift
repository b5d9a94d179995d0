package import Shared
package import Storage

/// The laptop's database: records as pulled, own chains, and what is shown.
///
/// Every method is one transaction and durable when it returns; most stand in other files.
package final class ClientStore: Sendable {
    let file: DatabaseFile
    package let path: String
    /// Has unanswered changes a second time; nil for a database that needs none.
    package let journal: Journal?
    /// Given up for a save on a full disk; nil for a database that has none.
    let reserve: DiskReserve?

    package init(
        path: String, journal: Journal? = nil, reserve: DiskReserve? = nil,
        patience: Duration = .seconds(5)
    ) throws(StorageError) {
        self.path = path
        self.reserve = reserve
        self.journal = journal
        file = try DatabaseFile(path: path, format: ClientSchema.format, patience: patience)
    }

    /// Reads one audit from one snapshot; gives `absent` where this laptop does not have it.
    func read<Result>(
        _ audit: AuditID, or absent: Result, _ body: (StoredAudit, Database) throws -> Result
    ) throws -> Result {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return absent }
            return try body(row, database)
        }
    }

    /// Every row of a statement about an audit; its number is the only parameter.
    func rows<Value>(
        of audit: AuditID, _ sql: String, read: (Row) throws -> Value
    ) throws -> [Value] {
        try self.read(audit, or: []) { row, database in
            try database.rows(sql, row.number, read: read)
        }
    }

    /// Runs one transaction on an audit; none where this laptop does not have it.
    func write(_ audit: AuditID, _ body: (StoredAudit, Database) throws -> Void) throws {
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return }
            try body(row, database)
        }
    }

    /// Moves the log of writes into the file; false when part stays that another program reads.
    @discardableResult
    package func checkpoint() throws -> Bool { try file.checkpoint() }

    /// Writes everything into a new file, durable when this returns.
    func copy(to path: String) throws(StorageError) { try file.copy(to: path) }

    /// Makes the file alone the database, to take another's place.
    func endLog() throws { try file.endLog() }

    package func mark() throws -> Revision { Revision(mark: try file.mark()) }

    /// While marks are equal, nobody has written anything in between.
    package struct Revision: Hashable, Sendable {
        fileprivate let mark: DatabaseFile.Revision
    }

    package func close() throws { try file.close() }
}

/// What the database says of itself.
package struct HomeRow: Hashable, Sendable {
    package let home: AuditID
    package let person: PersonID
    /// As given when the home was made, or by the invite since.
    package let personName: String
    package let epoch: EpochID?
    /// The replica that writes now.
    package let replica: ReplicaID
    /// The id of this device's first key, under which she wrote before; nil where there is none.
    ///
    /// An invite has called her by another since, and the server knows both to be hers.
    package let former: PersonID?
    /// Her ids by the server's word, without `person`; ascending, mostly none.
    let others: [PersonID]
    /// Ids besides `person` in whose names she may write here.
    var otherNames: [PersonID] { ids.subtracting([person]).sorted() }
    /// All under which she has written.
    var ids: Set<PersonID> { Set([person, former].compactMap(\.self) + others) }
}

extension ClientStore {
    package func initialise(
        home: AuditID, person: PersonID, name: String, replica: ReplicaID, identityPath: String = ""
    ) throws {
        try file.write { database in
            try database.run(
                """
                insert into home (id, home, person, person_name, identity_path)
                values (1, ?, ?, ?, ?)
                """, home, person, name, identityPath)
            try database.run("insert into replica (id) values (?)", replica)
        }
    }

    /// What the database says of itself; nil before `initialise`.
    package func home() throws -> HomeRow? { try file.read(Self.home) }

    static func home(_ database: Database) throws -> HomeRow? {
        try database.first(
            """
            select home, person, person_name, epoch, replica.id, former, \(OwnIDs.all)
            from home, replica order by replica.number desc limit 1
            """
        ) { row in
            HomeRow(
                home: try row.identifier(0), person: try row.identifier(1),
                personName: row.text(2), epoch: try row.optional(3, row.identifier),
                replica: try row.identifier(4), former: try row.optional(5, row.identifier),
                others: row.optional(6, row.text).map(OwnIDs.read) ?? [])
        }
    }

    /// Takes over the person that an invite named, and the server's epoch.
    ///
    /// - Parameter former: Her own id before, where the server knows it to be hers.
    /// - Precondition: Nothing was recorded yet when the person differs and there is no such id.
    package func adopt(
        person: PersonID, name: String, epoch: EpochID, former: PersonID? = nil
    ) throws {
        try file.write { database in
            // Another server knows nothing of them; this one tells them at the next pull.
            try database.run("delete from own_id")
            try database.run(
                """
                update home
                set person = ?, person_name = ?, epoch = ?, former = coalesce(?, former)
                """, person, name, epoch, former == person ? nil : former)
        }
    }

    /// Where the identity of this home lay when it was last settled; nil before `initialise`.
    package func identityPath() throws -> String? {
        try file.read { try $0.first("select identity_path from home") { $0.text(0) } }
    }

    package func note(identityPath: String) throws {
        try file.write { try $0.run("update home set identity_path = ?", identityPath) }
    }

    package func hasRecorded() throws -> Bool {
        try file.read { try $0.count("select exists (select 1 from chain where source = 1)") > 0 }
    }
}
