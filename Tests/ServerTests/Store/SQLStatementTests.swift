import Foundation
import Shared
import Storage
import TestSupport
import Testing

struct SQLStatementTests {
    private let folder: TemporaryFolder
    private let file: DatabaseFile

    init() throws {
        folder = try TemporaryFolder()
        let script = "create table value (id integer primary key, a any) strict;"
        file = try DatabaseFile(
            path: folder.url.appending(path: "a.sqlite").path,
            format: DatabaseFile.Format(applicationID: 1, migrations: [script]))
    }

    @Test func `each value comes back as it was given, and nil as null`() throws {
        let hash = Hash256.zero
        let audit = AuditID(high: 1, low: .max)
        let values: [any SQLValue] = [
            Int64.min, 7, UInt64.max, true, "it’s", [UInt8]([0, 255]), [UInt8](), hash, audit,
            String?.none,
        ]
        try file.write { database in
            for value in values { try database.run("insert into value (a) values (?)", value) }
            #expect(try database.count("select count(*) from value") == values.count)
            let kinds = try database.rows("select typeof(a) from value order by id") { $0.text(0) }
            #expect(
                kinds == [
                    "integer", "integer", "integer", "integer", "text", "blob", "blob", "blob",
                    "blob", "null",
                ])
            let read = "select a from value where id = ?"
            #expect(try database.first(read, 1) { $0.int(0) } == Int64.min)
            #expect(try database.first(read, 3) { $0.unsigned(0) } == UInt64.max)
            #expect(try database.first(read, 6) { $0.blob(0) } == [0, 255])
            #expect(try database.first(read, 7) { $0.blob(0) } == [])
            #expect(try database.first(read, 8) { try $0.hash(0) } == hash)
            #expect(
                try database.first(read, 9) { row -> AuditID in try row.identifier(0) } == audit)
            #expect(try database.first(read, 10) { $0.optional(0, $0.text) } == .some(nil))
            #expect(try database.first(read, 11) { $0.text(0) } == nil)
            #expect(try database.hasRow(read, 10))
        }
    }

    @Test func `a statement that was left in the middle of its rows begins anew`() throws {
        try file.write { database in
            for value in 1...3 { try database.run("insert into value (a) values (?)", value) }
            let select = try SQLStatement(
                "select a from value where a >= ? order by a", in: database)
            #expect(try select.first(2) { $0.int(0) } == 2)
            select.bind(1, 1 as Int64)
            #expect(try select.step())
            #expect(try select.first(3) { $0.int(0) } == 3)
            var seen: [Int64] = []
            try database.eachWhile("select a from value where a >= ? order by a", 1) {
                seen.append($0.int(0))
                return seen.count < 2
            }
            #expect(seen == [1, 2])
        }
    }
}
