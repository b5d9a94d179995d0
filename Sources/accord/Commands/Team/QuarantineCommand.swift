import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Look through what the server set aside, and adopt or discard it (leads).",
        discussion: """
            A change is set aside when its author may not make it, or when its device was retired \
            or is not known. Nothing of it is ever lost. It is listed as of your last sync; \
            adopting and discarding need the server.

            Example: accord quarantine list
            """,
        subcommands: [List.self, Show.self, Adopt.self, Discard.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what waits for a lead.",
            discussion: "Example: accord quarantine list --json")

        @Flag(help: "Ask the server, and list what was adopted or discarded as well.")
        var all = false

        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            try view.requireLead("look through what is set aside")
            let items =
                all
                ? try await client.syncing.wholeQuarantine(of: view, over: client.connect)
                : try client.store.quarantine.waiting(view.audit)
            let standing = try client.store.quarantine.overview(view.audit)
            try options.report(items.map(\.json).json) {
                if items.isEmpty { "Nothing waits for a lead." }
                for item in items { item.summary }
                if !all, let listed = standing.listed { "As of the sync of \(shown(listed))." }
            }
            if !all, let words = standing.staleWords { Terminal.errors.tell("\(words)\n") }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one item, and what adopting it would change.",
            discussion: "Example: accord quarantine show 9f2c41d0")

        @Argument(help: .init("The first digits of its id, as listed.", valueName: "item"))
        var item: String

        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let found = try QuarantineChoice(client, view).one(item)
            try options.report(found.json) { found.lines }
        }
    }

    struct Adopt: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "adopt",
            abstract: "Let changes take effect, under their authors' names.",
            discussion: """
                --all adopts what needs no look, passes over the rest and tells each.

                Example: accord quarantine adopt 9f2c41d0
                """)

        @Argument(help: .init("The first digits of ids, as listed.", valueName: "item"))
        var items: [String] = []
        @Flag(help: "Everything that needs no look first.") var all = false
        @OptionGroup var options: AuditOptions

        func validate() throws { try QuarantineChoice.check(items, all: all) }

        func run() async throws {
            let (client, view) = try options.open()
            let choice = try QuarantineChoice(client, view)
            try await choice.settle(
                all ? choice.waiting : try items.map(choice.one), .adopt(looked: !all),
                passesOver: all, telling: options)
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "discard",
            abstract: "Leave changes without effect; they are kept all the same.",
            discussion: """
                Example: accord quarantine discard 9f2c41d0 --reason "Recorded twice."
                """)

        @Argument(help: .init("The first digits of ids, as listed.", valueName: "item"))
        var items: [String] = []
        @Flag(help: "Everything that waits.") var all = false
        @Option(help: "Why: whoever wrote it is told.") var reason: String
        @OptionGroup var options: AuditOptions

        func validate() throws { try QuarantineChoice.check(items, all: all) }

        func run() async throws {
            let (client, view) = try options.open()
            let choice = try QuarantineChoice(client, view)
            try await choice.settle(
                all ? choice.waiting : try items.map(choice.one), .discard(reason: reason),
                passesOver: false, telling: options)
        }
    }
}

/// What of the waiting items a command names, and what becomes of them.
private struct QuarantineChoice {
    let waiting: [QuarantinedItem]
    private let client: AuditClient
    private let view: AuditView

    init(_ client: AuditClient, _ view: AuditView) throws {
        self.client = client
        self.view = view
        try view.requireLead("look through or settle what is set aside")
        waiting = try client.store.quarantine.waiting(view.audit)
    }

    static func check(_ items: [String], all: Bool) throws {
        guard all != !items.isEmpty
        else { throw ValidationError("Name items, or say --all for everything that waits.") }
    }

