package import Foundation
package import HTTPClient
import Shared
import Storage

/// Looks at everything that a laptop's work rests on, and changes nothing.
///
/// What cannot be looked at, because something before it is broken, is left out.
package struct Checkup {
    package private(set) var lines: [CheckupLine] = []
    let home: ClientHome
    let settings: ClientSettings
    let now: () -> Date

    /// - Parameter now: The clock, asked before and after the server is.
    package init(
        of home: ClientHome, settings: ClientSettings = .standard, now: @escaping () -> Date
    ) {
        self.home = home
        self.settings = settings
        self.now = now
    }

    package var isSound: Bool { !lines.contains { $0.verdict == .trouble } }

    package mutating func run(
        connect: (Identity.Enrolment) throws(TransportError) -> any Transport
    ) async {
        do {
            let folder = home.folder.path
            if case .free = try home.site() {
                return add(.home, .trouble, "\(folder) is no home", next: "accord init")
            }
            add(.home, .ok, folder)
        } catch {
            let words = ReportedError(error).message
            return add(.home, .trouble, words, next: "accord doctor, after that")
        }
        let identity = lookAtIdentityFile()
        lookAtDisk()
        lookAtLibrary()
        if let client = openClient() { lookInto(client, identity) }
        guard let server = identity?.server else { return }
        await lookAtServer(server, connect)
    }

    mutating func add(
        _ topic: CheckupLine.Topic, _ verdict: CheckupLine.Status, _ words: String,
        next: String? = nil
    ) {
        lines.append(CheckupLine(topic: topic, verdict: verdict, words: words, next: next))
    }

    private mutating func lookAtIdentityFile() -> Identity? {
        let path = home.identityPath
        do {
            guard let identity = try Identity.read(home) else {
                let words = "there is no \(path): this laptop goes on as a device of its own"
                add(.identity, .attention, words, next: "any command, such as accord status")
                return nil
            }
            if let mode = FileStatus.permissions(of: path), mode & 0o077 != 0 {
                let words = "others on this machine can read \(path)"
                add(.identity, .attention, words, next: "chmod 600 \(path)")
            }
            return identity
        } catch {
            add(
                .identity, .trouble, "\(path) cannot be read",
                next: "move the file away: the laptop then goes on as a device of its own, "
                    + "which joins with a new invite")
            return nil
        }
    }

    /// Below this a save may fail soon.
    private static let freeBytesMin: UInt64 = 64 << 20
    /// Below this evidence may soon not fit.
    private static let freeBytesFew: UInt64 = 1 << 30

    private mutating func lookAtDisk() {
        guard let free = DurableFolder.freeBytes(at: home.folder.path) else { return }
        let reserve = DiskReserve(in: home.folder.path).isKept
        let rest = reserve ? ", and a reserve for a last save" : ""
        let words = "\(free >> 20) MiB are free\(rest)"
        switch free {
        case ..<Self.freeBytesMin:
            add(.disk, .trouble, words, next: "free some space before you go on recording")
        case ..<Self.freeBytesFew:
            add(.disk, .attention, words, next: "free some space before you attach files")
        default: add(.disk, .ok, words)  // open set: sizes
        }
    }

    private mutating func lookAtLibrary() {
        let guarded = "whose WAL-reset race is guarded against: one program writes at a time"
        let words = DatabaseLibrary.hasLogResetRace ? guarded : "which has no WAL-reset race"
        add(.sqlite, .ok, "\(DatabaseLibrary.version), \(words)")
    }

    private mutating func openClient() -> AuditClient? {
        do { return try AuditClient(home: home, settings: settings) } catch {
            let trouble = ReportedError(error)
            if case .homeInRuins(let ruins) = error {
                add(.database, .trouble, trouble.message, next: ruins.next)
            } else if trouble.kind == .busy {
                add(.database, .attention, trouble.message, next: "accord doctor, later")
            } else {
                add(.database, .trouble, trouble.message, next: HomeRuins.rebuild)
            }
            return nil
        }
    }
}

/// One thing that a checkup looked at, and what to do about it.
package struct CheckupLine: Hashable, Sendable {
    package let topic: Topic
    package let verdict: Status
    /// What was found, without a full stop.
    package let words: String
    package let next: String?

    /// How it is.
    package enum Status: String, CaseIterable, Sendable {
        case ok
        /// Work is safe; somebody should look at it some time.
        case attention
        /// Something is broken, or soon will be.
        case trouble
    }

    /// What a checkup looks at, in the order in which it is told.
    package enum Topic: String, CaseIterable, Sendable {
        case home, identity, disk, sqlite, database, journal, audit, queue, evidence, server
        case certificate, clock
    }
}
