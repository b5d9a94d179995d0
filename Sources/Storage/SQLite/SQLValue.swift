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
}
