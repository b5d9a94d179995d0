package import GRDB

extension Database {
    /// Runs a statement to its end.
    package func run(_ sql: String, _ values: any SQLValue...) throws {
        try statement(sql, values).run()
    }

    /// Reads the first row; nil when there is none.
    package func first<Value>(
        _ sql: String, _ values: any SQLValue..., read: (SQLStatement) throws -> Value
    ) throws -> Value? {
        try statement(sql, values).first(read: read)
    }

    /// Whether there is any row.
    package func hasRow(_ sql: String, _ values: any SQLValue...) throws -> Bool {
        try statement(sql, values).hasRow()
    }

    /// The number in the first row's first column; 0 when there is none.
    package func count(_ sql: String, _ values: any SQLValue...) throws -> Int {
        try statement(sql, values).first { Int($0.int(0)) } ?? 0
    }

    /// Reads every row.
    package func rows<Value>(
        _ sql: String, _ values: any SQLValue..., read: (SQLStatement) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try statement(sql, values).eachWhile {
            result.append(try read($0))
            return true
        }
        return result
    }

    /// Goes through every row, one at a time.
    package func each(
        _ sql: String, _ values: any SQLValue..., body: (SQLStatement) throws -> Void
    ) throws {
        try statement(sql, values).eachWhile {
            try body($0)
            return true
        }
    }

    /// Goes through row after row until `body` returns false.
    package func eachWhile(
        _ sql: String, _ values: any SQLValue..., body: (SQLStatement) throws -> Bool
    ) throws {
        try statement(sql, values).eachWhile(body: body)
    }

    private func statement(_ sql: String, _ values: [any SQLValue]) throws -> SQLStatement {
        let statement = try SQLStatement(sql, in: self)
        statement.bind(values)
        return statement
    }
}

extension SQLStatement {
    /// Runs to the end, and is ready for other values.
    package func run(_ values: any SQLValue...) throws {
        if !values.isEmpty { bind(values) }
        try run()
    }

    /// Reads the first row; nil when there is none.
    package func first<Value>(
        _ values: any SQLValue..., read: (SQLStatement) throws -> Value
    ) throws -> Value? {
        if !values.isEmpty { bind(values) }
        defer { reset() }
        return try step() ? read(self) : nil
    }

    /// Whether there is any row.
    package func hasRow(_ values: any SQLValue...) throws -> Bool {
        if !values.isEmpty { bind(values) }
        defer { reset() }
        return try step()
    }

    fileprivate func eachWhile(body: (SQLStatement) throws -> Bool) throws {
        defer { reset() }
        while try step() {
            guard try body(self) else { return }
        }
    }

    fileprivate func bind(_ values: [any SQLValue]) {
        // In the middle of its rows a statement takes no values.
        reset()
        for (index, value) in values.enumerated() { value.bind(Int32(index + 1), in: self) }
    }
}
