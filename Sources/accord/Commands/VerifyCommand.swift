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
        try options.answer([
            "audit": view.audit.hex, "root": found.root.hex, "records": found.records,
            "sound": isSound, "agreesWithLastSync": found.standing.agrees,
            "damaged": found.damaged.map(view.name(of:)),
            "brokenChains": found.brokenChains.map(\.hex), "serverRoot": comparison?.serverRoot.hex,
            "differing": comparison.map { $0.differing.map(view.name(of:)) },
        ]) { tell(found, comparison, view) }
        guard isSound else { throw Failure.checkSaidNo }
    }

    private func mend(_ audit: AuditID, _ client: AuditClient) async throws {
        let rebuilding = try client.store.recovery.rebuild(audit)
        let transport = try await client.connect()
        let lock = try SyncLock(client.home)
        defer { withExtendedLifetime(lock) {} }
        let run = try await client.syncing.sync(audit, over: transport)
        if let trouble = run.trouble { throw trouble }
        guard !options.json else { return }
        if !rebuilding.isClean { print(Repair.composed(records: rebuilding.wrong.count).words) }
        if let repair = run.repair { print(repair.words) }
    }

    private func tell(_ found: Verification, _ comparison: ServerComparison?, _ view: AuditView) {
        print("\(view.plan.title): \(counted(found.records, "record")) checked")
        print("root \(found.root.hex)")
        for key in found.damaged { print("damaged: \(view.name(of: key))") }
        if !found.rootIsSound { print("The stored root is not the sum of the records' digests.") }
        for replica in found.brokenChains { print("broken chain of own changes: \(replica.hex)") }
        switch found.standing.agrees {
        case true: print("It is the root that the server told at the last sync.")
        case false: print("The server told another root at the last sync.")
        case nil: print("No sync has proved it equal to the server's yet.")
        }
        guard let comparison else { return }
        if comparison.isEqual { return print("The server holds exactly the same now.") }
        print("The server holds \(counted(comparison.differing.count, "record")) differently:")
        for key in comparison.differing { print("  \(view.name(of: key))") }
        print("Sync, then verify again: accord sync")
    }
}
