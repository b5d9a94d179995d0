import Foundation
import GRDB
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

struct AuditStoreTests {
    private static func open(
        _ folder: URL, _ purpose: AuditStore.Purpose = .serving, seed: UInt64 = 1
    ) throws(StorageError) -> AuditStore {
        var generator = SeededGenerator(seed: seed)
        return try AuditStore(
            folder: folder, purpose: purpose, at: TestServer.now, using: &generator)
    }

    @Test func `a database keeps its epoch`() throws {
        let folder = try TemporaryFolder()
        let first = try Self.open(folder.url, seed: 1)
        let epoch = first.epoch
        try first.close()
        #expect(try Self.open(folder.url, .administration, seed: 2).epoch == epoch)
    }

    @Test func `a second server on the same folder is refused by name`() throws {
        let folder = try TemporaryFolder()
        let first = try Self.open(folder.url)
        let error = #expect(throws: StorageError.self) { try Self.open(folder.url) }
        guard case .busy(_, let holder) = error else {
            Issue.record("not refused as busy: \(String(describing: error))")
            return
        }
        #expect(holder.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
        try first.close()
    }

    @Test func `a command works beside the server`() throws {
        let folder = try TemporaryFolder()
        let server = try Self.open(folder.url)
        let command = try Self.open(folder.url, .administration)
        #expect(command.epoch == server.epoch)
        try command.close()
        try server.close()
    }

    @Test func `an older server's database is refused and left as it is`() throws {
        let folder = try TemporaryFolder()
        try Self.open(folder.url).close()
        let path = folder.url.appending(path: AuditStore.fileName).path
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "pragma user_version = 3") }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: path))
        let error = #expect(throws: StorageError.self) { try Self.open(folder.url) }
        #expect(error == .olderVersion(path: path, found: 3, supported: 8))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a newer server's database is refused and left as it is`() throws {
        let folder = try TemporaryFolder()
        try Self.open(folder.url).close()
        let path = folder.url.appending(path: AuditStore.fileName).path
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "pragma user_version = 99") }
        try queue.close()
        let error = #expect(throws: StorageError.self) { try Self.open(folder.url) }
        #expect(error == .newerVersion(path: path, found: 99, supported: 11))
    }

    @Test func `a database of something else is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: AuditStore.fileName).path
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "create table recipe (id integer primary key)") }
        try queue.close()
        #expect(throws: StorageError.foreignFile(path: path)) { try Self.open(folder.url) }
    }

    @Test func `commits are synced in full`() throws {
        let folder = try TemporaryFolder()
        let store = try Self.open(folder.url)
        try store.write { db in
            let pragmas = ["synchronous", "wal_autocheckpoint", "foreign_keys"]
            let values = try pragmas.map { try db.count("pragma \($0)") }
            #expect(values == [2, 0, 1])
        }
        try store.close()
    }

    @Test func `what was acknowledged is in the files, whatever comes after`() async throws {
        var team = try await TestServer().team()
        let copies = try TemporaryFolder(preferMemory: true)
        for round in 1...5 {
            team.tester.judge(team.state(UInt64(round)), .passed)
            let answer = try await team.server.push(&team.tester, to: team.audit)
            // The files as they are at this moment, without any closing, as after a crash.
            let copy = copies.url.appending(path: "\(round)")
            try FileManager.default.copyItem(at: team.server.folder.url, to: copy)
            let restored = ServerCore(
                store: try Self.open(copy), secret: team.server.secret,
                now: { TestServer.now })
            let head = try await restored.audit(team.audit, by: team.tester.bearer).head
            #expect(head == answer.head)
            try restored.store.close()
        }
    }

    @Test(arguments: [
        (
            "select sequence, digest, image from record where audit = 1 and sequence > 5 "
                + "and not (writer = 1 and before <= 0) order by sequence", "record_by_sequence"
        ),
        (
            "select n, hash from change where audit = 1 and replica = 1 and n between 1 and 9 "
                + "order by n", "change_by_dot"
        ),
        ("select trail from change where audit = 1 and sequence = 5", "change_by_sequence"),
        ("select number, image from record where audit = 1 and key = x'00'", "record_by_key"),
        (
            "select n from settlement where audit = 1 and author = x'00' and ordinal > 1 "
                + "order by ordinal", "settlement_by_ordinal"
        ),
    ])
    func `hot statements use their index and sort nothing`(
        _ statement: String, _ index: String
    ) throws {
        let folder = try TemporaryFolder(preferMemory: true)
        let store = try Self.open(folder.url)
        try store.write { db in
            let plan = try db.rows("explain query plan " + statement) { $0.text(3) }
                .joined(separator: "\n")
            #expect(plan.contains(index))
            #expect(!plan.contains("SCAN"))
            #expect(!plan.contains("TEMP B-TREE"))
        }
        try store.close()
    }
}
