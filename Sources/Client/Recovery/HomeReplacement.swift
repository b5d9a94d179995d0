import Foundation
import Shared
import Storage

/// Puts a database that was made anew in a home's place; the program may be killed at any moment.
///
/// One renaming decides. Before it the home is as it was. After it the new database is the home's,
/// the identity that belongs to it lies beside the old one, and everything else follows from these
/// two: `finish` does it, at once or when the home is opened next.
struct HomeReplacement {
    private let home: ClientHome
    private let reached: (Step) throws -> Void

    /// What is on the disk; between two of them everything is as at the earlier one.
    enum Step: CaseIterable {
        case identityWaits, logIsKept, fileIsKept, isInPlace, logIsGone
        case journalIsWritten, orphansAreRetired, identityIsSettled
    }

    /// - Parameter reached: Hears of every step; what it throws ends everything there.
    init(of home: ClientHome, reached: @escaping (Step) throws -> Void = { _ in }) {
        self.home = home
        self.reached = reached
    }

    /// Puts a database in place of the home's, which stays beside it.
    ///
    /// - Parameter draft: Its file in the home's folder; its log is gone.
    /// - Returns: Where the old database lies now; nil when there was none.
    /// - Throws: `ReportedError` of kind `busy` when something was saved since they were read.
    func run(
        _ draft: String, of successor: Identity, after remains: HomeRemains, at now: Date
    ) throws -> String? {
        var identity = successor
        identity.fingerprint = HomeFingerprint.of(home, once: draft)
        let path = home.databasePath
        let aside = try WriteLock(path: path + ".lock").hold { () -> String? in
            // Whoever saves holds the lock until the journal has it too.
            let journal = Journal(path: home.journalPath)
            let kept = try journal.entriesWithOrphans()
            guard kept == remains.journalled else { throw Self.savedMeanwhile }
            try identity.write(path: home.nextIdentityPath)
            try reached(.identityWaits)
            let aside = try setAside(at: now)
            try DurableFolder.move(draft, to: path)
            try reached(.isInPlace)
            // The old one's log, which opening the new one would drop as well.
            for ending in ["-wal", "-shm"] { try DurableFolder.remove(path + ending) }
            try reached(.logIsGone)
            return aside
        }
        try finish()
        return aside
    }

    /// Does what a replacement has left to do, and nothing where there was none.
    func finish() throws {
        guard FileStatus(of: home.nextIdentityPath) != nil, home.exists else { return }
        try WriteLock(path: home.identityPath + ".lock").hold {
            // That of a replacement which never came to its renaming belongs to no database.
            guard let identity = try? Identity.read(path: home.nextIdentityPath),
                identity.fingerprint == HomeFingerprint.of(home)
            else { return }
            let journal = Journal(path: home.journalPath)
            let store = try ClientStore(path: home.databasePath, journal: journal)
            defer { try? store.close() }
            guard try store.home()?.replica == identity.replica else { return }
            // What it had is in the database, and would not fit there once more.
            try store.recovery.writeJournalAnew()
            try reached(.journalIsWritten)
            try journal.retireOrphans()
            try reached(.orphansAreRetired)
            // Last, since it is what tells that something is left to do.
            try DurableFolder.move(home.nextIdentityPath, to: home.identityPath)
            try reached(.identityIsSettled)
        }
    }

    /// Gives the old database a second name; its log first, because it is part of the content.
    private func setAside(at now: Date) throws -> String? {
        let path = home.databasePath
        let log = home.databasePath + "-wal"
        let name = "\(path).damaged-\(now.fileStamp)"
        let aside = DurableFolder.freePath(name, endings: ["", "-wal"])
        if FileStatus(of: log) != nil { try DurableFolder.keep(log, as: aside + "-wal") }
        try reached(.logIsKept)
        guard FileStatus(of: path) != nil else { return nil }
        try DurableFolder.keep(path, as: aside)
        try reached(.fileIsKept)
        return aside
    }

    private static let savedMeanwhile = ReportedError(
        .busy,
        "Something was saved here while the database was made anew. It is safe, and database and "
            + "journal are as they were. Once more: accord rebuild --from-server")
}
