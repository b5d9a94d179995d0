import ArgumentParser
import Client
import Foundation

/// The tester's and the lead's program.
@main
struct Accord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accord",
        abstract: "Accessibility audits that a whole team can record offline and merge.",
        discussion: """
            Everything you record is saved on this laptop first, with or without a network. \
            `accord sync` sends it to the team's server and fetches what the others found.

            A first day:
              accord init --name "Maya Lindqvist"
              accord join https://accord.example.org CODE
              accord sync
              accord record --component "Accounts/Account options" \\
                --environment ios-voiceover-phone-18 --state expanded \\
                --criterion state-open --outcome failed --note "No state is spoken."

            Exit codes: 0 done, 1 a check said no, 64 wrong call, 65 bad input, 66 not found, \
            69 server unreachable, 70 a bug, 74 disk, 75 busy, 76 not our server, 77 not allowed, \
            78 settings or catalogue, 79 newer database or server.
            """,
        subcommands: [
            InitCommand.self, JoinCommand.self, AuditCommand.self, CatalogueCommand.self,
            ComponentCommand.self, RecordCommand.self, ImportCommand.self, ServeCommand.self,
            AnnounceCommand.self, ListCommand.self, ShowCommand.self, CommentCommand.self,
            AttachCommand.self, DetachCommand.self, EvidenceCommand.self, WithdrawCommand.self,
            AssignCommand.self, StatusCommand.self, SyncCommand.self, ConflictsCommand.self,
            DecideCommand.self, ExplainCommand.self, PolicyCommand.self, ExportCommand.self,
            LogCommand.self, VerifyCommand.self, DoctorCommand.self, RebuildCommand.self,
            BackupCommand.self, BundleCommand.self,
        ])

    // ArgumentParser's own `version` would be worked out, with the catalogue, at every start.
    @Flag(help: "Show the versions of program, protocol and catalogue.") var version = false

    func run() throws {
        guard version else { throw CleanExit.helpRequest(self) }
        print(Version.text())
    }

    /// Parses, runs, and turns every error into a message and an exit code.
    static func main() async {
        // Scripts ask it at every start: told before thirty commands are set up to be parsed.
        if CommandLine.arguments.dropFirst() == ["--version"] { return print(Version.text()) }
        do {
            var command = try parseAsRoot()
            // No answer waits for a second copy of what is safe already.
            defer { Journal.flushAll() }
            do {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                // ArgumentParser's own errors and its requests for help have codes of their own.
                if error is ExitCode || exitCode(for: error) != .failure { throw error }
                try ExitStatus.report(error)
            }
        } catch { exit(withError: error) }
    }
}
