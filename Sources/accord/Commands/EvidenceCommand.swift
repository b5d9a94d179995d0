import ArgumentParser
import Client
import Foundation
import Shared

struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "List, fetch and check attached files.",
        subcommands: [List.self, Fetch.self, Scrub.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the files that findings refer to, and where they are.",
            discussion: """
                A file that is pending has not come yet: the laptop that has it has not synced \
                since, or your last sync left it out.

                Example: accord evidence list --pending
                """)

        @Flag(help: "Only files that are not on this laptop.")
        var pending = false

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var items = try client.evidence.items(of: view)
            if pending { items.removeAll { $0.place != .pending } }
            try options.answer(.array(items.map { $0.json(in: view) })) {
                var table = Table("FILE", "NAME", "SIZE", "CRITERION", "COMPONENT STATE", "WHERE")
                for item in items {
                    table.add(
                        item.shortHash, item.name ?? "", item.size.map(sized) ?? "", item.criterion,
                        item.state, item.standing(in: view))
                }
                print(table.text.isEmpty ? "No evidence." : table.text)
            }
        }
    }

    struct Scrub: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every file on this laptop against its name.",
            discussion: """
                Each file is named by the SHA-256 of its bytes. A damaged one is set aside beside \
                the others, and the next sync fetches it again. Files that no finding refers to \
                are told, and stay. Exit code 1 when a file was damaged.
                """)

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let check = try options.open().evidence.scrub(at: Date())
            try options.answer([
                "sound": check.sound, "damaged": check.damaged.map(\.hex),
                "missing": check.missing.map(\.hex), "orphans": check.orphans.map(\.hex),
            ]) {
                for hash in check.damaged { print("damaged  \(hash.hex)  set aside") }
                for hash in check.missing { print("missing  \(hash.hex)  a sync may fetch it") }
                for hash in check.orphans { print("unused   \(hash.hex)") }
                print("\(counted(check.sound, "file")) sound")
            }
            guard check.damaged.isEmpty else { throw Failure.checkSaidNo }
        }
    }
}

extension EvidenceItem {
    func json(in view: AuditView) -> JSON {
        [
            "sha256": hash.hex, "name": name, "type": type?.mediaType, "bytes": size,
            "place": place.rawValue, "author": view.plan.name(of: author), "device": replica.hex,
            "state": state, "criterion": criterion,
        ]
    }
}
