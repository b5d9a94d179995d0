import ArgumentParser
import Client
import Foundation
import HTTPClient
import Shared

struct RebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Compose this laptop's records anew, or its whole database.",
        discussion: """
            Without options: everything that is derived (what is shown, sums) is composed again \
            from your own changes and from records as they came; nothing else is touched.

            With --from-server, for a database that is damaged beyond that: a new one is made from \
            what the server has and from the journal of unsent changes, and takes the old one's \
            place, which is kept beside it. The laptop then goes on as a device of its own.

            Example: accord rebuild
            Example: accord rebuild --from-server
            """)

    @Flag(help: "Make a new database from the server and the journal.") var fromServer = false
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        if fromServer { try await rebuildHome() } else { try composeAnew() }
    }

    private func composeAnew() throws {
        let client = try options.openHome()
        let faults = try client.store.recovery.fileFaults()
        var mended: [(title: String, audit: AuditID, result: Rebuilding)] = []
        for audit in try client.store.audits() {
            let result = try client.store.recovery.rebuild(audit)
            let title = try client.store.plan(audit)?.title ?? String(audit.hex.prefix(12))
            mended.append((title, audit, result))
        }
        try options.report([
            "audits": mended.map { entry in
                [
                    "audit": entry.audit.hex, "records": entry.result.records,
                    "mended": Set(entry.result.wrong + entry.result.unreadable).count,
                ] as JSON
            },
            "setAside": JSON.null, "restored": 0, "replayed": 0,
        ]) {
            for entry in mended { "\(entry.title): \(entry.result.words)" }
        }
        if let first = faults.first {
            throw ReportedError(
                .disk,
                "The database file itself is damaged (\(first)). Make it anew: "
                    + "accord rebuild --from-server")
        }
    }

    private func rebuildHome() async throws {
        let settings = try options.readSettings()
        let rebuild = HomeRebuilding(of: options.place(settings)) { server throws(TransportError) in
            let token = server.token.isEmpty ? nil : server.token
            return try settings.transport(to: server) { token }
        }
        var generator = SystemRandomNumberGenerator()
        let outcome: HomeRebuilding.Outcome
        do {
            outcome = try await rebuild.run(at: Date(), using: &generator)
        } catch ClientError.problem(let problem) {
            throw ReportedError(rebuildingRefused: problem)
        } catch ClientError.transport(let error) { throw ReportedError(rebuildingCut: error) }
        try options.report([
            "audits": outcome.audits.map { ["audit": $0.hex] as JSON },
            "setAside": outcome.setAside, "restored": outcome.restored,
            "replayed": outcome.replayed,
        ]) {
            "The database is made anew: \(counted(outcome.restored, "own change")) and the "
                + "team's work in \(counted(outcome.audits.count, "audit")) from the server, "
                + "\(counted(outcome.replayed, "unsent change")) from this laptop."
            if let old = outcome.setAside { "The old one is kept as \(old)." }
            "This laptop goes on as a device of its own. Next: accord doctor"
        }
    }
}

extension Rebuilding {
    fileprivate var words: String {
        let all = "\(counted(records, "record")) composed anew"
        guard !isClean else { return "\(all), all of them were right" }
        let mended = wrong.isEmpty ? "" : ", \(wrong.count) of them were wrong"
        let lost =
            unreadable.isEmpty
            ? "" : "; \(counted(unreadable.count, "damaged record")) will come again: accord sync"
        return all + mended + (isRootWrong && wrong.isEmpty ? ", the sum was wrong" : "") + lost
    }
}
