import ArgumentParser
import Foundation
import Server
import Shared

struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Look through what had no effect, and adopt or discard it.",
        discussion: """
            A change is kept here when its author may not make it, or when it came from a device \
            that was retired. Nothing in quarantine is ever deleted.
            """,
        subcommands: [List.self, Adopt.self, Discard.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List what waits for a lead.")

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The audit's id.", valueName: "audit")) var audit: String
        @Flag(help: "List what was adopted or discarded as well.") var all = false
        @Flag(help: "Print one line of JSON an item.") var json = false

        func run() async throws {
            let audit = try AuditID.given(audit, as: "An audit")
            let items = try await common.administer { try await $0.quarantine(of: audit) }
            let shown = items.filter { all || $0.settled == nil }
            try printEach(shown, json: json, \.page)
        }
    }

    struct Adopt: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let changes take effect, under their authors' names.",
            discussion: """
                Each is issued again by the server, with the lead as the one who adopted it. \
                Works while the server runs.
                """)

        @OptionGroup var common: CommonOptions
        @OptionGroup var settling: SettlingOptions

        func validate() throws { try settling.check() }

        func run() async throws { try await settling.settle(.adopt, in: common) }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave changes without effect; they are kept all the same.")

        @OptionGroup var common: CommonOptions
        @OptionGroup var settling: SettlingOptions
        @Option(help: "Why, for whoever asks later.") var reason: String

        func validate() throws { try settling.check() }

        func run() async throws { try await settling.settle(.discard(reason: reason), in: common) }
    }
}

struct SettlingOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The audit's id.", valueName: "audit")) var audit: String

    @Argument(
        help: ArgumentHelp(
            "The front of an item's id, eight digits or more, as `quarantine list` shows it.",
            valueName: "item"))
    var items: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Everything that waits, in the order in which it came; adopted is nothing of a device "
                + "that this server cannot place, which takes --device."))
    var all = false

    @Option(
        help: ArgumentHelp(
            "All that a device has written that this server cannot place, by its fingerprint: "
                + "compare that with its owner first.", valueName: "fingerprint"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "The lead in whose name that is done, by id or by name.", valueName: "person"))
    var by: String

    @Flag(help: "Print one line of JSON an item.") var json = false

    func check() throws {
        guard [all, !items.isEmpty, device != nil].count(where: \.self) == 1 else {
            throw ValidationError(
                "Name items, or a device by --device, or say --all for everything that waits.")
        }
    }

    /// Settles one item after the other; those before the first that fails stay settled.
    func settle(_ order: ServerCore.QuarantineOrder, in common: CommonOptions) async throws {
        let audit = try AuditID.given(audit, as: "An audit")
        let server = try common.open()
        let lead = try await lead(of: audit, server)
        var (names, left) = (items, 0)
        if all || device != nil {
            var waiting = try await server.quarantine(of: audit).filter { $0.settled == nil }
            if let device { waiting.removeAll { !$0.isOf(device: device) } }
            // Whose it is has to be compared before it counts in somebody's name.
            if all, case .adopt = order {
                left = waiting.count { $0.fingerprint != nil }
                waiting.removeAll { $0.fingerprint != nil }
            }
            names = waiting.map(\.id)
        }
        for name in names {
            let item = try await server.core.settle(name, of: audit, order, by: lead, at: Date())
            try printEach([item], json: json, \.page)
        }
        if left > 0, !json {
            try print(
                "Left as they are, because this server cannot place their devices: \(left). "
                    + "Compare a fingerprint with its owner, then name it by --device.")
        }
        try server.close()
    }

    private func lead(of audit: AuditID, _ server: Administration) async throws -> PersonID {
        guard let found = try await server.core.summary(of: audit)
        else { throw Problem(.auditUnknown) }
        let leads = found.members.filter { $0.role == .lead }
        let wanted = leads.filter { $0.person.hex == by || $0.name == by }
        guard let lead = wanted.first, wanted.count == 1 else {
            let names = leads.map { "\($0.person.hex) \($0.name)" }.joined(separator: ", ")
            throw ValidationError("--by names one of the audit's leads: \(names).")
        }
        return lead.person
    }
}

extension QuarantinedItem {
    /// Whether a device with this fingerprint wrote it, however that is typed.
    fileprivate func isOf(device typed: String) -> Bool {
        fingerprint.map { $0 == DeviceKey.fingerprint(typed: typed) } ?? false
    }

    /// In whose name it is; nothing shows that yet for one that could not be placed.
    private var whose: String {
        guard let author else { return "a record" }
        return fingerprint == nil ? author.name : "says it is \(author.name)"
    }

    fileprivate var page: String {
        var lines = ["\(id.prefix(12))  \(record)  \(whose)  \(received.shown)", "    \(reason)"]
        if let fingerprint {
            lines.append("    device \(fingerprint), brought by \(carrier?.name ?? "somebody")")
        }
        lines += writes.map { "    \($0.field): \($0.value ?? "(taken back)")" }
        if let settled {
            let reason = settled.reason.isEmpty ? "" : ": \(settled.reason)"
            lines.append("    \(settled.kind.rawValue) by \(settled.by.name)\(reason)")
        }
        return lines.joined(separator: "\n")
    }
}
