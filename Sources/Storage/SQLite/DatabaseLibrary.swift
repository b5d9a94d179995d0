import GRDBSQLite

/// The library that reads and writes databases.
package enum DatabaseLibrary {
    /// As it tells it, such as 3.40.1.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// Whether two connections that write and checkpoint at once could lose a log of writes.
    package static var hasLogResetRace: Bool {
        (3_007_000...3_051_002).contains(sqlite3_libversion_number())
    }
}
