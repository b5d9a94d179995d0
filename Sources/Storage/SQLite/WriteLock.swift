import Foundation

/// An advisory lock on a file beside a database: one writer at a time, across processes.
///
/// Debian 12's SQLite can lose a WAL when two connections write and checkpoint at once, so every
/// write transaction and every checkpoint holds this lock.
package struct WriteLock: Sendable {
    private let path: String
    private let patience: Duration

    /// - Parameter patience: How long to wait for another process before giving up.
    package init(path: String, patience: Duration = .seconds(5)) {
        self.path = path
        self.patience = patience
    }

    /// Runs the body while holding the lock; `StorageError.busy` names who keeps it too long.
    package func hold<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.ofSystem(path) }
        defer { close(descriptor) }
        try acquire(descriptor)
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func acquire(_ descriptor: Int32) throws {
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw StorageError.ofSystem(path) }
            guard ContinuousClock.now < deadline else {
                throw StorageError.busy(path: path, holder: holder(of: descriptor))
            }
            usleep(2_000)  // flock has no time-out of its own.
        }
        note(descriptor)
    }

    /// Writes who holds the lock, for the message another process shows; loss of it is harmless.
    ///
    /// The same process is not written twice, so that a save flushes one file and not two.
    private func note(_ descriptor: Int32) {
        let name = "\(ProcessInfo.processInfo.processName), process \(getpid())"
        guard holder(of: descriptor) != name else { return }
        _ = ftruncate(descriptor, 0)
        _ = name.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    private func holder(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : "unknown"
    }
}
