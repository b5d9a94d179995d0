import Foundation

/// Admits one syncing process to a home; given up when the value goes or the process ends.
package final class SyncLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or says who has it.
    ///
    /// - Throws: `Trouble` of kind `busy`; what the other process does goes on.
    package init(_ home: ClientHome) throws(Trouble) {
        let path = home.folder.appending(path: "sync.lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Trouble(.disk, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Trouble(
                .busy,
                "Another accord is syncing \(home.folder.path) already. Your findings are safe; "
                    + "you can go on recording.")
        }
    }

    deinit {
        close(descriptor)
    }
}
