import GRDB
import Shared
import Storage
import Synchronization

/// Group commit: writes that wait for the disk share one transaction, each in a savepoint.
///
/// A write that fails undoes only itself. No answer leaves before the commit returned; when the
/// commit fails, every write of the group is answered with that failure.
final class CommitQueue: Sendable {
    private let store: SQLiteStore
    private let waiting = Mutex<[Job]>([])

    /// More waiting writes than this are answered `overloaded` at once.
    private static let waitingMax = 512
    /// The last of a group waits for all others, so groups are kept small.
    private static let groupMax = 64

    init(store: SQLiteStore) {
        self.store = store
    }

    /// Runs one write in a savepoint and returns once it is durable.
    ///
    /// - Throws: What `work` throws (nothing of it was kept), or the commit's `StorageError`.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(work, continuation)
            let isFull = waiting.withLock { jobs in
                guard jobs.count < Self.waitingMax else { return true }
                jobs.append(job)
                return false
            }
            guard !isFull else {
                continuation.resume(throwing: Problem(.overloaded, retryAfter: 1))
                return
            }
            // Every write schedules a commit; the first to run takes all that wait by then, and
            // the others find nothing left to do.
            store.schedule { [self] in commitGroup() }
        }
    }

    private func commitGroup() {
        let group = waiting.withLock { jobs in
            let group = Array(jobs.prefix(Self.groupMax))
            jobs.removeFirst(group.count)
            return group
        }
        guard !group.isEmpty else { return }
        do {
            try store.write { db in
                for job in group { try job.run(db) }
            }
            for job in group { job.finish(nil) }
        } catch {
            for job in group { job.finish(error) }
        }
    }
}

/// One waiting write and whoever waits for it.
private struct Job: Sendable {
    /// Runs in a savepoint; throws only when SQLite gave up the transaction around it as well.
    let run: @Sendable (Database) throws -> Void
    /// Resumes whoever waits: with the failure of the commit, or else with the write's own result.
    let finish: @Sendable ((any Error)?) -> Void

    init<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        let result = WriteResult<Value>()
        run = { db in
            do {
                try db.inSavepoint {
                    let value = try work(db)
                    result.stored.withLock { $0 = .success(value) }
                    return .commit
                }
            } catch {
                result.stored.withLock { $0 = .failure(error) }
                // A full disk makes SQLite roll back the other writes of the group as well.
                guard db.isInsideTransaction else { throw error }
            }
        }
        finish = { failure in
            let result = result.stored.withLock { $0 }
            let missing = Result<Value, any Error>.failure(Problem(.overloaded, retryAfter: 1))
            continuation.resume(with: failure.map { .failure($0) } ?? result ?? missing)
        }
    }
}

/// What a write returned or threw, until its commit is durable.
private final class WriteResult<Value: Sendable>: Sendable {
    let stored = Mutex<Result<Value, any Error>?>(nil)
}
