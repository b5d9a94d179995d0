import CSQLite
import Foundation
import GRDB

/// One SQLite file as Accord opens it: WAL, FULL, strict, one writing connection.
///
/// Every write holds the write lock, and so does every checkpoint; SQLite never checkpoints by
/// itself, neither at a commit nor when the file is closed.
package final class DatabaseFile: Sendable {
    /// The path of the file itself; `-wal`, `-shm` and `.lock` lie beside it.
    package let path: String
    private let connection: DatabaseQueue
    private let lock: WriteLock
    private let walBytesMax: Int64
    private let patience: Duration
    private let opened: FileStatus?

    /// What a file has to be: who made it, and the scripts that lead from one format to the next.
    package struct Format: Sendable {
        package let applicationID: Int32
        /// What the first script makes of an empty file; a file of an older format is refused.
        package let oldest: Int
        /// Script i leads to format `oldest` + i; they are only ever appended.
        package let migrations: [String]
        /// Fills in what no script can derive, in the transaction of the last of them.
        package let derive: @Sendable (Database) throws -> Void
        var newest: Int { oldest + migrations.count - 1 }

        package init(
            applicationID: Int32, oldest: Int = 1, migrations: [String],
            derive: @escaping @Sendable (Database) throws -> Void = { _ in }
        ) {
            self.applicationID = applicationID
            self.oldest = oldest
            self.migrations = migrations
            self.derive = derive
        }
    }

    /// Opens a file, makes it when it is missing, and brings it to the newest format.
    ///
    /// - Parameters:
    ///   - walBytesMax: The size of the write-ahead log above which a write checkpoints.
    ///   - patience: How long to wait for another program, whether or not it is one of ours.
    package init(
        path: String, format: Format, walBytesMax: Int64 = 16 * 1024 * 1024,
        patience: Duration = .seconds(5)
    ) throws(StorageError) {
        self.path = path
        self.walBytesMax = walBytesMax
        self.patience = patience
        try Self.refuse(path, unless: format)
        lock = WriteLock(path: path + ".lock", patience: patience)
        do {
            let open = try lock.hold {
                try Self.dropStrangersLog(path)
                // SQLite would make it for everybody to read, and its log with the same rights.
                _ = try DiskFile(path, for: .writing)
                for suffix in ["", "-wal", "-shm"] { FileStatus.makePrivate(path + suffix) }
                // Not a pool: it lowers a pool's writing connection to `synchronous = normal`.
                let connection = try DatabaseQueue(
                    path: path, configuration: Self.configuration(patience))
                try connection.writeWithoutTransaction { try Self.prepare($0, path: path, format) }
                // Whoever opens the file alone reads the whole log: the next one should not.
                Self.moveLog(of: path, above: Self.leftLogBytesMax, connection, patience)
                return connection
            }
            connection = open
            opened = FileStatus(of: path)
        } catch { throw StorageError(error, path: path) }
    }

    /// Reads from one snapshot.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try translated { try connection.read { try body(Database($0)) } }
    }

    /// Says in our words what SQLite says; other errors are the body's own.
    private func translated<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// A moment of the file: while marks are equal, nobody has written anything in between.
    package struct Revision: Hashable, Sendable {
        /// SQLite's count of commits by other connections, of this program or another.
        package let others: Int64
        private let own: Int64

        fileprivate init(_ database: GRDB.Database) throws {
            others = try Int64.fetchOne(database, sql: "pragma data_version") ?? 0
            own = Int64(database.totalChangesCount)
        }
    }

    /// The present moment; taken before something is read, it says whether that is still so.
    package func mark() throws -> Revision { try read { try Revision($0.connection) } }

    /// Runs one transaction, durable when this returns; what the body throws undoes all of it.
    ///
    /// - Parameter committed: Hears of what is durable now, before anybody else can write.
    package func write<Result>(
        _ body: (Database) throws -> Result, committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        try translated {
            try lock.hold {
                // What is written into a file that has lost its name is found by nobody.
                guard let opened, FileStatus(of: path)?.isOfSameFile(as: opened) == true else {
                    throw StorageError.replaced(path: path)
                }
                let result = try connection.write { try body(Database($0)) }
                committed(result)
                Self.moveLog(of: path, above: walBytesMax, connection, patience)
                return result
            }
        }
    }

    /// Moves the write-ahead log into the file; done before a copy and at a graceful end.
    ///
    /// - Returns: False when a reader keeps a part of the log, which counts, beside the file.
    @discardableResult
    package func checkpoint() throws -> Bool { try withLog(Self.truncateLog) }

    private func withLog<Result>(_ body: (GRDB.Database) throws -> Result) throws -> Result {
        try translated { try lock.hold { try connection.writeWithoutTransaction(body) } }
    }

    /// Ends the write-ahead log: the file is whole by itself, and its header says so.
    ///
    /// Opened at another place, it drops a log that lies there, and begins one of its own.
    ///
    /// - Throws: `StorageError.busy` while another program uses the file.
    package func endLog() throws {
        let mode = try withLog { try String.fetchOne($0, sql: "pragma journal_mode = delete") }
        guard mode == "delete" else {
            throw StorageError.busy(path: path, holder: "it reads the database")
        }
    }

    /// Writes a snapshot into a file that is a database by itself, durable when this returns.
    ///
    /// The write-ahead log is part of it, and other programs may write meanwhile.
    ///
    /// - Throws: `StorageError.taken` where something has that name.
    package func copy(to target: String) throws(StorageError) {
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        // Made here, so that nobody else can read it: SQLite takes an empty file as its own.
        let draft = try FileDraft(in: folder, for: target)
        do {
            try connection.writeWithoutTransaction {
                try $0.execute(sql: "vacuum into ?", arguments: [draft.path])
            }
        } catch { throw StorageError(error, path: target) }
        try draft.publish(as: target, replacing: false)
    }

    /// What SQLite finds wrong with the file; empty when nothing is.
    package func faults() throws -> [String] {
        do {
            let found = try connection.read { try String.fetchAll($0, sql: "pragma quick_check") }
            return found == ["ok"] ? [] : found
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return [error.message ?? "the file cannot be read to its end"]
        }
    }

    package func close() throws { try connection.close() }

    /// Whether a file's first page says that it is a database of a program; opens nothing.
    package static func claims(_ path: String, _ format: Format) throws(StorageError) -> Bool {
        guard let header = try DatabaseHeader(of: path) else { return false }
        // A first script that a kill cut off has left nothing but the beginning of a file.
        return header.isBlank || header.applicationID == format.applicationID
    }

    /// Refuses what another program made, or is too old, before anything is made or written.
    private static func refuse(_ path: String, unless format: Format) throws(StorageError) {
        guard let header = try DatabaseHeader(of: path), !header.isBlank else { return }
        guard header.applicationID == format.applicationID else { throw .foreignFile(path: path) }
        guard (1..<format.oldest).contains(header.version) else { return }
        throw .olderVersion(path: path, found: header.version, supported: format.oldest)
    }

    /// Drops a log of writes that belongs to another file which lay here before.
    ///
    /// A file of ours says in its header that it has such a log; a copy that was put in its place
    /// does not, and SQLite would write the other file's pages into it.
    private static func dropStrangersLog(_ path: String) throws(StorageError) {
        guard let size = FileStatus(of: path)?.size, size >= 100 else { return }
        let version = try DiskFile(path, for: .reading).read(2, at: 18)
        guard version == [1, 1] else { return }
        try DurableFolder.remove(path + "-wal")
        try DurableFolder.remove(path + "-shm")
    }

    /// A log that an earlier program left is moved when it is larger than that.
    private static let leftLogBytesMax: Int64 = 1024 * 1024

    /// Moves the log when it is large; what keeps it there, a full disk or a reader, fails nothing.
    ///
    /// What was written is durable in the log. No save waits for a reader, and the next write tries
    /// again. The caller holds the write lock.
    private static func moveLog(
        of path: String, above bytesMax: Int64, _ connection: DatabaseQueue, _ patience: Duration
    ) {
        guard let log = FileStatus(of: path + "-wal"), log.size > bytesMax else { return }
        let milliseconds = Int(patience / .milliseconds(1))
        _ = try? connection.writeWithoutTransaction { database in
            try database.execute(sql: "pragma busy_timeout = 0")
            defer { try? database.execute(sql: "pragma busy_timeout = \(milliseconds)") }
            return try Self.truncateLog(database)
        }
    }

    private static func truncateLog(_ database: GRDB.Database) throws -> Bool {
        // A reader may keep part of the log in use; then it is for the next time.
        try Int.fetchOne(database, sql: "pragma wal_checkpoint(truncate)") == 0
    }

    private static func configuration(_ patience: Duration) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.prepareDatabase { database in
            accord_sqlite_no_checkpoint_on_close(database.sqliteConnection)
            try database.execute(
                sql: """
                    pragma journal_mode = wal;
                    pragma synchronous = full;
                    pragma wal_autocheckpoint = 0;
                    pragma trusted_schema = off;
                    pragma cache_size = -4096;
                    pragma temp_store = memory;
                    """)
        }
        return configuration
    }

    private static func prepare(_ database: GRDB.Database, path: String, _ format: Format) throws {
        func pragma(_ name: String) throws -> Int {
            try Int.fetchOne(database, sql: "pragma \(name)") ?? 0
        }
        let application = try pragma("application_id")
        let version = try pragma("user_version")
        let isEmpty = try pragma("schema_version") == 0
        guard isEmpty || application == Int(format.applicationID) else {
            throw StorageError.foreignFile(path: path)
        }
        guard version <= format.newest else {
            throw StorageError.newerVersion(path: path, found: version, supported: format.newest)
        }
        for (target, script) in zip(format.oldest..., format.migrations) where target > version {
            try database.inTransaction(.immediate) {
                try database.execute(sql: script)
                if target == format.newest { try format.derive(Database(database)) }
                try database.execute(
                    sql: """
                        pragma application_id = \(format.applicationID);
                        pragma user_version = \(target);
                        """)
                return .commit
            }
        }
    }
}
