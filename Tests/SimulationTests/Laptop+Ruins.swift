import Foundation
import HTTPClient
import Server
import Shared
import TestSupport

@testable import Client

/// A laptop whose database is lost or damaged.
struct Ruins {
    /// What became of the file.
    enum Damage: CaseIterable {
        case deleted, overwritten, truncated
        /// Somebody makes it anew although nothing is wrong with it.
        case none
    }

    /// What became of the journal with it.
    enum JournalFate: CaseIterable {
        case stays, isTorn, isLost
    }

    let journalFate: JournalFate
    /// Everything that was written on the laptop, and was in its database.
    let own: [LoggedChange]
    /// The edits that the journal has still, or that did not fit the database once.
    var journal: Set<Deed> = []
    /// How often it was tried in vain to make the database anew.
    var attempts = 0
    /// How often the server was put back before that.
    let restores: Int
}

extension Laptop {
    /// Everything that is in its database as its own.
    func ownChanges() throws -> [LoggedChange] {
        var own: [LoggedChange] = []
        for audit in try store.audits() { try store.log.ownChanges(audit) { own.append($0) } }
        return own
    }

    /// Does something to the file that no program notices before it opens it.
    ///
    /// - Parameter place: Where, in thousandths of the file.
    func damage(_ damage: Ruins.Damage, at place: Int) throws {
        try store.checkpoint()
        try store.close()
        let files = FileManager.default
        for suffix in ["-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        switch damage {
        case .none: break
        case .deleted: try files.removeItem(atPath: path)
        case .overwritten, .truncated:
            guard let file = FileHandle(forUpdatingAtPath: path) else { return }
            let pages = try file.seekToEnd() / Self.pageBytes
            let page = pages * UInt64(place) / 1_000
            if damage == .truncated {
                try file.truncate(atOffset: page * Self.pageBytes + UInt64(place))
            } else {
                try file.seek(toOffset: page * Self.pageBytes)
                try file.write(contentsOf: Data(repeating: 0xA5, count: Int(Self.pageBytes)))
            }
            try file.close()
        }
    }

    private static let pageBytes: UInt64 = 4_096

    /// The edits that the journal has, with what did not fit the database once.
    func journalledEdits() throws -> Set<Deed> {
        Set(
            try journal.entriesWithOrphans().map {
                try Change(key: $0.key, dot: $0.dot, bytes: $0.body).deed
            })
    }

    /// Database and journal, byte for byte; nil for what is not there.
    func bytesOnDisk() -> [Data?] {
        [path, home.journalPath].map { FileManager.default.contents(atPath: $0) }
    }

    /// Goes on with the identity that lies on the disk.
    mutating func readIdentity() throws {
        guard let found = try Identity.read(home), let server = found.server,
            let enrolled = server.replica.flatMap({ ReplicaID(hex: $0) })
        else { throw Violation(text: "a home has lost its identity") }
        identity = found
        if !replicas.contains(found.replica) { replicas.append(found.replica) }
        bearer = .device(person: person, replica: enrolled)
        network.show(token: server.token)
    }

    /// Makes the database anew, by what every program does for `accord rebuild --from-server`.
    func rebuildHome(
        at now: Date, using generator: inout some RandomNumberGenerator
    ) async throws -> HomeRebuilding.Outcome {
        let rebuilding = HomeRebuilding(
            of: home,
            connect: { [network] server throws(TransportError) in
                network.show(token: server.token)
                return network
            }, pause: { _ in }, asksAhead: .first)
        return try await rebuilding.run(at: now, using: &generator)
    }
}
