import GRDB
package import Shared
package import Storage

/// The laptop's database: records as pulled, own chains, and what is shown.
///
/// A facade over one file; reading, recording and syncing are extensions in files of their own.
/// Every method is one transaction and durable when it returns.
package final class ClientStore: Sendable {
    let file: DatabaseFile
    /// Whose database it is; fixed when the file was made, except for an adopted person.
    package let path: String
    /// Has unanswered changes a second time; nil for a database that needs none.
    package let journal: Journal?
    /// Given up for a save on a full disk; nil for a database that has none.
    let reserve: DiskReserve?

    /// Opens the database of a home that was made before.
    ///
    /// - Throws: `StorageError`.
    package init(
        path: String, journal: Journal? = nil, reserve: DiskReserve? = nil,
        patience: Duration = .seconds(5)
    ) throws(StorageError) {
        self.path = path
        self.reserve = reserve
        self.journal = journal
        file = try DatabaseFile(path: path, format: ClientSchema.format, patience: patience)
    }

    /// Moves the write-ahead log into the file, so that the file alone is the database.
    ///
    /// - Returns: False when it is not, because another program reads the log.
    @discardableResult
    package func checkpoint() throws -> Bool {
        try file.checkpoint()
    }

    /// Writes everything into a new file, durable when this returns.
    func copy(to path: String) throws(StorageError) {
        try file.copy(to: path)
    }

    /// Makes the file alone the database, to take another's place.
    func endLog() throws {
        try file.endLog()
    }

    /// The present moment, to tell whether what is read next is still so.
    package func mark() throws -> Mark {
        Mark(mark: try file.mark())
    }

    /// While marks are equal, nobody has written anything in between.
    package struct Mark: Hashable, Sendable {
        fileprivate let mark: DatabaseFile.Mark
    }

    /// Closes the file; the store is of no use afterwards.
    package func close() throws {
        try file.close()
    }
}

/// What the database says of itself.
package struct HomeRow: Hashable, Sendable {
    /// The id of the home itself, random when it was made.
    package let home: AuditID
    package let person: PersonID
    /// As given when the home was made, or by the invite since.
    package let personName: String
    package let epoch: EpochID?
    /// The replica that writes now.
    package let replica: ReplicaID
}

extension ClientStore {
    /// Writes the only row of a new database.
    package func initialise(
        home: AuditID, person: PersonID, name: String, replica: ReplicaID,
        identityPath: String = ""
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
    package func home() throws -> HomeRow? {
        try file.read(Self.home)
    }

    static func home(_ database: Database) throws -> HomeRow? {
        try database.first(
            """
            select home, person, person_name, epoch, replica.id
            from home, replica
            order by replica.number desc
            limit 1
            """
        ) { row in
            HomeRow(
                home: try row.identifier(0), person: try row.identifier(1),
                personName: row.text(2), epoch: try row.optional(3, row.identifier),
                replica: try row.identifier(4))
        }
    }

    /// Takes over the person that an invite named, and the server's epoch.
    ///
    /// - Precondition: Nothing was recorded yet when the person differs.
    package func adopt(person: PersonID, name: String, epoch: EpochID) throws {
        try file.write { database in
            try database.run(
                "update home set person = ?, person_name = ?, epoch = ?", person, name, epoch)
        }
    }

    /// Where the identity of this home lay when it was last settled; nil before `initialise`.
    package func identityPath() throws -> String? {
        try file.read { database in
            try database.first("select identity_path from home") { $0.text(0) }
        }
    }

    /// Notes where the identity of this home lies now.
    package func note(identityPath: String) throws {
        try file.write { try $0.run("update home set identity_path = ?", identityPath) }
    }

    /// Whether any change was recorded under any replica.
    package func hasRecorded() throws -> Bool {
        try file.read {
            try $0.count("select exists (select 1 from chain where source = 1)") > 0
        }
    }
}
