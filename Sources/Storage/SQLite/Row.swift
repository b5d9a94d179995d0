import GRDBSQLite
package import Shared

/// One row of a query, valid only until the next is read; columns count from 0.
package struct Row {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

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
}

extension Row {
    /// - Throws: `StorageError.damaged` when it has not thirty-two bytes.
    package func hash(_ column: Int32) throws -> Hash256 {
        let hash = withBlob(column, Hash256.init(raw:))
        return try whole(hash, "a hash in column \(column) has not 32 bytes")
    }

    /// - Throws: `StorageError.damaged` when it is none.
    package func recordKey(_ column: Int32) throws -> RecordKey {
        let key = RecordKey(bytes: blob(column))
        return try whole(key, "a record's key in column \(column) cannot be read")
    }

    /// - Throws: `StorageError.damaged` when it has not sixteen bytes.
    package func identifier<Kind>(_ column: Int32) throws -> Identifier<Kind> {
        let id = Identifier<Kind>(bytes: blob(column))
        return try whole(id, "an id in column \(column) has not 16 bytes")
    }

    /// The error to throw for a row that cannot be read, with the file's path.
    package func damage(_ detail: String) -> StorageError { .damaged(path: path, detail: detail) }

    private func whole<Value>(_ value: Value?, _ fault: @autoclosure () -> String) throws -> Value {
        guard let value else { throw damage(fault()) }
        return value
    }
}
