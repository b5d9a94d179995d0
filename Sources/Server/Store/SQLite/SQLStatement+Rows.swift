import GRDB
import Shared
import Storage

extension SQLStatement {
    /// Reads the first row, nil when there is none.
    func first<Value>(_ read: (SQLStatement) throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? read(self) : nil
    }

    /// Whether there is any row.
    func hasRow() throws -> Bool {
        try first { _ in true } ?? false
    }

    /// Reads row after row until `read` returns false.
    func forEach(while read: (SQLStatement) throws -> Bool) throws {
        defer { reset() }
        while try step() {
            guard try read(self) else { return }
        }
    }

    /// Reads every row.
    func all<Value>(_ read: (SQLStatement) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try forEach {
            values.append(try read($0))
            return true
        }
        return values
    }
}

extension StorageError {
    /// A row does not hold what this program writes there.
    static func unreadable(_ detail: String) -> StorageError {
        .damaged(path: SQLiteStore.fileName, detail: detail)
    }
}
