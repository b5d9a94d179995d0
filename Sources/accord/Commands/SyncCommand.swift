import ArgumentParser
import Client
import Foundation
import Shared

/// Exchanges work with the server.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send your work to the server and fetch the team's.",
        discussion: """
            Safe to stop and to repeat at any time. A laptop without an audit, and --all, fetch \
            every audit that you are a member of.

            Example: accord sync
            """)

    @Flag(help: "Every audit of this laptop, and those on the server that it lacks.")
    var all = false

    @OptionGroup var options: AuditOptions

    func run() async throws {
        let client = try options.global.open()
        let transport = try client.connect()
        let lock = try SyncLock(client.home)
        defer { withExtendedLifetime(lock) {} }
        let audits = try await audits(client, transport)
        var reports: [SyncReport] = []
        for audit in audits { reports.append(try await sync(audit, client, transport)) }
        if options.json {
            try JSON.object(["audits": .array(reports.map(\.json))]).printed()
        } else {
            if reports.isEmpty { print("You are not a member of any audit on the server yet.") }
            for report in reports { report.print() }
        }
        if let trouble = reports.compactMap(\.trouble).first { throw trouble }
    }

    private func audits(
        _ client: AuditClient, _ transport: any Transport
    ) async throws -> [AuditID] {
        let here = try client.store.audits()
        guard all || (here.isEmpty && options.name == nil) else {
            return [try client.audit(named: options.name)]
        }
        let there = try await client.serverAudits(over: transport).map(\.audit)
        return here + there.filter { !here.contains($0) }
    }

    private func sync(
        _ audit: AuditID, _ client: AuditClient, _ transport: any Transport
    ) async throws -> SyncReport {
        let before = try client.store.queue(audit).count
        let refused = try client.store.notAccepted(audit).count
        let result = try await client.sync(audit, over: transport) { counts in
            Terminal.errors.progress(
                "syncing: \(counts.requests) requests, \(counts.pulledRecords) records received")
        }
        Terminal.errors.progress("")
        return SyncReport(
            audit: audit, title: try client.store.plan(audit)?.title ?? "",
            sent: before - (try client.store.queue(audit).count),
            received: result.counts.pulledRecords, requests: result.counts.requests,
            notAccepted: (try client.store.notAccepted(audit).count) - refused, end: result.end)
    }
}

/// What one audit's run did.
private struct SyncReport {
    let audit: AuditID
    let title: String
    let sent: Int
    let received: Int
    let requests: Int
    /// Changes that the server set aside or refused in this run.
    let notAccepted: Int
    let end: SyncEnd

    var trouble: Trouble? {
        switch end {
        case .complete: nil
        case .blocked(let block): Trouble(block)
        case .failed(let failure): Trouble(failure)
        }
    }

    var json: JSON {
        .object([
            "audit": .string(audit.hex), "title": .string(title), "sent": JSON(sent),
            "received": JSON(received), "requests": JSON(requests),
            "notAccepted": JSON(notAccepted), "complete": .bool(trouble == nil),
            "trouble": JSON(trouble?.message),
        ])
    }

    func print() {
        let name = title.isEmpty ? String(audit.hex.prefix(12)) : title
        let done = trouble == nil ? "up to date" : "not finished"
        Swift.print(
            "\(name): sent \(counted(sent, "change")), received \(counted(received, "record")), "
                + "\(done).")
        if notAccepted > 0 {
            Swift.print(
                "\(counted(notAccepted, "change")) not accepted: accord log --not-accepted")
        }
    }
}
