import Shared
import Storage

/// Entries for the journal of a transaction that is not committed yet.
///
/// They are in memory while they are few, then in a file without a name.
///
/// What cannot be gathered is left out of the journal, as when that itself cannot be written.
final class JournalSpool {
    private static let memoryBytesMax = 1024 * 1024

    private let folder: String
    private var bytes: [UInt8] = []
    private var file: DiskFile?
    private var size: UInt64 = 0
    private var failure: (any Error)?

    init(in folder: String) { self.folder = folder }

    func append(_ entry: JournalEntry) {
        guard failure == nil else { return }
        bytes += entry.bytes
        guard bytes.count > Self.memoryBytesMax else { return }
        do { try spill() } catch { failure = error }
    }

    private func spill() throws {
        let file = try self.file ?? Self.nameless(in: folder)
        self.file = file
        try file.write(bytes, at: size)
        size += UInt64(bytes.count)
        bytes.removeAll(keepingCapacity: true)
    }

    private static func nameless(in folder: String) throws -> DiskFile {
        let draft = try FileDraft(in: folder)
        draft.discard()
        return draft.file
    }

    /// All of it in pieces, or a failure where not all is there.
    func each(_ body: ([UInt8]) throws -> Void) throws {
        if let failure { throw failure }
        var offset: UInt64 = 0
        while let file, offset < size {
            let piece = try file.read(Self.memoryBytesMax, at: offset)
            guard !piece.isEmpty else { break }
            try body(piece)
            offset += UInt64(piece.count)
        }
        if !bytes.isEmpty { try body(bytes) }
    }
}
