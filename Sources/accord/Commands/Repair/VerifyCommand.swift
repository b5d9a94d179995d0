import ArgumentParser
import Client
import Reading
import Shared

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Prove that this laptop holds what the server holds.",
        discussion: """
            Computes every digest and hash anew and compares the root with the last sync's. With \
            --online it asks the server for its digests, down to the records that differ. Equal \
            roots mean equal content. Exit code 1 when something is not sound.

            With --repair it composes anew what is derived, syncs, and where the roots still \
            differ fetches every record again. Your own changes are never touched by it.

            Example: accord verify --online
            Example: accord verify --repair
            """)

    @Flag(help: "Compare with the server as it is now.") var online = false
    @Flag(help: "Mend what differs, then compare with the server.") var repair = false
    @OptionGroup var options: AuditOptions

    func run() async throws {
        let (client, opened) = try options.open()
        var view = opened
        if repair {
            try await mend(view.audit, client)
            view = try client.view(view.audit)
        }
        guard let found = try client.store.reconcile.verify(view.audit) else { return }
        var comparison: ServerComparison?
        if online || repair {
            comparison = try await client.checks.compare(
                view.audit, over: try await client.connect())
        }
        let isSound = found.isSound && comparison?.isEqual != false
        try options.report(found.report(isSound: isSound, comparison, in: view))
        guard isSound else { throw ExitStatus.checkSaidNo }
    }

    private func mend(_ audit: AuditID, _ client: AuditClient) async throws {
        let rebuilding = try client.store.recovery.rebuild(audit)
        let transport = try await client.connect()
        let lock = try SyncLock(client.home)
        defer { withExtendedLifetime(lock) {} }
        let run = try await client.syncing.sync(audit, over: transport)
        if let trouble = run.trouble { throw trouble }
        // Said at once: the server may be gone when it is asked for its digests.
        guard !options.json else { return }
        if !rebuilding.isClean { try print(Repair.composed(records: rebuilding.wrong.count).words) }
        if let repair = run.repair { try print(repair.words) }
    }
}
