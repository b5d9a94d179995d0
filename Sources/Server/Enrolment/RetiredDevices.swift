import Foundation
import Shared
import Storage

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

    /// The file of a server's data folder; it exists once a device was retired.
    init(in dataFolder: URL) { lines = AppendedLines("retired", in: dataFolder) }

    /// Every retirement, in the order in which they were declared.
    ///
    /// It throws when the file cannot be read: a server that has forgotten whom it keeps out must
    /// not start.
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
