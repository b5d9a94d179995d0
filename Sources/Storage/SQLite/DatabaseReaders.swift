import GRDB

/// Several connections that read one file, each from a snapshot, while another one writes.
///
/// A pool of their own, because GRDB lowers a pool's writing connection to `synchronous = normal`,
/// and a power cut would take back what laptops were told is safe.
package final class DatabaseReaders: Sendable {
    private let pool: DatabasePool

    /// - Precondition: The file is there, with a write-ahead log.
    package init(path: String, countMax: Int, patience: Duration) throws {
        var configuration = Configuration.reading
        configuration.maximumReaderCount = countMax
        configuration.busyMode = .timeout(patience / .seconds(1))
        pool = try DatabasePool(path: path, configuration: configuration)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await pool.read { try body(Database($0)) }
    }

    /// Copies the file as it is at one moment into another, which is one file and has no log.
    package func copy(to path: String) throws {
        // So it can be read where nothing can be written.
        let copy = try DatabaseQueue(path: path)
        try pool.backup(to: copy)
        try copy.writeWithoutTransaction { try $0.execute(sql: "pragma journal_mode = delete") }
        try copy.close()
    }

    package func close() throws { try pool.close() }

    /// One moment of the file, read again and again on a connection of its own.
    package final class Snapshot: Sendable {
        private let database: DatabaseSnapshot

        /// Reads the file, so it may wait for the disk.
        package init(of readers: DatabaseReaders) throws {
            database = try readers.pool.makeSnapshot()
        }

        package func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
            try await database.read { try body(Database($0)) }
        }

        /// The same where a thread may wait.
        package func readWaiting<Value>(_ body: (Database) throws -> Value) throws -> Value {
            try database.read { try body(Database($0)) }
        }
    }
}

/// A database that nobody writes, such as a copy.
package struct DatabaseCopy {
    private let connection: DatabaseQueue

    package init(path: String) throws {
        connection = try DatabaseQueue(path: path, configuration: .reading)
    }

    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try connection.read { try body(Database($0)) }
    }

    package func close() throws { try connection.close() }
}

extension Configuration {
    fileprivate static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { try $0.execute(sql: "pragma trusted_schema = off") }
        return configuration
    }
}
