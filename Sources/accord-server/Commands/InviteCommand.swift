import ArgumentParser
import Foundation
import Server
import Shared

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Write invites, list them, and take them back.",
        discussion: "Example: accord-server invite --name \"Maya Lindqvist\"",
        subcommands: [New.self, List.self, Revoke.self], defaultSubcommand: New.self)

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write an invite that lets one device in.",
            discussion: """
                The code works once, for seven days. It is shown now and never again. Works while \
                the server runs.

                A server that was lost, or put back, may not know a person whose only laptop is \
                gone too. Compare her new device's fingerprint with her ("accord status" prints \
                it), then name it beside her id: what she wrote under that id is hers again.
                """)

        @OptionGroup var common: CommonOptions
        @Option(help: "The name that others see.") var name: String

        @Option(
            help: ArgumentHelp(
                "The id of a person who has enrolled before and gets another device.",
                valueName: "id"))
        var person: String?

        @Option(
            help: ArgumentHelp(
                "The one device that it lets in, by the fingerprint that \"accord status\" prints.",
                valueName: "fingerprint"))
        var device: String?

        @Option(
            help: ArgumentHelp(
                "The address for the line to send (default: where the folder is served).",
                valueName: "url"))
        var url: String?

        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let person = try person.map { try PersonID.given($0, as: "A person") }
            let invite = try await common.administer { server in
                var generator = SystemRandomNumberGenerator()
                return try await server.invite(
                    name: name, person: person, device: try device.map(Self.fingerprint),
                    at: Date(), using: &generator)
            }
            let served = ServedAddress(in: try common.dataFolder()).text
            let address = url ?? served ?? "http://\(ServerSettings.standardListen)"
            let line = "accord join \(TerminalText.shellWord(address)) \(invite.code)"
            let code = invite.code
            let expires = invite.expires
            if json {
                return try printJSON(Answer(code: code, join: line, name: name, expires: expires))
            }
            try print("Send this line to \(name); it works once, until \(expires.shown):")
            try print("\n    \(line)")
        }

        private static func fingerprint(_ text: String) throws -> String {
            guard let fingerprint = DeviceKey.fingerprint(typed: text) else {
                throw ValidationError("A device's fingerprint has 20 hexadecimal digits.")
            }
            return fingerprint
        }

        private struct Answer: Encodable {
            let code, join, name: String
            let expires: Date
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the invites that were written, each with its person and its end.")

        @OptionGroup var common: CommonOptions
        @Flag(help: "Print one line of JSON an invite.") var json = false

        func run() async throws {
            let invites = try await common.administer { try await $0.core.invites() }
            try printEach(invites, json: json, \.line)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take an invite back that nobody has used: it lets nobody in any more.",
            discussion: """
                Whom it has let in stays; "accord-server device retire" ends a device. Works while \
                the server runs.

                Example: accord-server invite revoke 9f2c41d0
                """)

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The first digits of its id, as listed.", valueName: "id"))
        var id: String

        func run() async throws {
            let invite = try await common.administer { server in
                try await server.revoke(id, among: try await server.core.invites(), at: Date())
            }
            try print("Revoked \(invite.id.prefix(12)), which was for \(invite.subject).")
        }
    }
}

extension Date { var shown: String { formatted(date: .abbreviated, time: .shortened) } }
