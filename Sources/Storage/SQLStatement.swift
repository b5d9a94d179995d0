import GRDB
import GRDBSQLite

/// A prepared statement, valid only within the database access that made it.
///
/// `run` and `first` bind, step and reset. `bind` and `step` themselves are for bulk loops, where
/// they reach C's speed. Parameters count from 1, columns from 0.
package struct SQLStatement {
    private let pointer: OpaquePointer
    private let owner: Statement

    /// Prepares, or takes from the connection's cache.
    package init(_ sql: String, in database: Database) throws {
        owner = try database.cachedStatement(sql: sql)
        pointer = owner.sqliteStatement
        sqlite3_reset(pointer)
    }

    package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(pointer, index, value) }

    /// Binds a copy of the bytes as a blob; none are an empty blob, not null.
    package func bind(_ index: Int32, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bind(index, $0) }
    }

    /// Binds a copy of the text as UTF-8, up to its first NUL.
    package func bind(_ index: Int32, _ text: String) {
        sqlite3_bind_text(pointer, index, text, -1, Self.transient)
    }

    func bindNull(_ index: Int32) { sqlite3_bind_null(pointer, index) }

    /// Moves to the next row; false when there is none.
    package func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = sqlite3_db_handle(pointer).flatMap(sqlite3_errmsg)
                .map { String(cString: $0) }
            sqlite3_reset(pointer)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    /// Runs to the end and makes the statement ready for new parameters.
    package func run() throws {
        while try step() {}
        reset()
    }

    package func reset() { sqlite3_reset(pointer) }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(pointer, column) == SQLITE_NULL
    }

    /// What `read` makes of the column, nil where it is null.
    package func optional<Value>(
        _ column: Int32, _ read: (Int32) throws -> Value
    ) rethrows -> Value? { isNull(column) ? nil : try read(column) }

    /// The column as an integer, 0 where it is null.
    package func int(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// The column as the 64 bits that `bind` took, 0 where it is null.
    package func unsigned(_ column: Int32) -> UInt64 { UInt64(bitPattern: int(column)) }

    /// A copy of the column as text, empty where it is null.
    package func text(_ column: Int32) -> String {
        sqlite3_column_text(pointer, column).map { String(cString: $0) } ?? ""
    }

    /// A copy of the column as bytes, empty where it is null.
    package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

    /// Lends the bytes without a copy; they live until the next step.
    package func withBlob<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let bytes = sqlite3_column_blob(pointer, column)
        let count = Int(sqlite3_column_bytes(pointer, column))
        return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    /// The database file, for messages; empty when it is not known.
    var path: String {
        sqlite3_db_handle(pointer).flatMap { sqlite3_db_filename($0, "main") }
            .map { String(cString: $0) } ?? ""
    }

    func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        // An empty buffer has no address, and SQLite takes no address for NULL.
        if let start = bytes.baseAddress {
            sqlite3_bind_blob64(pointer, index, start, sqlite3_uint64(bytes.count), Self.transient)
        } else {
            sqlite3_bind_zeroblob(pointer, index, 0)
        }
    }

    /// SQLITE_TRANSIENT, a cast that Swift cannot import: SQLite copies the bytes.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// The SQLite that this program runs with.
package enum SQLiteLibrary {
    /// As it tells it, such as 3.40.1.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// Whether two connections that write and checkpoint at once could lose a log of writes.
    package static var hasLogResetRace: Bool {
        (3_007_000...3_051_002).contains(sqlite3_libversion_number())
    }
}
