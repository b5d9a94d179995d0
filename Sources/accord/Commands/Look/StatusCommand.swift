import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say what is saved, what is sent, and what waits for you.",
        discussion: """
            What others did with your work is listed until you say with --seen that you have \
            looked at it.

            With --team it says of each audit how far its round is, who has what left and by \
            when, and what stands before a signature. What is given to a group counts for each of \
            its members. To a lead it says what testers' devices had not sent when the server \
            heard of them last.

            Example: accord status --team
            """)

    @Flag(help: "You have seen what others did with your work: do not list it again.")
    var seen = false

    @Flag(help: "How far each audit is, for whom, and what stands before a signature.")
    var team = false

    @OptionGroup var catalogue: CatalogueOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        do { try tell(options.openHome()) } catch ClientError.noHome where !options.json {
            try options.report(NoHomeReport(options.place(options.readSettings())))
        }
    }

    /// Nil where nobody asked for it.
    private func team(of audit: AuditID, _ client: AuditClient) throws -> TeamReport? {
        guard team else { return nil }
        let view = try client.view(audit)
        let known = try catalogue.find(client, view)
        let coverage = try client.queries.coverage(of: view, known.catalogue)
        return TeamReport(
            team: try client.queries.team(of: view, known),
            matrix: CoverageMatrices(of: coverage, matching: AuditFilter()).whole)
    }

    private func tell(_ client: AuditClient) throws {
        let me = try client.whoami()
        let identity = try? client.identity()
        let server = identity?.server?.address
        let arriving = try client.store.audits().compactMap { try client.store.pull.arrival($0) }
            .filter { $0.title == nil }
        let unseen = Set(arriving.map(\.audit))
        let audits = try client.store.audits().filter { !unseen.contains($0) }
            .map { (overview: try client.queries.overview(of: $0), team: try team(of: $0, client)) }
        let strays = try client.store.recovery.orphans()
        // What could not be noted is listed again the next time.
        defer {
            for (one, _) in audits where seen {
                try? client.store.events.markSeen(one.news, in: one.audit, at: client.now)
            }
        }
        try options.report([
            "home": client.home.folder.path, "server": server, "person": me.person.hex,
            "name": me.personName, "fingerprint": identity?.keyFingerprint,
            "orphans": strays.values.reduce(0, +),
            "audits": audits.map { $0.overview.json($0.team) },
            "arriving": arriving.map { ["audit": $0.audit.hex, "records": $0.json] as JSON },
        ]) {
            let standing = server.map { "joined \($0)" } ?? "not joined to a server"
            "\(me.personName), \(standing)"
            if let identity { "This device's fingerprint: \(identity.keyFingerprint)" }
            if audits.isEmpty, arriving.isEmpty {
                "No audit yet. Next: accord serve, accord audit new, or accord sync"
            }
            for (overview, team) in audits {
                overview.lines
                if let team { team.lines }
            }
            for one in arriving {
                "\nAn audit (\(one.audit.hex.prefix(12))) is \(one.words): accord sync"
                if let stopped = try client.store.pull.stopped(one.audit) {
                    "  its last sync stopped \(shown(stopped.at)): \(stopped.trouble)"
                }
            }
            let known = Set(audits.map(\.overview.audit)).union(unseen)
            let unknown = strays.filter { !known.contains($0.key) }.values.reduce(0, +)
            if unknown > 0 {
                "\n\(counted(unknown, "change")) to send of an audit that this database, which "
                    + "was put back, does not know: accord sync --all"
            }
        }
    }
}
