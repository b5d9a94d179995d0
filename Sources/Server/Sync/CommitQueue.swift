import Shared
import Storage
import Synchronization

/// Group commit: writes that wait for the disk share one transaction, each in a savepoint.
///
/// A write that fails undoes only itself. No answer leaves before the commit returned; when the
/// commit fails, every write of the group is answered with that failure. Small writes do not wait
/// behind large ones, and nobody's behind all that somebody else has sent.
final class CommitQueue: Sendable {
    private let store: AuditStore
    private let waiting = Mutex(WaitingWrites<Job>())

    init(store: AuditStore) { self.store = store }

    /// How many writes wait for a commit.
    var waitingCount: Int { waiting.withLock(\.count) }

    struct Turn: Sendable {
        /// Nil for the server's own.
        let asker: Asker?
        /// In changes; nobody is served by saying less than there are.
        let weight: Int
        static let own = Turn(asker: nil, weight: 1)
    }

    /// Runs one write in a savepoint and returns once it is durable; throws what `work` throws, and
    /// then nothing of it was kept, or the commit's `StorageError`.
    func write<Value: Sendable>(
        _ turn: Turn = .own, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(work, continuation)
            guard waiting.withLock({ $0.append(job, turn) }) else {
                continuation.resume(throwing: Problem(.overloaded, retryAfter: 1))
                return
            }
            // Every write schedules a commit; the first to run takes all that wait by then, and
            // the others find nothing left to do.
            store.schedule { [self] in commitGroup() }
        }
    }

    private func commitGroup() {
        let group = waiting.withLock { $0.takeGroup() }
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

/// What waits for a commit: of each asker in the order in which it came, of all askers in turns.
struct WaitingWrites<Write> {
    private var small = AskerTurns<Write>()
    private var large = AskerTurns<(write: Write, weight: Int)>()
    /// Whether the next group is of large writes, where there are any.
    private var servesLarge = false

    /// More waiting writes than this are answered `overloaded` at once.
    private static var waitingMax: Int { 512 }
    private static var waitingPerAskerMax: Int { 64 }
    /// The last of a group waits for all others, so groups are kept small.
    private static var groupMax: Int { 64 }
    /// Changes of large writes in one group, unless one alone has more.
    private static var groupWeightMax: Int { PushHandler.pieceChangesMax }
    /// Changes of a write that goes before larger ones.
    private static var smallWeightMax: Int { 32 }

    var count: Int { small.count + large.count }

    /// Takes a write in; false when too much waits.
    mutating func append(_ write: Write, _ turn: CommitQueue.Turn) -> Bool {
        let waiting = small.count(of: turn.asker) + large.count(of: turn.asker)
        guard count < Self.waitingMax,
            turn.asker == nil || waiting < Self.waitingPerAskerMax
        else { return false }
        if turn.weight <= Self.smallWeightMax {
            small.append(write, of: turn.asker)
        } else {
            large.append((write, turn.weight), of: turn.asker)
        }
        return true
    }

    /// The writes of the next commit: small ones alone, and after them large ones.
    ///
    /// All of a group are answered when the last is done, so no small one shares one with a large.
    mutating func takeGroup() -> [Write] {
        var group: [Write] = []
        let servesSmall = !small.isEmpty && (large.isEmpty || !servesLarge)
        servesLarge = servesSmall
        if servesSmall {
            while group.count < Self.groupMax, let next = small.popFirst() { group.append(next) }
            return group
        }
        var weight = 0
        while weight == 0 || group.count < Self.groupMax, let next = large.first,
            weight == 0 || weight + next.weight <= Self.groupWeightMax
        {
            weight += next.weight
            group.append(next.write)
            _ = large.popFirst()
        }
        return group
    }
}

/// One waiting write and whoever waits for it.
private struct Job: Sendable {
    /// Runs in a savepoint; throws only when the transaction was given up around it as well.
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
                try db.part {
                    let value = try work(db)
                    result.stored.withLock { $0 = .success(value) }
                }
            } catch {
                result.stored.withLock { $0 = .failure(error) }
                // A full disk rolls back the other writes of the group as well.
                guard db.isInTransaction else { throw error }
            }
        }
        finish = { failure in
            let result = result.stored.withLock { $0 }
            let missing = Result<Value, any Error>.failure(Problem(.overloaded, retryAfter: 1))
            continuation.resume(with: failure.map { .failure($0) } ?? result ?? missing)
        }
    }
}

private final class WriteResult<Value: Sendable>: Sendable {
    let stored = Mutex<Result<Value, any Error>?>(nil)
}
