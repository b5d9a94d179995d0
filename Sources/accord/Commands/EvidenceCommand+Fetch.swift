import ArgumentParser
import Client
import Foundation
import Shared

extension EvidenceCommand {
    struct Fetch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch files from the server, and copy them where you want them.",
            discussion: """
                Without names it fetches everything that is pending, which `accord sync` does too.

                Example: accord evidence fetch menu.png --to ~/Desktop
                """)

        @Argument(
            help: ArgumentHelp(
                "Names, or six or more digits of the SHA-256; none is every file.",
                valueName: "file"))
        var names: [String] = []

        @Option(
            help: ArgumentHelp("Copy the files here, under their names.", valueName: "folder"),
            completion: .directory)
        var to: String?

        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let wanted = try Self.wanted(names, of: try client.evidence.items(of: view))
            var report = EvidenceReport()
            let pending = wanted.filter { $0.place == .pending }
            if !pending.isEmpty { report = try await fetch(pending, client, view) }
            // What has come meanwhile is here now.
            let hashes = Set(wanted.map(\.hash))
            let items = try client.evidence.items(of: view).filter { hashes.contains($0.hash) }
            let copies = try copied(items, client)
            let missing = items.filter { $0.place == .pending }
            try options.answer([
                "received": report.received, "copies": copies,
                "evidence": items.map { $0.json(in: view) }, "trouble": report.trouble?.message,
            ]) {
                print("\(counted(report.received, "file")) received")
                for copy in copies { print(copy) }
                for item in missing { print(item.words(in: view)) }
            }
            if let trouble = report.trouble { throw trouble }
            guard missing.isEmpty else { throw Failure.checkSaidNo }
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

        private static func wanted(
            _ names: [String], of items: [EvidenceItem]
        ) throws -> [EvidenceItem] {
            guard !names.isEmpty else { return items }
            return try names.flatMap { name in
                let found = items.filter { item in
                    item.name == name
                        || name.count >= 6 && item.hash.hex.hasPrefix(name.lowercased())
                }
                guard !found.isEmpty else {
                    throw ClientError.notFound(
                        what: "file of evidence", name: name, known: items.compactMap(\.name))
                }
                return found
            }
        }
    }
}

extension EvidenceProgress {
    var words: String {
        let share = size > 0 ? " (\(moved * 100 / size)%)" : ""
        return "evidence: \(counted(files, "file")), \(sized(moved)) of \(sized(size))\(share)"
    }
}
