import ArgumentParser
import Foundation
import Server
import Shared

struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "Look after the files of evidence.",
        subcommands: [Collect.self, Scrub.self])

    struct Collect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "gc", abstract: "Remove evidence that no finding of any audit refers to.",
            discussion: """
                Nothing is removed that a finding refers to, or that came in the last seven days. \
                Safe beside a running server. After the database was put back from a backup it \
                waits until laptops have had their time to bring back what was lost, and ends with \
                exit code 75.
                """)

        @OptionGroup var common: CommonOptions
        @Flag(help: "Only say what would be removed.") var dryRun = false

        @Option(
            help: ArgumentHelp(
                "How many days laptops have after a restore; 1 to 3650.", valueName: "days"))
        var healingDays = ReconcileWait.daysStandard

        @Flag(help: "Do not wait after a restore: every laptop has synced since.")
        var despiteRestore = false

        @Flag(help: "Print one line of JSON.") var json = false

        func validate() throws {
            guard (1...3_650).contains(healingDays) else {
                throw ValidationError("--healing-days is a number from 1 to 3650.")
            }
        }

        func run() async throws {
            let result = try await common.administer {
                try await $0.collectEvidence(
                    rehearsing: dryRun, healingDays: despiteRestore ? nil : healingDays, at: Date())
            }
            if json { return try printJSON(result) }
            for hash in result.removed { try print(hash.hex) }
            let verb = dryRun ? "would be removed" : "removed"
            let count = result.removed.count
            try print("\(count) files, \(result.bytes) bytes \(verb), \(result.kept) kept")
        }
    }

    struct Scrub: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the hash of every file and set damaged ones aside.",
            discussion: """
                A damaged file moves to `blobs/damaged`; laptops that have it can upload it again. \
                Exit code 1 when anything is damaged or missing.
                """)

        @OptionGroup var common: CommonOptions
        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let result = try await common.administer { try await $0.scrubEvidence() }
            if json {
                try printJSON(result)
            } else {
                for hash in result.damaged { try print("damaged  \(hash.hex)") }
                for hash in result.missing { try print("missing  \(hash.hex)") }
                try print("\(result.sound) files are sound")
            }
            guard result.damaged.isEmpty, result.missing.isEmpty else { throw ExitCode(1) }
        }
    }
}
