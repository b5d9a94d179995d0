import Foundation
import GRDB
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// A home of an older version, which is left to that.
struct OlderDatabaseTests {
    private let folder: TemporaryFolder
    private let home: ClientHome

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        home = ClientHome(
            home: folder.url.appending(path: "maya").path, state: nil, environment: [:])
        try AuditClient.create(home, name: "Maya").store.close()
    }

    @Test(arguments: 1...3)
    func `a database of an older format is refused, and no byte of the home differs`(
        format: Int
    ) throws {
        try makeOld(format)
        try expectRefusal(found: format)
    }

    @Test func `one whose format is in the log of writes alone is refused too`() throws {
        for suffix in ["", "-wal", "-shm"] { try DurableFolder.remove(home.databasePath + suffix) }
        let scratch = folder.url.appending(path: "scratch.sqlite").path
        // As a program leaves it that was killed before anything was copied from the log.
        let writer = try DatabasePool(path: scratch)
        try writer.write {
            try $0.execute(
                sql: """
                    create table chain (id integer primary key);
                    pragma application_id = 0x41636331;
                    pragma user_version = 3;
                    """)
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: scratch + suffix, toPath: home.databasePath + suffix)
        }
        try writer.close()
        try expectRefusal(found: 3)
    }

    @Test func `the words say what is safe and what to do`() throws {
        try makeOld(3)
        let error = #expect(throws: ClientError.self) { try AuditClient.open(home) }
        let trouble = ReportedError(try #require(error))
        for words in [
            "made by an older version of Accord (format 3; this one reads from 6 on)",
            "Nothing was changed. Everything in it is safe, sent or not.", "accord sync",
            "accord bundle export", "begin in a new home",
        ] {
            #expect(trouble.message.contains(words))
        }
    }

    @Test func `what makes a home anew does not take it for one in ruins`() throws {
        try makeOld(3)
        let identity = try #require(try Identity.read(home))
        let before = try bytes()
        #expect(throws: StorageError.self) { try HomeRemains(of: home, identity) }
        #expect(try bytes() == before)
    }

    @Test func `a database of a newer format is refused as ever`() throws {
        try makeOld(19)
        #expect(
            throws: StorageError.newerVersion(path: home.databasePath, found: 19, supported: 18)
        ) {
            try ClientStore(path: home.databasePath)
        }
    }

    private func expectRefusal(found: Int) throws {
        let before = try bytes()
        let error = #expect(throws: ClientError.self) { try AuditClient.open(home) }
        guard case .storage(let failure) = error else {
            Issue.record("it is refused by \(String(describing: error))")
            return
        }
        #expect(
            failure == .olderVersion(path: home.databasePath, found: found, supported: 6))
        #expect(try bytes() == before)
    }

    private func makeOld(_ format: Int) throws {
        let database = try DatabaseQueue(path: home.databasePath)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "pragma user_version = \(format)")
        }
        try database.close()
    }

    /// Every file of the home and of its identity, by name.
    private func bytes() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(
                    atPath: folder.url.appending(path: name).path
                ).map { (name, $0) }
            })
    }
}
