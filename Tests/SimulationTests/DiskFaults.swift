import Foundation
import GRDB
import Shared
import Storage

@testable import Client
@testable import Server

/// Holds a database's write lock as another program does, for as long as it lives.
final class HeldLock {
    private let descriptor: Int32

    /// Takes the lock beside a database; nobody else holds it.
    init(of database: String) throws {
        descriptor = open(database + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Violation(text: "a lock could not be taken")
        }
    }

    deinit { close(descriptor) }
}

extension ClientStore {
    /// Leaves room for so many more pages; nil gives all the room back.
    ///
    /// SQLite then fails in the middle of a transaction, as it does on a disk that is full.
    func leaveRoom(pages: Int?) throws {
        try file.write { try $0.leaveRoom(pages: pages) }
    }
}

extension SQLiteStore {
    /// The same for the server's database.
    func leaveRoom(pages: Int?) throws {
        try write { try $0.leaveRoom(pages: pages) }
    }
}

extension SQLiteStore {
    /// Records that laptops brought after a restore, and that contradict what the server has.
    func recordsSetAside() throws -> [Shared.Record] {
        var images: [Data] = []
        try write { images = try Data.fetchAll($0, sql: "select image from set_aside") }
        return try images.map { try Shared.Record(decoding: [UInt8]($0)) }
    }

    /// The hashes of all that it keeps for the leads because it could not be placed, but for what
    /// its author's own chain has brought since.
    func unplaced(in audit: AuditID) throws -> [String] {
        var hashes: [Data] = []
        try write {
            hashes = try Data.fetchAll(
                $0,
                sql: """
                    select hash from unplaced_change as kept
                    join audit on audit.number = kept.audit where audit.id = ?
                    and not exists (select 1 from change where change.hash = kept.hash)
                    """, arguments: [Data(audit.bytes)])
        }
        return hashes.map { [UInt8]($0).hex }
    }

    /// A change that it keeps for the leads because it could not be placed, by its hash.
    func unplaced(_ hash: String) throws -> Change? {
        var row: GRDB.Row?
        try write {
            row = try GRDB.Row.fetchOne(
                $0,
                sql: """
                    select kept.key, chain.replica, kept.n, kept.body from unplaced_change as kept
                    join unplaced_chain as chain on chain.number = kept.chain
                    where kept.hash = ? limit 1
                    """, arguments: [[UInt8](hex: hash).map { Data($0) }])
        }
        guard let row, let key = RecordKey(bytes: [UInt8](row[0] as Data)),
            let replica = ReplicaID(bytes: row[1] as Data)
        else { return nil }
        let dot = Dot(replica: replica, n: UInt64(row[2] as Int64))
        return try Change(key: key, dot: dot, bytes: [UInt8](row[3] as Data))
    }
}

extension ClientStore {
    /// Plants in a laptop's database what a fault of the program would have written there.
    func damage(_ sql: String) throws { try file.write { try $0.execute(sql: sql) } }
}

extension SQLiteStore {
    /// The same for the server's database.
    func damage(_ sql: String) throws { try write { try $0.execute(sql: sql) } }
}

extension Database {
    fileprivate func leaveRoom(pages: Int?) throws {
        let count = try Int.fetchOne(self, sql: "pragma page_count") ?? 0
        let free = try Int.fetchOne(self, sql: "pragma freelist_count") ?? 0
        // What is free within the file is used up first.
        if pages != nil, free > 0 { try execute(sql: "pragma incremental_vacuum") }
        try execute(sql: "pragma max_page_count = \(pages.map { count + $0 } ?? 1 << 30)")
    }
}
