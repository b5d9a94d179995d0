import Client
import Foundation

/// A laptop's backups, and what becomes of it when one is put back.
extension Laptop {
    /// Copies database and journal aside.
    func backUp() throws {
        try store.checkpoint()
        for file in [path, journal.path] {
            try? FileManager.default.removeItem(atPath: file + ".backup")
            try? FileManager.default.copyItem(atPath: file, toPath: file + ".backup")
        }
    }

    /// Whether there is something to put back.
    var hasBackup: Bool { FileManager.default.fileExists(atPath: path + ".backup") }

    /// What becomes of the journal when a backup is put in the database's place.
    enum JournalFate {
        /// It stays as it is: only the database was lost.
        case stays
        /// It is put back with the whole home.
        case isPutBack
    }

    /// Puts the backup in place of the database.
    ///
    /// - Returns: How many changes the journal gave back, and how many of it fit nowhere; nil when
    ///   there is no backup.
    mutating func putBack(
        _ fate: JournalFate, at now: Date
    ) throws -> (replayed: Int, orphans: Int)? {
        let files = FileManager.default
        guard files.fileExists(atPath: path + ".backup") else { return nil }
        forms = []
        session = nil
        held = nil
        takenOver = [:]
        try store.close()
        for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        try files.copyItem(atPath: path + ".backup", toPath: path)
        if case .isPutBack = fate {
            try? files.removeItem(atPath: journal.path)
            try? files.copyItem(atPath: journal.path + ".backup", toPath: journal.path)
        }
        let replay = try open(at: now)
        return (replay?.replayed ?? 0, replay?.orphans ?? 0)
    }
}
