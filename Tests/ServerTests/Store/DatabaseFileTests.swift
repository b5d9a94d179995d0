import Foundation
import GRDB
import Storage
import TestSupport
import Testing

/// A file of an older program in the hands of a newer one, and the other way round.
struct DatabaseFileTests {
    private static let first = """
        create table note (id integer primary key, body text not null) strict;
        """
    private static let second = """
        alter table note add column author text not null default '';
        """

    private let folder: TemporaryFolder
    private var path: String { folder.url.appending(path: "a.sqlite").path }

    init() throws { folder = try TemporaryFolder() }

    private func open(_ scripts: String...) throws(StorageError) -> DatabaseFile {
        try DatabaseFile(
            path: path, format: DatabaseFile.Format(applicationID: 1, migrations: scripts))
    }

    /// A file of the first format with one row.
    private func fill() throws {
        let file = try open(Self.first)
        try file.write { try $0.run("insert into note (body) values ('kept')") }
        try file.close()
    }

    private func bodies(in file: DatabaseFile) throws -> [String] {
        try file.read { try $0.rows("select body from note") { $0.text(0) } }
    }

    @Test func `no room for what connections share is a full disk, other I/O errors tell which`() {
        let full = DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE, message: "disk I/O error")
        #expect(StorageError(full, path: "f") == .diskFull(path: "f"))
        let read = DatabaseError(resultCode: .SQLITE_IOERR_READ, message: "disk I/O error")
        #expect(
            StorageError(read, path: "f")
                == .failed(path: "f", detail: "its disk gives errors, SQLite's code 266"))
    }

    @Test func `nothing is written into a file whose place another has taken`() throws {
        try fill()
        let file = try open(Self.first)
        try file.write { try $0.run("insert into note (body) values ('second')") }
        try file.checkpoint()
        let copy = path + ".copy"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(rename(copy, path) == 0)
        #expect(throws: StorageError.replaced(path: path)) {
            try file.write { try $0.run("insert into note (body) values ('lost')") }
        }
        try file.close()
        #expect(try bodies(in: open(Self.first)) == ["kept", "second"])
    }

    @Test func `a newer program takes an older file over with all that is in it`() throws {
        try fill()
        for _ in 0..<2 {
            let file = try open(Self.first, Self.second)
            #expect(try bodies(in: file) == ["kept"])
            try file.write { try $0.run("update note set author = 'Maya'") }
            try file.close()
        }
    }

    @Test func `a script that fails half-way leaves the file to the older program`() throws {
        try fill()
        #expect(throws: StorageError.self) {
            try open(Self.first, Self.second + "insert into missing values (1);")
        }
        let file = try open(Self.first)
        #expect(try bodies(in: file) == ["kept"])
        let columns = try file.read { try $0.rows("pragma table_info(note)") { $0.text(1) } }
        #expect(columns == ["id", "body"])
        try file.close()
    }

    @Test func `an older program leaves a newer file alone`() throws {
        try open(Self.first, Self.second).close()
        let error = #expect(throws: StorageError.self) { try open(Self.first) }
        #expect(error == .newerVersion(path: path, found: 2, supported: 1))
    }
}
