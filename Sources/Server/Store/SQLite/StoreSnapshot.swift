import GRDB
import Shared
import Synchronization

/// One moment of the database, read again and again while others write.
///
/// It has a connection of its own, because the few of the pool are for reads that end at once, and
/// it is closed with its last reader.
final class StoreSnapshot: Sendable {
    private let database: DatabaseSnapshot
    private let open: OpenSnapshots

    /// - Throws: `overloaded` when as many are open as may be.
    init(of pool: DatabasePool, among open: OpenSnapshots, atMost count: Int) throws {
        try open.add(atMost: count)
        do { database = try pool.makeSnapshot() } catch {
            open.remove()
            throw error
        }
        self.open = open
    }

    deinit { open.remove() }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await database.read(body)
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
