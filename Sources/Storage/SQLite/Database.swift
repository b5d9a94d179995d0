import GRDB

/// A connection within one access to a database: statements go through it, and end with it.
///
/// All that stores may ask of a database; the library behind it is named in this folder alone
/// (docs/decisions/0030-engines.md).
package struct Database {
    let connection: GRDB.Database

    init(_ connection: GRDB.Database) { self.connection = connection }

    /// The number of the row that was inserted last.
    package var insertedNumber: Int64 { connection.lastInsertedRowID }

    /// How many rows the last statement wrote.
    package var writtenCount: Int { connection.changesCount }

    /// False also after the transaction was given up, as it is on a full disk.
    package var isInTransaction: Bool { connection.isInsideTransaction }

    /// Undoes what the body wrote, and nothing else of the transaction, where it throws.
    package func part(_ body: () throws -> Void) throws {
        try connection.inSavepoint {
            try body()
            return .commit
        }
    }

    package func run(_ sql: String, _ values: any SQLValue...) throws {
        try statement(sql, values).run()
    }

    /// Reads the first row; nil when there is none.
    package func first<Value>(
        _ sql: String, _ values: any SQLValue..., read: (Row) throws -> Value
    ) throws -> Value? { try statement(sql, values).first(read: read) }

    package func hasRow(_ sql: String, _ values: any SQLValue...) throws -> Bool {
        try statement(sql, values).hasRow()
    }

    /// The number in the first row's first column; 0 when there is none.
    package func count(_ sql: String, _ values: any SQLValue...) throws -> Int {
        try statement(sql, values).first { Int($0.int(0)) } ?? 0
    }

    package func rows<Value>(
        _ sql: String, _ values: any SQLValue..., read: (Row) throws -> Value
    ) throws -> [Value] { try statement(sql, values).all(read) }

    /// The first column of every row.
    package func numbers(_ sql: String, _ values: any SQLValue...) throws -> [Int64] {
        try statement(sql, values).all { $0.int(0) }
    }

    package func each(
        _ sql: String, _ values: any SQLValue..., body: (Row) throws -> Void
    ) throws { try statement(sql, values).each(body: body) }

    /// Goes through row after row until `body` returns false.
    package func eachWhile(
        _ sql: String, _ values: any SQLValue..., body: (Row) throws -> Bool
    ) throws { try statement(sql, values).eachWhile(body: body) }

    private func statement(_ sql: String, _ values: [any SQLValue]) throws -> SQLStatement {
        let statement = try SQLStatement(sql, in: self)
        statement.bind(values)
        return statement
    }
}

extension SQLStatement {
    package func run(_ values: any SQLValue...) throws {
        if !values.isEmpty { bind(values) }
        try run()
    }

    package func first<Value>(
        _ values: any SQLValue..., read: (Row) throws -> Value
    ) throws -> Value? {
        if !values.isEmpty { bind(values) }
        defer { reset() }
        return try step() ? read(row) : nil
    }

    package func hasRow(_ values: any SQLValue...) throws -> Bool {
        if !values.isEmpty { bind(values) }
        defer { reset() }
        return try step()
    }

    fileprivate func all<Value>(_ read: (Row) throws -> Value) throws -> [Value] {
        var result: [Value] = []
        try each { result.append(try read($0)) }
        return result
    }

    fileprivate func each(body: (Row) throws -> Void) throws {
        defer { reset() }
        while try step() { try body(row) }
    }

    fileprivate func eachWhile(body: (Row) throws -> Bool) throws {
        defer { reset() }
        while try step() {
            guard try body(row) else { return }
        }
    }

    fileprivate func bind(_ values: [any SQLValue]) {
        // In the middle of its rows a statement takes no values.
        reset()
        for (index, value) in values.enumerated() { value.bind(Int32(index + 1), in: self) }
    }
}
