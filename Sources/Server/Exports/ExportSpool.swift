import Foundation
import Publishing
import Shared
import Storage
import Synchronization

/// Exports that were written out, each kept for a while: whoever was cut off goes on where it was.
final class ExportSpool: Sendable {
    /// What decides every byte of a file.
    struct Key: Hashable, Sendable {
        let audit: AuditID
        let epoch: EpochID
        /// The audit's last change that is in it.
        let sequence: UInt64
        /// Which files the audit has, where some are shown; nil where none is.
        let files: Hash256?
        /// Format, options and conditions.
        let query: String
        let coding: StreamCoding?

        /// Names the file in `ETag`, of an encoded one the encoded bytes.
        var tag: String {
            let words =
                "\(audit.hex) \(epoch.hex) \(sequence) \(files?.hex ?? "") "
                + "\(coding?.rawValue ?? "")\n\(query)"
            return "\"\(Hash256(of: Array(words.utf8)).hex.prefix(32))\""
        }
    }

    private struct Entry {
        let file: Task<SpooledExport, any Error>
        let asker: Asker
        let end: Date
        /// In the order in which they were begun.
        let number: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var number: UInt64 = 0
    }

    private let state = Mutex(State())
    private let room: SpoolBudget
    private let folder: String
    private let seconds: TimeInterval
    /// What stays free of the disk for what laptops send.
    private let reserveBytes: UInt64

    init(in folder: URL, limits: Limits) {
        self.folder = folder.path
        room = SpoolBudget(bytesMax: limits.exportSpoolBytesMax)
        seconds = Double(limits.exportSpoolLifetime.components.seconds)
        reserveBytes = limits.evidenceReserveBytes
    }

    /// The file of a key, written now unless it is there or on its way.
    ///
    /// It is written to its end whoever goes away meanwhile.
    ///
    /// - Throws: What `write` throws; what failed is not kept.
    func file(
        _ key: Key, for asker: Asker, at now: Date,
        write: @escaping @Sendable (SpoolDraft) async throws -> ExportRun.Written
    ) async throws -> SpooledExport {
        let file = state.withLock { state in
            state.entries = state.entries.filter { $0.value.end > now }
            if let known = state.entries[key] { return known.file }
            state.number += 1
            let file = Task { [self, folder] in
                let draft = try SpoolDraft(in: folder) { try self.make(roomFor: $0) }
                let written = try await write(draft)
                return draft.ended(written, tag: key.tag)
            }
            state.entries[key] = Entry(
                file: file, asker: asker, end: now.addingTimeInterval(seconds),
                number: state.number)
            return file
        }
        do { return try await file.value } catch {
            state.withLock { if $0.entries[key]?.file == file { $0.entries[key] = nil } }
            throw error
        }
    }

    /// The key of a file that somebody has begun to read, while it is kept.
    ///
    /// - Parameter key: What would be read now.
    func begun(_ tag: String, insteadOf key: Key, at now: Date) -> Key {
        state.withLock { state in
            state.entries.first { other, entry in
                other.tag == tag && entry.end > now && other.audit == key.audit
                    && other.query == key.query
            }?.key ?? key
        }
    }

    /// Makes room by forgetting files, first of whoever has the most of them, the oldest first.
    ///
    /// Nobody's exports push another's out while she has more of her own.
    private func make(roomFor count: Int) throws -> SpoolBudget.Share {
        while true {
            let isTight = DurableFolder.freeBytes(at: folder).map { $0 < reserveBytes } ?? false
            if !isTight, let share = room.share(count) { return share }
            let hasDropped = state.withLock { state in
                let counts = Dictionary(grouping: state.entries.values, by: \.asker)
                    .mapValues(\.count)
                let last = state.entries.min {
                    (-(counts[$0.value.asker] ?? 0), $0.value.number)
                        < (-(counts[$1.value.asker] ?? 0), $1.value.number)
                }
                guard let last, state.entries.count > 1 else { return false }
                state.entries[last.key] = nil
                return true
            }
            guard hasDropped else {
                throw Problem(
                    .overloaded, detail: "the room for exports is taken", retryAfter: 60)
            }
        }
    }
}

/// How much of the disk exports have together.
private final class SpoolBudget: Sendable {
    private let used = Mutex<UInt64>(0)
    private let bytesMax: UInt64

    init(bytesMax: UInt64) { self.bytesMax = bytesMax }

    /// Nil where there is no room.
    func share(_ count: Int) -> Share? {
        let hasRoom = used.withLock { used in
            guard UInt64(count) <= bytesMax - min(used, bytesMax) else { return false }
            used += UInt64(count)
            return true
        }
        return hasRoom ? Share(of: self, count) : nil
    }

    /// What one piece has of it, given back with the file that it lies in.
    final class Share: Sendable {
        private let room: SpoolBudget
        private let count: UInt64

        fileprivate init(of room: SpoolBudget, _ count: Int) {
            self.room = room
            self.count = UInt64(count)
        }

        deinit { room.used.withLock { $0 -= count } }
    }
}

/// A file on its way into the spool; it has no name, so nothing is left of it however it ends.
final class SpoolDraft: Sendable {
    private struct State {
        var size: UInt64 = 0
        var shares: [SpoolBudget.Share] = []
    }

    private let file: DiskFile
    private let state = Mutex(State())
    private let makeRoom: @Sendable (Int) throws -> SpoolBudget.Share

    fileprivate init(
        in folder: String, _ makeRoom: @escaping @Sendable (Int) throws -> SpoolBudget.Share
    ) throws {
        file = try DiskFile(namelessIn: folder)
        self.makeRoom = makeRoom
    }

    /// May wait for the disk.
    func write(_ bytes: [UInt8]) throws {
        let share = try makeRoom(bytes.count)
        let offset = state.withLock { state in
            state.shares.append(share)
            defer { state.size += UInt64(bytes.count) }
            return state.size
        }
        try file.write(bytes, at: offset)
    }

    fileprivate func ended(_ written: ExportRun.Written, tag: String) -> SpooledExport {
        let state = state.withLock { $0 }
        return SpooledExport(
            file: file, size: state.size, tag: tag, written: written, room: state.shares)
    }
}

/// A whole export, there as long as somebody reads it.
final class SpooledExport: Sendable {
    let file: DiskFile
    let size: UInt64
    let tag: String
    let written: ExportRun.Written
    private let room: [any AnyObject & Sendable]

    fileprivate init(
        file: DiskFile, size: UInt64, tag: String, written: ExportRun.Written,
        room: [any AnyObject & Sendable]
    ) {
        self.file = file
        self.size = size
        self.tag = tag
        self.written = written
        self.room = room
    }
}
