import ArgumentParser
import Client
import Foundation
import Reading
import Shared
import Storage

struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "List, fetch and check attached files.",
        subcommands: [List.self, DescribeCommand.self, Fetch.self, Scrub.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the files that findings refer to, and where they are.",
            discussion: """
                A file that is pending has not come yet: the laptop that has it has not synced \
                since, or your last sync left it out.

                Example: accord evidence list --pending
                """)

        @Flag(help: "Only files that are not on this laptop.") var pending = false
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var items = try client.evidence.items(of: view)
            if pending { items.removeAll { $0.place != .pending } }
            try options.report(.array(items.map { $0.json(in: view) })) {
                Table(
                    heading: [
                        "FILE", "NAME", "SIZE", "CRITERION", "COMPONENT STATE", "WHERE", "SHOWS",
                    ],
                    none: "No evidence.",
                    rows: items.map {
                        [
                            $0.shortHash, $0.name ?? "", $0.size.map(sized) ?? "", $0.criterion,
                            $0.state, $0.standing(in: view), $0.inWords ?? "",
                        ]
                    }
                ).text
            }
        }
    }

    struct Scrub: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scrub", abstract: "Check every file on this laptop against its name.",
            discussion: """
                Each file is named by the SHA-256 of its bytes. A damaged one is set aside beside \
                the others, and the next sync fetches it again. Files that no finding refers to \
                are told, and stay. Exit code 1 when a file was damaged.
                """)

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let check = try options.openHome().evidence.scrub()
            try options.report([
                "sound": check.sound, "damaged": check.damaged.map(\.hex),
                "missing": check.missing.map(\.hex), "orphans": check.orphans.map(\.hex),
            ]) {
                for hash in check.damaged { "damaged  \(hash.hex)  set aside" }
                for hash in check.missing { "missing  \(hash.hex)  a sync may fetch it" }
                for hash in check.orphans { "unused   \(hash.hex)" }
                "\(counted(check.sound, "file")) sound"
            }
            guard check.damaged.isEmpty else { throw ExitStatus.checkSaidNo }
        }
    }

    struct Fetch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fetch",
            abstract: "Fetch files from the server, and copy them where you want them.",
            discussion: """
                Without names it fetches everything that is pending, which `accord sync` does too.

                Example: accord evidence fetch menu.png --to ~/Desktop
                """)

        @Argument(help: .file("Names, or six or more digits of the SHA-256; none is every file."))
        var names: [String] = []

        @Option(help: .folder("Copy the files here, under their names."), completion: .directory)
        var to: String?

        @OptionGroup var options: AuditOptions

        func run() async throws {
            if let to { try DurableFolder.check(to) }
            let (client, view) = try options.open()
            let wanted = try wanted(of: try client.evidence.items(of: view))
            var report = EvidenceReport()
            let pending = wanted.filter { $0.place == .pending }
            if !pending.isEmpty { report = try await fetch(pending, client, view) }
            // What has come meanwhile is here now.
            let hashes = Set(wanted.map(\.hash))
            let items = try client.evidence.items(of: view).filter { hashes.contains($0.hash) }
            let copies = try copied(items, client)
            let missing = items.filter { $0.place == .pending }
            try options.report([
                "received": report.received, "copies": copies,
                "evidence": items.map { $0.json(in: view) }, "trouble": report.trouble?.message,
            ]) {
                "\(counted(report.received, "file")) received"
                copies
                missing.map { $0.words(in: view) }
            }
            if let trouble = report.trouble { throw trouble }
            guard missing.isEmpty else { throw ExitStatus.checkSaidNo }
        }

        private func fetch(
            _ items: [EvidenceItem], _ client: AuditClient, _ view: AuditView
        ) async throws -> EvidenceReport {
            let transport = try await client.connect()
            let lock = try SyncLock(client.home)
            defer { withExtendedLifetime(lock) {} }
            try client.evidence.want(items, of: view.audit)
            defer { Terminal.errors.progress("") }
            return try await client.evidence.sync(
                view.audit, only: Set(items.map(\.hash)), over: transport,
                progress: { Terminal.errors.progress($0.words) })
        }

        private func copied(_ items: [EvidenceItem], _ client: AuditClient) throws -> [String] {
            guard let to else { return [] }
            let folder = URL(fileURLWithPath: to)
            var done: Set<Hash256> = []
            return try items.filter { $0.place != .pending && done.insert($0.hash).inserted }
                .map { try client.evidence.copy($0, to: folder).path }
        }

        private func wanted(of items: [EvidenceItem]) throws -> [EvidenceItem] {
            guard !names.isEmpty else { return items }
            return try names.flatMap { name in
                let found = items.filter { item in
                    item.name == name
                        || name.count >= 6 && item.hash.hex.hasPrefix(name.lowercased())
                }
                guard !found.isEmpty else {
                    throw AuditError.notFound(
                        what: "file of evidence", name: name, known: items.compactMap(\.name))
                }
                return found
            }
        }
    }
}

extension EvidenceItem {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "sha256": hash.hex, "name": name, "type": type?.mediaType, "bytes": size,
            "place": place.rawValue, "author": view.plan.name(of: author), "device": replica.hex,
            "state": state, "criterion": criterion, "shows": said.shows,
            "caption": said.caption, "heard": said.heard,
            "areas": said.areas.map {
                [
                    "id": $0.id, "left": $0.left, "top": $0.top, "width": $0.width,
                    "height": $0.height, "label": $0.label,
                ] as JSON
            },
        ]
    }
}
