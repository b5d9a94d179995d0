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
