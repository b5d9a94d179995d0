import Foundation
import Storage

/// A file of `DIR/keep` to which lines are added and from which none is ever taken.
///
/// It lies outside the database and its backups: what a restored database has forgotten of whom the
/// server keeps out stands here still.
struct AppendedLines: Sendable {
    private let path: String

    /// The file of a server's data folder; it exists once something was appended.
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
            guard let read = entry(line) else {
                throw .damaged(path: path, detail: "“\(line)” is no line of it")
            }
            entries.append(read)
        }
        return entries
    }

    /// Appends a line, durable when this returns.
    ///
    /// The caller holds the database's write lock, so that two processes never append at once.
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
    /// All of its bytes, in memory.
    func contents() throws(StorageError) -> [UInt8] { try read(Int(try size()), at: 0) }
}
