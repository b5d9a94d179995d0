import Foundation
import Shared
import Storage

/// A file of `DIR/keep` to which lines are added and from which none is ever taken.
///
/// It lies outside the database and its backups: what a restored database has forgotten of whom the
/// server keeps out stands here still.
struct AppendedLines: Sendable {
    private let path: String

    init(_ name: String, in dataFolder: URL) {
        path = dataFolder.appending(path: "keep/\(name)").path
    }

    /// Every line, read as what it says; throws when the file, or a line of it, cannot be read.
    func read<Entry>(_ entry: (Substring) -> Entry?) throws(StorageError) -> [Entry] {
        guard FileStatus(of: path) != nil else { return [] }
        let file = try DiskFile(path, for: .reading)
        let text = String(decoding: try file.contents(), as: UTF8.self)
        var entries: [Entry] = []
        // What a power cut left unfinished at the end was not told to anybody.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        where !line.isEmpty {
            guard let read = entry(line)
            else { throw .damaged(path: path, detail: "“\(line)” is no line of it") }
            entries.append(read)
        }
        return entries
    }

    /// Appends a line, durable when this returns; the caller holds the database's write lock, so
    /// that two processes never append at once.
    func append(_ line: String) throws(StorageError) {
        try DurableFolder.make(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        let file = try DiskFile(path, for: .writing)
        // What a power cut left behind the last whole line is written over.
        let newline = try file.contents().lastIndex(of: UInt8(ascii: "\n")) ?? -1
        let bytes = Array("\(line)\n".utf8)
        do {
            try bytes.withUnsafeBytes { bytes in try file.write(bytes, at: UInt64(newline + 1)) }
        } catch {
            throw StorageError(error, path: path)
        }
        try file.synchronize()
        try DurableFolder.synchronize(folderOf: path)
    }
}

extension DiskFile {
    func contents() throws(StorageError) -> [UInt8] { try read(Int(try size()), at: 0) }
}

/// `DIR/keep/retired`: the devices that were retired, outside the database and its backups.
///
/// A database that was put back to an older state would let them in again. A line is appended and
/// synced before the database takes the retirement down; none is ever removed.
struct RetiredDevices: Sendable {
    /// One retirement; a device may have several, of which the stricter counts.
    struct Entry: Hashable, Sendable {
        let replica: ReplicaID
        let person: PersonID
        let milliseconds: Int64
        let retirement: Retirement
    }

    private let lines: AppendedLines

    init(in dataFolder: URL) { lines = AppendedLines("retired", in: dataFolder) }

    /// Every retirement, in the order of their declaration; throws when the file cannot be read: a
    /// server that has forgotten whom it keeps out must not start.
    func entries() throws(StorageError) -> [Entry] { try lines.read(Entry.init) }

    /// Durable when this returns; the caller holds the database's write lock.
    func append(_ entry: Entry) throws(StorageError) { try lines.append(entry.line) }
}

extension RetiredDevices.Entry {
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4, let replica = ReplicaID(hex: words[0]),
            let person = PersonID(hex: words[1]), let milliseconds = Int64(words[2]),
            let retirement = Retirement(rawValue: words[3])
        else { return nil }
        self.init(
            replica: replica, person: person, milliseconds: milliseconds, retirement: retirement)
    }

    fileprivate var line: String {
        "\(replica.hex) \(person.hex) \(milliseconds) \(retirement.rawValue)"
    }
}
