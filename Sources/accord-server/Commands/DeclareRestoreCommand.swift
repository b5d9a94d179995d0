import ArgumentParser
import Foundation
import Server
import Shared

struct DeclareRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare-restore",
        abstract: "Say that the database was put back from a backup.",
        discussion: """
            Once, after the backup is in place and before the server starts. The laptops then \
            bring back what the backup lacks, each with its next sync; nobody has to do anything.

            A restore is noticed without this, at start by the `keep` folder, or later by the \
            laptops. Declared, it is known before the first of them comes.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        var generator = SystemRandomNumberGenerator()
        let epoch = try await Administration.declareRestore(
            in: try common.dataFolder(), at: Date(), using: &generator)
        if json { return try printJSON(["epoch": epoch.hex]) }
        print("Declared. The laptops bring back what the backup lacks with their next sync.")
    }
}
