import ArgumentParser
import Client
import Reading
import Shared

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List your own changes, the newest first, and what the server made of them.",
        discussion: """
            Nothing that you saved ever leaves this list, accepted or not. What the server set \
            aside waits for a lead: the line below says who has adopted or discarded it, and why.
            What was issued again stands in the list a second time, with what became of it: this \
            laptop went on as another device, with numbers of its own, before a server answered.

            With --verify the hash of every own change is computed anew, and the server's whole \
            history, in hashes, is asked for: it has to hold your changes as you wrote them, and \
            to lead through what the server told this laptop at the last sync to what it tells \
            now. Exit code 1 when anything does not fit.

            With --send-again what the server rejected is sent once more, under a number of its \
            own: after an update of the server, or where something on the way had spoiled it.

            Example: accord log --not-accepted
            Example: accord log --send-again 12
            """)

    @Flag(help: "Only changes that the server set aside or refused, discarded ones too.")
    var notAccepted = false

    @Flag(help: "Check your own history and the server's instead of listing it.") var verify = false

    @Option(
        help: .init(
            "Send again what the server rejected: a number of the list, or all.",
            valueName: "n or all"))
    var sendAgain: String?

    @Option(help: .init("No more than so many of the newest.", valueName: "number"))
    var limit: Int?

    @OptionGroup var options: AuditOptions

    func validate() throws { try require(limit ?? 1 > 0, "--limit takes a number from 1.") }

    func run() async throws {
        let (client, view) = try options.open()
        if let sendAgain { return try send(sendAgain, client, view) }
        if verify { return try await check(client, view) }
        var changes: [LoggedChange] = []
        try client.store.log.ownChanges(view.audit) { change in
            if !notAccepted || change.isNotAccepted { changes.append(change) }
        }
        let refused = try client.store.bundles.importedRefusals(view.audit)
        let newest = Array(changes.reversed().prefix(limit ?? .max))
        try options.report(newest.report(besides: refused, in: view, of: client))
    }

    private func send(_ name: String, _ client: AuditClient, _ view: AuditView) throws {
        let count = try client.recording.sendAgain(name, in: view.audit)
        try options.report(["sentAgain": count]) {
            count == 0
                ? "The server has rejected nothing that was not sent again since."
                : "\(counted(count, "change")) will go again with the next sync, under a new "
                    + "number. What was said of the first sending stays in this list."
        }
    }

    /// Checks this laptop's own history of an audit, and the server's against it.
    private func check(_ client: AuditClient, _ view: AuditView) async throws {
        guard let history = try client.store.log.ownHistory(view.audit) else { return }
        let trail = try await trail(against: history, client, view)
        let isSound = history.broken == nil && trail?.mismatch == nil
        try options.report(history.report(isSound: isSound, trail, in: view))
        guard isSound else { throw ExitStatus.checkSaidNo }
    }

    /// Nil when there is no server to ask, or it tells no trail.
    private func trail(
        against history: OwnHistory, _ client: AuditClient, _ view: AuditView
    ) async throws -> TrailReport? {
        do {
            return try await client.checks.trail(
                of: view.audit, against: history, over: try await client.connect())
        } catch ClientError.notJoined {
            return nil
        } catch ClientError.problem(let problem)
            where problem.code == .notFound || problem.code == .auditUnknown
        {
            return nil
        }
    }
}

extension LoggedChange {
    fileprivate var isNotAccepted: Bool {
        switch outcome {
        case .quarantined: !isAdopted
        case .rejected: true
        case .applied, .again, nil: false
        }
    }
}
