import Foundation
import GRDB
import Storage
import TestSupport
import Testing

/// A database that a program of somebody else holds, which knows nothing of our lock.
struct SharedDatabaseTests {
    private let folder: TemporaryFolder
    private let file: DatabaseFile
    private let foreign: DatabaseQueue

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.url.appending(path: "a.sqlite").path
        // So small that each write wants to empty the log.
        file = try Self.open(path, patience: Patience.answer, walBytesMax: 0)
        try file.write { try $0.run("insert into note (body) values ('first')") }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        foreign = try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func open(
        _ path: String, patience: Duration, walBytesMax: Int64 = 1 << 20
    ) throws(StorageError) -> DatabaseFile {
        let first = "create table note (body text not null) strict;"
        return try DatabaseFile(
            path: path, format: DatabaseFile.Format(applicationID: 1, migrations: [first]),
            walBytesMax: walBytesMax, patience: patience)
    }

    private func hold(_ sql: String) throws {
        try foreign.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    @Test func `a reader that takes its time neither fails nor delays a write`() throws {
        try hold("begin; select count(*) from note")
        let start = ContinuousClock.now
        try file.write { try $0.run("insert into note (body) values ('second')") }
        #expect(ContinuousClock.now - start < Patience.soon)
        try hold("rollback")
        #expect(try file.checkpoint())
        #expect(try file.read { try $0.count("select count(*) from note") } == 2)
    }

    @Test func `a checkpoint says that somebody still reads the log`() throws {
        let file = try Self.open(self.file.path, patience: .zero)
        try hold("begin; select count(*) from note")
        try file.write { try $0.run("insert into note (body) values ('second')") }
        #expect(try !file.checkpoint())
        try hold("rollback")
        #expect(try file.checkpoint())
    }

    @Test func `a foreign writer is told as busy, and nothing is half-done`() throws {
        let file = try Self.open(self.file.path, patience: .zero)
        try hold("begin immediate")
        let insert = "insert into note (body) values ('second')"
        do {
            try file.write { try $0.run(insert) }
            Issue.record("a write went through a foreign one")
        } catch StorageError.busy {}
        #expect(try file.read { try $0.count("select count(*) from note") } == 1)
        try hold("rollback")
        try file.write { try $0.run(insert) }
        #expect(try file.read { try $0.count("select count(*) from note") } == 2)
    }
}
