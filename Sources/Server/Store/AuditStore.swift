package import Foundation
package import Shared
package import Storage
import Synchronization

/// A server's database: one connection that writes, others that read snapshots.
///
/// All that is asked of it (docs/decisions/0030-engines.md).
package final class AuditStore: Sendable {
    /// Why the data folder is opened.
    package enum Purpose: Sendable {
        /// At most one process at a time serves it.
        case serving
        /// To run one command on it, possibly beside the process that serves it.
        case administration
    }

    package static let fileName = Schema.fileName
    let folder: URL
    private let life: Mutex<EpochID>
    private let file: DatabaseFile
    private let readers: DatabaseReaders
    private let snapshots = OpenSnapshots()
    private let serving: ServingLock?
    /// Where writes run, so that no thread of the cooperative pool waits for the disk.
    private let writing = DispatchQueue(label: "accord-server.writing")
    private static let readersMax = 8

    /// Opens or creates folder and database; `patience` is for another program that holds it.
    ///
    /// - Throws: `StorageError`; a database of another program or a newer version stays untouched.
    package init(
        folder: URL, purpose: Purpose, at now: Date, patience: Duration = .seconds(5),
        using generator: inout some RandomNumberGenerator
    ) throws(StorageError) {
        let path = folder.appending(path: Self.fileName).path
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            FileStatus.makePrivate(folder.path)
            serving = purpose == .serving ? try ServingLock(path: path + ".serving") : nil
            file = try DatabaseFile(path: path, format: Schema.format, patience: patience)
            let new = EpochID.random(using: &generator)
            life = Mutex(try Self.epoch(of: file, at: now.unixMilliseconds, orNew: new))
            readers = try DatabaseReaders(
                path: path, countMax: Self.readersMax, patience: patience)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// This database's life, for display: what depends on it reads it in its own transaction.
    package var epoch: EpochID { life.withLock(\.self) }
    func noteEpoch(_ epoch: EpochID) { life.withLock { $0 = epoch } }

    /// Copies the log into the database and closes it; nothing may be read or written afterwards.
    package func close() throws {
        try readers.close()
        try writing.sync {
            try file.checkpoint()
            try file.close()
        }
        serving?.release()
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await readers.read(body) }

    /// A snapshot to be read in several steps; `overloaded` when so many are open already.
    func snapshot(atMost count: Int) async throws -> StoreSnapshot {
        // On a thread that may wait, since opening a connection reads the file.
        try await readers.read { [readers, snapshots] _ in
            try StoreSnapshot(of: readers, among: snapshots, atMost: count)
        }
    }

    /// What database and log of writes take on the disk.
    func bytes() -> (database: UInt64, log: UInt64) {
        (FileStatus(of: file.path)?.size ?? 0, FileStatus(of: file.path + "-wal")?.size ?? 0)
    }

    /// Copies the database as it is at one moment, whoever writes meanwhile.
    func copy(to path: String) throws { try readers.copy(to: path) }

    /// Runs after everything that was scheduled before, one at a time, where writes may block.
    func schedule(_ body: @escaping @Sendable () -> Void) { writing.async(execute: body) }

    /// One write transaction, durable when this returns; what the body throws undoes all of it.
    func write(_ body: (Database) throws -> Void) throws { try file.write(body) }

    /// Differs from the last told once another process has committed; nil when it cannot be read.
    func commitsOfOthers() async -> Int64? {
        // Only the writing connection leaves out what this process writes.
        await withCheckedContinuation { answer in
            schedule { [file] in answer.resume(returning: try? file.mark().others) }
        }
    }

    private static func epoch(
        of file: DatabaseFile, at now: Int64, orNew epoch: EpochID
    ) throws -> EpochID {
        try file.write { db in
            let table = ServerTable(db: db)
            if let known = try table.epoch() { return known }
            try table.insert(epoch: epoch, at: now)
            return epoch
        }
    }
}

/// Says that one process serves a data folder, until it is released or the process ends.
final class ServingLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock without waiting; throws `busy` with the process that serves it already.
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

    deinit {
        // A program that another thread begins holds the descriptor too, until it is running.
        release()
        close(descriptor)
    }

    func release() { flock(descriptor, LOCK_UN) }

    private static func holder(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : "unknown"
    }
}
