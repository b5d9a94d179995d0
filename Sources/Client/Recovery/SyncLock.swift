import Foundation
package import Shared
import Storage

/// Admits one syncing process to a home; given up when the value goes or the process ends.
package final class SyncLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `ReportedError` of kind `busy`; what the other process does goes on.
    package convenience init(_ home: ClientHome) throws(ReportedError) {
        try self.init(home, Self.lockName, LOCK_EX)
    }

    private init(_ home: ClientHome, _ name: String, _ kind: Int32) throws(ReportedError) {
        let path = home.folder.appending(path: name).path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ReportedError(StorageError.ofSystem(path)) }
        guard flock(descriptor, kind | LOCK_NB) == 0 else {
            // What was opened is closed by `deinit`, of a throwing initialiser too: once more here
            // would close what another thread has opened since.
            throw ReportedError(
                .busy,
                "Another accord is syncing \(home.folder.path) already. Your findings are safe; "
                    + "you can go on recording.")
        }
    }

    /// Takes the lock after whoever has it.
    ///
    /// Meanwhile it holds the turn: a program that syncs for as long as it runs sees that and lets
    /// the waiting one in between two runs.
    ///
    /// - Parameter waits: Called once, before it waits.
    /// - Throws: `ReportedError` of kind `busy` when the patience ends; `CancellationError`.
    package static func afterOthers(
        in home: ClientHome, patience: Duration, waits: () -> Void
    ) async throws -> SyncLock {
        if !isWanted(home), let lock = try unlessTaken(home) { return lock }
        waits()
        let clock = ContinuousClock()
        let end = clock.now + patience
        var turn: SyncLock?
        while clock.now < end {
            if turn == nil { turn = try unlessTaken(home, turnName) }
            if turn != nil, let lock = try unlessTaken(home) { return lock }
            try await clock.sleep(for: .milliseconds(100))
        }
        return try SyncLock(home)
    }

    /// Gives it up before the value goes; it is taken no more after that.
    package func release() { flock(descriptor, LOCK_UN) }

    package static func isWanted(_ home: ClientHome) -> Bool {
        // Shared, so that two who look at the same moment do not take each other for one who waits.
        do { return try unlessTaken(home, turnName, LOCK_SH) == nil } catch { return false }
    }

    private static let lockName = "sync.lock"
    private static let turnName = "sync.turn"

    /// Nil where somebody else has the lock.
    private static func unlessTaken(
        _ home: ClientHome, _ name: String = SyncLock.lockName, _ kind: Int32 = LOCK_EX
    ) throws(ReportedError) -> SyncLock? {
        do { return try SyncLock(home, name, kind) } catch {
            guard error.kind == .busy else { throw error }
            return nil
        }
    }

    deinit {
        // A program that another thread begins holds the descriptor too, until it is running.
        release()
        close(descriptor)
    }
}