    func one(_ digits: String) throws -> QuarantinedItem {
        let found = waiting.filter { digits.count >= 8 && $0.id.hasPrefix(digits.lowercased()) }
        guard let only = found.first else {
            throw AuditError.notFound(
                what: "item", name: digits, known: waiting.map { String($0.id.prefix(12)) })
        }
        guard found.count == 1 else {
            throw AuditError.ambiguous(
                what: "item", name: digits, candidates: found.map { "\($0.id)  \($0.record)" })
        }
        return only
    }

    /// Settles one after the other, goes on past one that fails, and tells each.
    func settle(
        _ items: [QuarantinedItem], _ settling: ClientSyncing.Settling, passesOver: Bool,
        telling options: AuditOptions
    ) async throws {
        let passedOver = passesOver ? items.filter { $0.look != nil } : []
        let settled = try await client.syncing.settle(
            (passesOver ? items.filter { $0.look == nil } : items)
                .map(ClientSyncing.Wanted.init), settling, in: view, over: client.connect)
        let left =
            passedOver.map { (id: $0.id, why: "look first: \($0.look ?? "")") }
            + settled.left.map { (id: $0.id, why: $0.why.message) }
            + settled.untried.map { (id: $0.id, why: "it was not tried") }
        try options.report([
            "left": left.map { ["id": $0.id, "why": $0.why] as JSON },
            "settled": settled.done.map(\.json),
        ]) {
            for item in settled.done { item.summary }
            // Of the only one the error says it.
            for one in left where items.count > 1 || passesOver {
                "\(one.id.prefix(12)) is left as it is: \(one.why)"
            }
            if settled.done.isEmpty, left.isEmpty { "Nothing waits for a lead." }
            if !settled.done.isEmpty { "What they say comes with the next sync: accord sync" }
        }
        // What --all passes over is what it is for, also where an adoption before made it doubtful;
        // what was refused is not done.
        let arePassedOver =
            passesOver && !settled.done.isEmpty
            && settled.left.allSatisfy { $0.why.kind == .notAllowed }
        guard let worst = settled.left.first?.why, !arePassedOver else { return }
        let rest = settled.untried.count
        let done = counted(settled.done.count, "change")
        guard rest > 0 else { throw worst }
        throw ReportedError(
            worst.kind,
            "\(worst.message) \(done) settled, \(rest) not tried; what is settled stays so.")
    }
}

extension QuarantinedItem {
    fileprivate var summary: String {
        let what = writes.map { "\($0.field) \(Self.quoted($0.value ?? "taken back"))" }
            .joined(separator: "; ")
        let note = settled.map { " (\($0.kind.rawValue) by \($0.by.name))" } ?? ""
        let look = settled == nil ? self.look.map { "\n    look first: \($0)" } ?? "" : ""
        return "\(id.prefix(12))  \(record)  \(whose)\(note)\n    \(what)\n    \(reason)\(look)"
    }

    /// A long text by its beginning: `show` has all of it.
    private static func quoted(_ text: String) -> String {
        text.count > 200 ? "\(text.prefix(200))\u{2026}" : text
    }

    fileprivate var lines: [String] {
        var lines = ["\(id)", "\(record)", whose, reason, held]
        for write in writes {
            lines.append("  \(write.field): \(write.value ?? "taken back")")
            lines += write.takes.map { "    takes away: \($0)" }
            lines += write.beside.map { "    beside: \($0)" }
        }
        if let look { lines.append("Look first: \(look).") }
        if !adoptable { lines.append("It cannot be adopted.") }
        return lines
    }

    fileprivate var json: JSON {
        [
            "id": id, "record": record, "reason": reason, "author": author?.name, "by": by?.name,
            "carrier": carrier?.name, "device": device, "fingerprint": fingerprint,
            "received": received, "written": written, "adoptable": adoptable, "look": look,
            "settled": settled?.kind.rawValue,
            "writes": writes.map { write in
                [
                    "field": write.field, "value": write.value, "takes": write.takes,
                    "beside": write.beside,
                ] as JSON
            },
        ]
    }
}
