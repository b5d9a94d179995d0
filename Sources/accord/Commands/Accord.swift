import ArgumentParser
import Client
import Foundation
import Reading
import Shared

/// The tester's and the lead's program.
///
/// Every command below says its name itself: found out from its type, all of them took 3 ms of each
/// start.
@main
struct Accord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accord",
        abstract: "Accessibility audits that a whole team can record offline and merge.",
        discussion: """
            Everything you record is saved on this laptop first, with or without a network. \
            `accord sync` sends it to the team's server and fetches what the others found.

            A first day, in the browser (accord demo: an example to play with):
              accord serve

            Or here:
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
        groupedSubcommands: [
            CommandGroup(
                name: "Record",
                subcommands: [
                    RecordCommand.self, ComponentCommand.self, ScreenCommand.self,
                    CommentCommand.self, AttachCommand.self, DetachCommand.self,
                    WithdrawCommand.self, AnnounceCommand.self, SnippetCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    ServeCommand.self, DemoCommand.self, StatusCommand.self, ListCommand.self,
                    ShowCommand.self,
                    ConflictsCommand.self, AgreementCommand.self, ChecksCommand.self,
                    RoundsCommand.self,
                    ExplainCommand.self, LogCommand.self,
                    CatalogueCommand.self, LensCommand.self, FilterCommand.self,
                ]),
            CommandGroup(
                name: "Team",
                subcommands: [
                    InitCommand.self, JoinCommand.self, InviteCommand.self, SyncCommand.self,
                    DeviceCommand.self, QuarantineCommand.self,
                    AuditCommand.self, AssignCommand.self, DecideCommand.self, PolicyCommand.self,
                ]),
            CommandGroup(
                name: "Data",
                subcommands: [
                    ExportCommand.self, ImportCommand.self, BundleCommand.self,
                    EvidenceCommand.self, BackupCommand.self,
                ]),
            CommandGroup(
                name: "Repair",
                subcommands: [VerifyCommand.self, DoctorCommand.self, RebuildCommand.self]),
        ])

    // ArgumentParser's own `version` would be worked out, with the catalogue, at every start.
    @Flag(help: "Show the versions of program, protocol and catalogue.") var version = false

    func run() throws {
        if version { return try print(Version.text()) }
        let options = try HomeOptions.parse([])
        let home = options.place(try options.readSettings())
        guard home.isFree else { throw CleanExit.helpRequest(self) }
        try NoHomeReport(home).printed(asJSON: false)
        try print("\nEvery command: accord --help")
    }

    /// Parses, runs, and turns every error into a message and an exit code.
    static func main() async {
        Terminal.keepClosedStreams()
        let words = Array(CommandLine.arguments.dropFirst())
        let isForScript = words.contains("--json")
        do {
            // Scripts ask it at every start: told before all commands are set up to be parsed.
            if words == ["--version"] { return try print(Version.text()) }
            try requireCommand(among: words)
            var command = try parseAsRoot()
            // No answer waits for a second copy of what is safe already.
            defer { Journal.flushAll() }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error, asJSON: isForScript)
        }
    }

    /// Ends the program as the error asks for; a request for help is one of them.
    private static func end(with error: any Error, asJSON: Bool) -> Never {
        let code = exitCode(for: error)
        // A request for help, which ArgumentParser would print without looking whether it can.
        if code.isSuccess {
            do { try print(fullMessage(for: error)) } catch { end(with: error, asJSON: asJSON) }
            exit()
        }
        // ArgumentParser's own errors have codes of their own.
        guard !(error is ExitCode), code == .failure || (asJSON && code == .validationFailure)
        else { exit(withError: error) }
        let trouble =
            code == .failure ? ReportedError(error) : ReportedError(.usage, message(for: error))
        ExitStatus.end(trouble, asJSON: asJSON)
    }

    /// Refuses the name of a command that there is not, with those that are near.
    private static func requireCommand(among words: [String]) throws {
        var command: any ParsableCommand.Type = Accord.self
        for word in words {
            let known = command.configuration.subcommands
            let isOpen = known.isEmpty || command.configuration.defaultSubcommand != nil
            guard !isOpen, !word.hasPrefix("-"), word != "help" else { return }
            let names = known.map { $0._commandName }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let near = nearNames(to: word, among: names, countMax: 3).joined(separator: ", ")
                throw ReportedError(
                    .usage,
                    "There is no command “\(word)” here. Near it: \(near). "
                        + "All of them: accord --help")
            }
            command = next
        }
    }
}
