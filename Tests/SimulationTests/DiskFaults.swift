import Foundation
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

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

extension ClientStore {
    /// Leaves room for so many more pages; nil gives all the room back.
    ///
    /// SQLite then fails in the middle of a transaction, as it does on a disk that is full.
    func leaveRoom(pages: Int?) throws {
        try file.write { try $0.leaveRoom(pages: pages) }
    }
}

extension AuditStore {
    /// The same for the server's database.
    func leaveRoom(pages: Int?) throws {
        try write { try $0.leaveRoom(pages: pages) }
    }
}

extension AuditStore {
    /// Records that laptops brought after a restore, and that contradict what the server has.
    func recordsSetAside() throws -> [Record] {
        var images: [[UInt8]] = []
        try write { images = try $0.rows("select image from set_aside") { $0.blob(0) } }
        return try images.map { try Record(decoding: $0) }
    }

    /// The hashes of all that it keeps for the leads because it could not be placed, but for what
    /// its author's own chain has brought since.
    func unplaced(in audit: AuditID) throws -> [String] {
        var hashes: [String] = []
        try write {
            hashes = try $0.rows(
                """
                select hash from unplaced_change as kept
                join audit on audit.number = kept.audit where audit.id = ?
                and not exists (select 1 from change where change.hash = kept.hash)
                """, audit
            ) { $0.blob(0).hex }
        }
        return hashes
    }

    /// A change that it keeps for the leads because it could not be placed, by its hash.
    func unplaced(_ hash: String) throws -> Change? {
        var change: Change?
        try write {
            change = try $0.first(
                """
                select kept.key, chain.replica, kept.n, kept.body from unplaced_change as kept
                join unplaced_chain as chain on chain.number = kept.chain
                where kept.hash = ? limit 1
                """, [UInt8](hex: hash)
            ) {
                let dot = Dot(replica: try $0.identifier(1), n: $0.unsigned(2))
                return try Change(key: try $0.recordKey(0), dot: dot, bytes: $0.blob(3))
            }
        }
        return change
    }
}

extension ClientStore {
    /// Plants in a laptop's database what a fault of the program would have written there.
    func damage(_ sql: String) throws { try file.write { try $0.runEach(of: sql) } }
}

extension AuditStore {
    /// The same for the server's database.
    func damage(_ sql: String) throws { try write { try $0.runEach(of: sql) } }
}

extension Database {
    fileprivate func leaveRoom(pages: Int?) throws {
        let pagesNow = try count("pragma page_count")
        let free = try count("pragma freelist_count")
        // What is free within the file is used up first.
        if pages != nil, free > 0 { try run("pragma incremental_vacuum") }
        try run("pragma max_page_count = \(pages.map { pagesNow + $0 } ?? 1 << 30)")
    }
}

extension Database {
    /// Statements one after the other, with semicolons between them.
    fileprivate func runEach(of sql: String) throws {
        for statement in sql.split(separator: ";") { try run(String(statement)) }
    }
}
