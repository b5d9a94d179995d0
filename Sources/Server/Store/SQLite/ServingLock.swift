import Foundation
import Storage

/// Says that one process serves a data folder, until it is released or the process ends.
final class ServingLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock without waiting.
    ///
    /// - Throws: `StorageError.busy` naming the process that serves the folder already.
    init(path: String) throws(StorageError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .ofSystem(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // What was opened is closed by `deinit`, of a throwing initialiser too.
            throw .busy(path: path, holder: Self.holder(of: descriptor))
        }
        let name = [UInt8]("accord-server, process \(getpid())".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, name, name.count, 0)
    }

    deinit { close(descriptor) }

    func release() { flock(descriptor, LOCK_UN) }

    private static func holder(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : "unknown"
    }
}
