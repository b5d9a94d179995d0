package import Shared

/// What a parameter of a statement can be.
package protocol SQLValue {
    /// Binds a copy of the value; nil as null.
    func bind(_ index: Int32, in statement: SQLStatement)
}

extension SQLValue where Self: FixedWidthInteger {
    /// Binds all 64 bits; `unsigned` reads them back, but SQLite compares them as signed.
    package func bind(_ index: Int32, in statement: SQLStatement) {
        statement.bind(index, Int64(truncatingIfNeeded: self))
    }
}

extension Int64: SQLValue {}
extension Int: SQLValue {}
extension UInt64: SQLValue {}

extension Bool: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) {
        statement.bind(index, self ? 1 : 0 as Int64)
    }
}

extension String: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) { statement.bind(index, self) }
}

extension [UInt8]: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) { statement.bind(index, self) }
}

extension ArraySlice<UInt8>: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) {
        withUnsafeBytes { statement.bind(index, $0) }
    }
}

extension Identifier: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) { statement.bind(index, bytes) }
}

extension Hash256: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) { statement.bind(index, bytes) }
}

extension RecordKey: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) { statement.bind(index, bytes) }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    package func bind(_ index: Int32, in statement: SQLStatement) {
        if let self { self.bind(index, in: statement) } else { statement.bindNull(index) }
    }
}

extension SQLStatement {
    package func bind(_ index: Int32, _ value: some SQLValue) { value.bind(index, in: self) }

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
