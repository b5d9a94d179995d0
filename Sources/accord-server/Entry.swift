import ArgumentParser
import Foundation
import Server
import Shared

/// The team's server: keeps audits and merges what testers bring.
@main
struct AccordServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accord-server",
        abstract: "Keeps a team's accessibility audits and merges what testers bring.",
        discussion: """
            A first evening:

              accord-server init --data /srv/accord
              accord-server serve --data /srv/accord --listen 127.0.0.1:8437
              accord-server invite --data /srv/accord --name "Maya Lindqvist"

            Everything lies in one folder. Back it up with `backup`, while it is served: a copy \
            of the files themselves may be torn. Its `keep` folder holds the key by which devices \
            get in, is in no backup, and `init` prints it for you to keep elsewhere.
            """,
        version: Program.line,
        subcommands: [
            InitCommand.self, ServeCommand.self, InviteCommand.self, TokenCommand.self,
            AuditCommand.self, ExportCommand.self, EvidenceCommand.self, DeviceCommand.self,
            QuarantineCommand.self, BackupCommand.self, VerifyBackupCommand.self,
            RestoreCommand.self, DeclareRestoreCommand.self, OpenAPICommand.self,
            VersionCommand.self,
        ])
}

extension AccordServer {
    /// Parses, runs, and ends with the exit code that docs/cli.md gives each kind of failure.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        // A request for help, which ArgumentParser would print without looking whether it can.
        if code.isSuccess {
            do { try print(fullMessage(for: error)) } catch { end(with: error) }
            exit()
        }
        // ArgumentParser's own errors end as it says.
        if error is ExitCode || code != .failure { exit(withError: error) }
        let failure = ReportedError(serving: error)
        try? FileHandle.standardError.write(
            contentsOf: Data("accord-server: \(failure.message)\n".utf8))
        exit(withError: ExitCode(failure.kind.exitCode))
    }
}

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Print program and protocol version.")

    @Flag(help: "Print one line of JSON.") var json = false

    func run() throws {
        guard json else { return try print(Program.line) }
        try printJSON(Answer(program: Program.version, protocol: ProtocolNames.version))
    }

    private struct Answer: Encodable {
        let program: String
        let `protocol`: UInt32
    }
}
