import GRDB
import Shared
import Storage

extension SQLStatement {
    // MARK: Our own values

    func bind<Kind>(_ index: Int32, _ identifier: Identifier<Kind>) {
        bind(index, identifier.bytes)
    }

    func bind(_ index: Int32, _ hash: Hash256) {
        bind(index, hash.bytes)
    }

    func bind(_ index: Int32, _ hash: Hash256?) {
        bind(index, hash?.bytes)
    }

    func hash(_ column: Int32) throws -> Hash256 {
        guard let hash = withBlob(column, Hash256.init(bytes:)) else {
            throw StorageError.unreadable("a hash in column \(column) has not 32 bytes")
        }
        return hash
    }

    func identifier<Kind>(_ column: Int32) throws -> Identifier<Kind> {
        guard let value = withBlob(column, Identifier<Kind>.init(bytes:)) else {
            throw StorageError.unreadable("an id in column \(column) has not 16 bytes")
        }
        return value
    }

    // MARK: Rows

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
