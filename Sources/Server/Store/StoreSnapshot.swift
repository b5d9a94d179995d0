import Shared
import Storage
import Synchronization

/// One moment of the database, read again and again while others write.
///
/// It has a connection of its own, because the few of the pool are for reads that end at once, and
/// it is closed with its last reader.
final class StoreSnapshot: Sendable {
    private let database: DatabaseReaders.Snapshot
    private let open: OpenSnapshots

    /// - Throws: `overloaded` when as many are open as may be.
    init(of readers: DatabaseReaders, among open: OpenSnapshots, atMost count: Int) throws {
        try open.add(atMost: count)
        do { database = try DatabaseReaders.Snapshot(of: readers) } catch {
            open.remove()
            throw error
        }
        self.open = open
    }

    deinit { open.remove() }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    /// The same where a thread may wait.
    func readWaiting<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try database.readWaiting(body)
    }
}

/// How many snapshots of a store are open: each keeps the write-ahead log from being emptied.
final class OpenSnapshots: Sendable {
    private let count = Mutex(0)

    fileprivate func add(atMost most: Int) throws(Problem) {
        let isFull = count.withLock { count in
            guard count < most else { return true }
            count += 1
            return false
        }
        if isFull { throw Problem(.overloaded, retryAfter: 10) }
    }

    fileprivate func remove() { count.withLock { $0 -= 1 } }
}

/// A copy of a server's database that nobody writes, such as a backup's.
struct StoreCopy {
    private let copy: DatabaseCopy

    init(path: String) throws { copy = try DatabaseCopy(path: path) }

    func close() throws { try copy.close() }

    /// How many audits and records it has, and the files of evidence that it refers to.
    func contents() throws -> (audits: Int, records: UInt64, hashes: [Hash256]) {
        try copy.read { db in
            let counts = try AuditTables(db: db).audits().map(\.count)
            return (counts.count, counts.reduce(0, +), try EvidenceIndex(db: db).hashes())
        }
    }

    /// What is wrong with its pages, or with an audit's records against its root, in sentences.
    func faults() throws -> [String] {
        try copy.read { db in
            let words = try db.rows("pragma integrity_check(5)") { $0.text(0) }
            guard words == ["ok"] else { return words }
            return try AuditTables(db: db).audits().compactMap { audit in
                var root = Hash256.zero
                var count = UInt64(0)
                try RecordTable(db: db, audit: audit.number).all(after: []) { record, _ in
                    root = root &+ record.digest
                    count += 1
                    return true
                }
                guard root != audit.root || count != audit.count else { return nil }
                return "audit \(audit.id.hex) has other records than it should"
            }
        }
    }
}
