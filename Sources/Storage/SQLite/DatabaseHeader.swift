/// What a database says of itself on its first page, read without SQLite.
///
/// SQLite cannot look into a file without making others beside it. This leaves the folder as it is.
struct DatabaseHeader {
    /// Who made it; 0 before anybody has said so.
    let applicationID: Int32
    /// `user_version`, the format; 0 before a first script has run.
    let version: Int
    /// Whether nothing was ever made in it.
    let isBlank: Bool

    private static let bytes = 100

    /// Reads what the last commit left; nil when nothing lies there, or no database.
    init?(of path: String) throws(StorageError) {
        guard FileStatus(of: path) != nil else { return nil }
        let page = try DiskFile(path, for: .reading).read(Self.bytes, at: 0)
        guard let header = Self(page) else { return nil }
        // A first script that was not copied into the file yet is in the log of writes alone.
        let log = try header.version == 0 ? Self.pageInLog(path + "-wal") : nil
        self = log.flatMap { Self($0) } ?? header
    }

    private init?(_ page: [UInt8]) {
        guard page.count == Self.bytes, page.starts(with: "SQLite format 3\0".utf8)
        else { return nil }
        version = Int(page.bigEndian(at: 60))
        isBlank = page.bigEndian(at: 40) == 0
        applicationID = Int32(truncatingIfNeeded: page.bigEndian(at: 68))
    }

    /// The latest first page in a log of writes; nil when there is none.
    ///
    /// It may be the page of a transaction that was never committed: a format that is told there
    /// was that of the program all the same.
    private static func pageInLog(_ path: String) throws(StorageError) -> [UInt8]? {
        guard FileStatus(of: path) != nil else { return nil }
        let log = try DiskFile(path, for: .reading)
        let head = try log.read(32, at: 0)
        guard head.count == 32 else { return nil }
        let frameBytes = UInt64(head.bigEndian(at: 8)) + 24
        var page: [UInt8]?
        var offset: UInt64 = 32
        while true {
            let frame = try log.read(24 + bytes, at: offset)
            // Frames of an earlier round of the log have other salts.
            guard frame.count == 24 + bytes, frame[8..<16] == head[16..<24] else { return page }
            if frame.bigEndian(at: 0) == 1 { page = Array(frame[24...]) }
            offset += frameBytes
        }
    }
}

extension [UInt8] {
    /// Four bytes from a place on, the highest first.
    fileprivate func bigEndian(at index: Int) -> UInt32 {
        self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
