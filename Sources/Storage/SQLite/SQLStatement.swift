import GRDB
import GRDBSQLite

/// A prepared statement, valid only within the database access that made it.
///
/// `run` and `first` bind, step and reset. `bind` and `step` themselves are for bulk loops, where
/// they reach C's speed. Parameters count from 1.
package struct SQLStatement {
    private let pointer: OpaquePointer
    private let owner: Statement
    /// The row to which `step` moved.
    package let row: Row

    /// Prepares, or takes from the connection's cache.
    package init(_ sql: String, in database: Database) throws {
        owner = try database.connection.cachedStatement(sql: sql)
        pointer = owner.sqliteStatement
        row = Row(pointer)
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
