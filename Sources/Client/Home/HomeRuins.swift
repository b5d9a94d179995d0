import Foundation
import Storage

/// What is left of a home whose database is gone, or is none of Accord's any more.
///
/// Nothing may be begun over it: the journal may have work that is nowhere else, and the identity
/// is the only proof of whose work it is.
package struct HomeRuins: Hashable, Sendable {
    let home: ClientHome
    let database: Database
    let identity: IdentityState
    /// Changes that no server has, as far as anybody knows.
    let hasJournal: Bool
    /// The database's log of what was written last, which nobody can read without the database.
    let hasLog: Bool

    enum Database: Hashable, Sendable {
        case missing, empty
        /// It has no owner: an empty one that a program has opened since.
        case ownerless
        case unusable
    }

    enum IdentityState: Hashable, Sendable { case missing, unreadable, alone, joined }

    /// Looks at what lies around a database; nil where there is nothing to lose.
    init?(of home: ClientHome, database: Database) throws(StorageError) {
        self.home = home
        self.database = database
        let journals = Journal(path: home.journalPath)
        let hasOrphans = !journals.orphanFiles.isEmpty
        hasJournal = try FileStatus(lookingAt: home.journalPath) != nil || hasOrphans
        hasLog =
            switch database {
            case .missing, .empty: (FileStatus(of: home.databasePath + "-wal")?.size ?? 0) > 0
            case .ownerless, .unusable: false
            }
        let found = try? Identity.read(home)
        let isHere = try FileStatus(lookingAt: home.identityPath) != nil
        let readable = found.map { $0.server == nil ? IdentityState.alone : .joined } ?? .unreadable
        identity = isHere ? readable : .missing
        // The key of a making that was cut off was made for this very file, and nobody knows it.
        let isItsOwn = identity == .alone && found?.fingerprint == HomeFingerprint.of(home)
        let isUnfinished = database == .ownerless && isItsOwn
        guard hasJournal || hasLog || identity != .missing && !isUnfinished else { return nil }
    }

    static let rebuild = "accord rebuild --from-server"

    var words: String {
        "\(home.folder.path) was a home, and \(loss). Still there: "
            + "\(remains.joined(separator: ", ")). Nothing was touched. \(advice)"
    }

    var next: String {
        switch identity {
        case .joined: Self.rebuild
        case .alone: "put a backup of the database back"
        case .missing, .unreadable: "put the identity back, then \(Self.rebuild)"
        }
    }

    private var loss: String {
        switch database {
        case .missing: "its database is gone"
        case .empty, .ownerless: "its database is empty"
        case .unusable: "\(home.databasePath) is damaged, or the file of another program"
        }
    }

    private var remains: [String] {
        [
            hasJournal ? "the journal of unsent changes" : nil,
            hasLog ? "the database's log of writes" : nil,
            identity == .missing ? nil : "the identity \(home.identityPath)",
        ].compactMap(\.self)
    }

    private var advice: String {
        switch identity {
        case .joined: "Make the database anew from the server and the journal: \(Self.rebuild)"
        case .alone:
            "It has joined no server, so put a backup of the database back as "
                + "\(home.databasePath); the journal adds what is newer. Without a backup keep "
                + "both folders, and begin in a new one: accord init --home FOLDER"
        case .missing, .unreadable:
            "Put the identity back as \(home.identityPath), or name its folder with --identity, "
                + "then: \(Self.rebuild)"
        }
    }
}

extension ClientHome {
    /// What lies where this home should be, as far as can be told without opening the database.
    enum Site: Hashable {
        /// Nothing that a new home would take the place of.
        case free
        case ruins(HomeRuins)
        /// A database of Accord's, as its first page says.
        case home
        /// A file that is none of ours, with nothing of ours beside it.
        case taken
    }

    /// Whether nothing of Accord's lies here, and nothing that a new home would take the place of.
    package var isFree: Bool { (try? site()) == .free }

    /// - Throws: `StorageError.failed` for what this user may not look into.
    func site() throws(StorageError) -> Site {
        let size = try FileStatus(lookingAt: databasePath)?.size
        let database: HomeRuins.Database
        if let size, size > 0 {
            if try DatabaseFile.claims(databasePath, ClientSchema.format) { return .home }
            database = .unusable
        } else {
            database = size == nil ? .missing : .empty
        }
        if let ruins = try HomeRuins(of: self, database: database) { return .ruins(ruins) }
        return database == .unusable ? .taken : .free
    }

    /// The ruins that a database turned out to be when it was opened; nil where it is no more.
    func ruins(_ database: HomeRuins.Database) -> HomeRuins? {
        try? HomeRuins(of: self, database: database)
    }
}
