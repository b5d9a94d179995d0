import Foundation
import Shared
import Storage

/// How a device ended.
package enum Retirement: String, Codable, Comparable, Sendable {
    /// What it still has is taken for the leads to look at; it reads nothing any more.
    case retired
    /// Nothing is taken from it: somebody else may have it.
    case lost

    package static func < (one: Self, other: Self) -> Bool { one == .retired && other == .lost }
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

    private let path: String

    /// The file of a server's data folder; it exists once a device was retired.
    init(in dataFolder: URL) {
        path = dataFolder.appending(path: "keep/retired").path
    }

    /// Every retirement, in the order in which they were declared.
    ///
    /// - Throws: `StorageError` when the file cannot be read: a server that has forgotten whom it
    ///   keeps out must not start.
    func entries() throws(StorageError) -> [Entry] {
        guard FileStatus(of: path) != nil else { return [] }
        let file = try DiskFile(path, for: .reading)
        let text = String(
            decoding: try file.read(Int(try file.size()), at: 0), as: UTF8.self)
        var entries: [Entry] = []
        // What a power cut left unfinished at the end was not told to anybody.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        where !line.isEmpty {
            guard let entry = Entry(line) else {
                throw .damaged(path: path, detail: "“\(line)” is no retirement")
            }
            entries.append(entry)
        }
        return entries
    }

    /// Notes a retirement so that it lasts.
    ///
    /// The caller holds the database's write lock, so that two processes never append at once.
    func append(_ entry: Entry) throws(StorageError) {
        try DurableFolder.make(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        let file = try DiskFile(path, for: .writing)
        let end = try wholeLines(of: file)
        let line = Array(entry.line.utf8)
        do {
            try line.withUnsafeBytes { bytes in try file.write(bytes, at: end) }
        } catch {
            throw StorageError(error, path: path)
        }
        try file.synchronize()
        try DurableFolder.synchronize(folderOf: path)
    }

    /// Where the last whole line ends: what a power cut left behind it is written over.
    private func wholeLines(of file: DiskFile) throws(StorageError) -> UInt64 {
        let bytes = try file.read(Int(try file.size()), at: 0)
        return UInt64((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    }
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
        "\(replica.hex) \(person.hex) \(milliseconds) \(retirement.rawValue)\n"
    }
}
