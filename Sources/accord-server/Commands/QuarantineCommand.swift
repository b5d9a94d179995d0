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
                Each is issued again by the server, with the lead as the one who adopted it. What \
                comes of a device that this server cannot place stands beside what its author \
                said, and takes nothing away. Works while the server runs.
                """)

        @OptionGroup var common: CommonOptions
        @OptionGroup var settling: SettlingOptions

        func validate() throws { try settling.check() }

        func run() async throws { try await settling.settle(.adopt(), in: common) }
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
            "Everything that waits, in the order in which it came; adopted is nothing that needs "
                + "a look first, as `quarantine list` says of each."))
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

    /// Settles one item after the other, goes on past one that fails, and tells each.
    func settle(_ order: ServerCore.QuarantineOrder, in common: CommonOptions) async throws {
        let audit = try AuditID.given(audit, as: "An audit")
        let server = try common.open()
        let lead = try await lead(of: audit, server)
        var names = items
        var order = order
        if all || device != nil {
            var waiting = try await server.quarantine(of: audit).filter { $0.settled == nil }
            if let device { waiting.removeAll { !$0.isOf(device: device) } }
            // What each adoption leaves behind is looked at anew by the next one.
            if all, case .adopt = order { order = .adopt(looked: false) }
            names = waiting.map(\.id)
            guard device == nil || !names.isEmpty else {
                throw ValidationError("Nothing that waits is of a device with this fingerprint.")
            }
        }
        var left = 0
        for name in names {
            let settled: Result<QuarantinedItem, Problem>
            do throws(Problem) {
                settled = .success(
                    try await server.core.settle(name, of: audit, order, by: lead, at: Date()))
            } catch { settled = .failure(error) }
            switch settled {
            case .success(let item): try printEach([item], json: json, \.page)
            case .failure(let problem):
                left += 1
                let why = problem.detail ?? problem.code.title
                try printError("\(name.prefix(12)) is left as it is: \(why)")
            }
        }
        try server.close()
        // Passed over is what --all is for; what was named and refused is not done.
        if left > 0, !all { throw ExitCode(1) }
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

    fileprivate var page: String {
        var lines = ["\(id.prefix(12))  \(record)  \(whose)  \(received.shown)", "    \(reason)"]
        if let fingerprint {
            lines.append("    device \(fingerprint), brought by \(carrier?.name ?? "somebody")")
        }
        for write in writes {
            lines.append("    \(write.field): \(write.value ?? "(taken back)")")
            lines += write.takes.map { "        takes away: \($0)" }
            lines += write.beside.map { "        beside: \($0)" }
        }
        if settled == nil, let look { lines.append("    look first: \(look)") }
        if let settled {
            let reason = settled.reason.isEmpty ? "" : ": \(settled.reason)"
            lines.append("    \(settled.kind.rawValue) by \(settled.by.name)\(reason)")
        }
        return lines.joined(separator: "\n")
    }
}
