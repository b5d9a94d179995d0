import Dispatch
import Foundation
import Shared
import Storage
import Synchronization

/// `HOME/journal`: the own changes that no server has answered, a second time beside the database.
///
/// The database is the truth, and losing the journal loses nothing: it is written after the commit
/// and serves a database that was put back to an older state. Whoever writes it holds the
/// database's write lock, so entries of several processes stand in the order of their commits.
package final class Journal: Sendable {
    package let path: String
    private let state = Mutex(State())

    private struct State {
        var file: DiskFile?
        /// Whether something was written that a power cut could still take away.
        var isDirty = false
    }

    /// Kept until they are flushed, however early their users let go of them.
    private static let unflushed = Mutex<[Journal]>([])
    /// How long a power cut can still take an entry away.
    private static let flushDelay = DispatchTimeInterval.milliseconds(500)

    package init(path: String) { self.path = path }

    var size: UInt64 { FileStatus(of: path)?.size ?? 0 }

    /// Appends entries with one write that waits for no disk.
    ///
    /// A failure is nobody's trouble: the entries are in the database, and the next program that
    /// opens it sees that the journal lacks them.
    func append(_ entries: some Sequence<JournalEntry>) {
        let bytes = entries.flatMap(\.bytes)
        guard !bytes.isEmpty else { return }
        append { file, size in try file.write(bytes, at: size) }
    }

    /// The same of entries that were gathered.
    func append(_ spool: JournalSpool) {
        append { file, size in
            var end = size
            try spool.each { piece in
                try file.write(piece, at: end)
                end += UInt64(piece.count)
            }
        }
    }

    /// Gathers entries of a transaction that is not committed yet.
    func spool() -> JournalSpool {
        JournalSpool(in: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private func append(_ write: (DiskFile, _ end: UInt64) throws -> Void) {
        let isFirst = state.withLock { state -> Bool in
            guard let file = try? opened(&state), let size = try? file.size()
            else { return false }
            do { try write(file, size) } catch {
                try? file.truncate(to: size)
                return false
            }
            defer { state.isDirty = true }
            return !state.isDirty
        }
        guard isFirst else { return }
        Self.unflushed.withLock { $0.append(self) }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.flushDelay) {
            Self.flushAll()
        }
    }

    /// Empties it, once everything in it is answered.
    func clear() {
        guard size > 0 else { return }
        state.withLock { state in
            try? opened(&state).truncate(to: 0)
            state.isDirty = true
        }
    }

    func replace(with entries: [JournalEntry]) {
        clear()
        append(entries)
        flush()
    }

    /// Returns once no power cut can take away what this process wrote to any journal.
    package static func flushAll() {
        let journals = unflushed.withLock { journals in
            defer { journals = [] }
            return journals
        }
        for journal in journals { journal.flush() }
    }

    private func flush() {
        // Outside the lock: a save must not wait for this disk too.
        let file = state.withLock { state -> DiskFile? in
            guard state.isDirty else { return nil }
            state.isDirty = false
            return state.file
        }
        try? file?.synchronize()
    }

    /// The file, opened at its first use.
    private func opened(_ state: inout State) throws(StorageError) -> DiskFile {
        if let file = state.file { return file }
        let file = try DiskFile(path, for: .writing)
        state.file = file
        return file
    }

    /// Every entry up to the first that is torn or damaged.
    func entries() throws -> [JournalEntry] {
        guard size > 0 else { return [] }
        let file = try DiskFile(path, for: .reading)
        return JournalEntry.all(in: try file.read(Int(try file.size()), at: 0))
    }

    /// The entry that was written last; nil when it cannot be told.
    func last() throws -> JournalEntry? {
        guard size > 0 else { return nil }
        let file = try DiskFile(path, for: .reading)
        return try JournalEntry.last(fileBytes: try file.size()) { try file.read($0, at: $1) }
    }

    /// Writes entries that contradict the database into a file of their own, durable on return.
    func keepOrphans(_ entries: [JournalEntry], at now: Date) throws -> String {
        let name = DurableFolder.freePath("\(path)-orphans-\(now.fileStamp)")
        try DurableFolder.write(entries.flatMap(\.bytes), to: name, replacing: false)
        return name
    }

    /// The files of entries that once contradicted the database, oldest first.
    package var orphanFiles: [String] {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        return DurableFolder.names(in: folder.path)
            .filter { $0.hasPrefix(url.lastPathComponent + "-orphans-") }
            .map { folder.appending(path: $0).path }
    }

    /// Gives them another name, once a database was made with them; nobody is told of them again.
    func retireOrphans() throws {
        for file in orphanFiles {
            let url = URL(fileURLWithPath: file)
            let name = url.lastPathComponent.replacing("-orphans-", with: "-kept-")
            let kept = url.deletingLastPathComponent().appending(path: name).path
            try DurableFolder.move(file, to: DurableFolder.freePath(kept))
        }
    }

    /// All that was ever kept: orphans first, then the journal itself.
    func entriesWithOrphans() throws -> [JournalEntry] { try orphans() + entries() }
    /// Every entry that once contradicted the database, those of the oldest file first.
    func orphans() throws -> [JournalEntry] {
        try orphanFiles.flatMap { try Journal(path: $0).entries() }
    }
}

extension Date {
    /// `20261121T164717Z`: sorts by time and needs no quoting in a shell.
    var fileStamp: String {
        formatted(
            ISO8601FormatStyle(
                dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted))
    }
}
