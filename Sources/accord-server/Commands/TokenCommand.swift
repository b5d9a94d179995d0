import ArgumentParser
import Foundation
import Server
import Shared

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make tokens for scripts.",
        subcommands: [New.self])

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token that reads one audit until it expires.",
            discussion: """
                Whoever has the token reads everything of the audit and writes nothing. It cannot \
                be taken back before it expires, so keep the time short.
                """)

        @OptionGroup var common: CommonOptions

        @Option(help: ArgumentHelp("The audit's id.", valueName: "id"))
        var audit: String

        @Option(help: ArgumentHelp("How long it works, such as 12h or 30d.", valueName: "time"))
        var expires = "30d"

        @Flag(help: "Print one line of JSON.")
        var json = false

        func run() async throws {
            guard let audit = AuditID(hex: audit) else {
                throw ValidationError("An audit's id has 32 hexadecimal digits.")
            }
            let expires = Date().addingTimeInterval(try Self.seconds(expires))
            var generator = SystemRandomNumberGenerator()
            let server = try Administration(
                dataFolder: try common.dataFolder(), at: Date(), using: &generator)
            let token = try await server.exporterToken(audit: audit, expires: expires)
            try server.close()
            if json {
                try printJSON(Answer(audit: audit.hex, expires: expires, token: token))
            } else {
                print(token)
            }
        }

        private static func seconds(_ text: String) throws -> TimeInterval {
            let units: [Character: TimeInterval] = ["h": 3600, "d": 24 * 3600]
            guard let unit = text.last.flatMap({ units[$0] }), let count = UInt16(text.dropLast()),
                count > 0
            else { throw ValidationError("'\(text)' is no time; write 12h or 30d.") }
            return TimeInterval(count) * unit
        }

        private struct Answer: Encodable {
            let audit: String
            let expires: Date
            let token: String
        }
    }
}
