import ArgumentParser
import Foundation
import Server
import Shared

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make tokens for scripts.",
        subcommands: [New.self, List.self, Revoke.self])

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token that reads one audit until it expires.",
            discussion: """
                Whoever has the token reads everything of the audit and writes nothing, for a \
                year at most. "accord-server token revoke" takes it back. It is shown now and \
                never again.
                """)

        @OptionGroup var common: CommonOptions
        @Option(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String

        @Option(help: ArgumentHelp("How long it works, such as 12h or 30d.", valueName: "time"))
        var expires = "30d"

        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let audit = try AuditID.given(audit, as: "An audit")
            let expires = Date().addingTimeInterval(try Self.seconds(expires))
            let token = try await common.administer {
                try await $0.core.exporterToken(audit: audit, expires: expires, at: Date())
            }
            guard json else { return try print(token) }
            try printJSON(Answer(audit: audit.hex, token: token, expires: expires))
        }

        private static func seconds(_ text: String) throws -> TimeInterval {
            let units: [Character: TimeInterval] = ["h": 3600, "d": 24 * 3600]
            guard let unit = text.last.flatMap({ units[$0] }), let count = UInt16(text.dropLast()),
                count > 0
            else { throw ValidationError("'\(text)' is no time; write 12h or 30d.") }
            return TimeInterval(count) * unit
        }

        private struct Answer: Encodable {
            let audit, token: String
            let expires: Date
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tokens that were made, each with its audit and its end.")

        @OptionGroup var common: CommonOptions
        @Flag(help: "Print one line of JSON a token.") var json = false

        func run() async throws {
            let tokens = try await common.administer { try await $0.core.exporterTokens() }
            try printEach(tokens, json: json, \.line)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a token back: it reads nothing any more.",
            discussion: """
                A database that is put back from a backup does not forget it. Works while the \
                server runs.

                Example: accord-server token revoke 9f2c41d0
                """)

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The first digits of its id, as listed.", valueName: "id"))
        var id: String

        func run() async throws {
            let token = try await common.administer { server in
                try await server.revoke(
                    id, among: try await server.core.exporterTokens(), at: Date())
            }
            try print("Revoked \(token.id.prefix(12)), which read the audit \(token.subject).")
        }
    }
}

extension GrantSummary {
    var line: String {
        let end =
            revoked.map { "revoked \($0.shown)" } ?? used.map { "used \($0.shown)" }
            ?? (expires < Date() ? "expired \(expires.shown)" : "until \(expires.shown)")
        let by = lead.map { "  by \($0)" } ?? ""
        return "\(id.prefix(12))  \(subject)  \(end)\(by)"
    }
}
