import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite somebody to an audit's server (leads).",
        discussion: """
            Who runs the server may have switched this off, and invites people there: \
            accord-server invite. Whoever has joined the server already needs no invite: \
            accord audit people add

            Example: accord invite "Ines Duarte" --role tester
            """,
        subcommands: [New.self, List.self, Revoke.self], defaultSubcommand: New.self)

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Write an invite that lets one person in.",
            discussion: """
                The link works once, for seven days. It is shown now and never again. Once she has \
                joined, add her: accord audit people add "Ines Duarte" --role tester

                Example: accord invite "Ines Duarte" --role tester
                """)

        @Argument(help: "The name that others see.") var name: String
        @Option(help: "What she is to do.") var role = Role.tester
        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let (link, invite) = try await client.syncing.invite(
                name, as: role, into: view, over: client.connect)
            try options.report([
                "code": link.code, "expires": invite.expires.formatted(.iso8601),
                "id": invite.id, "link": link.text, "name": invite.name,
                "role": invite.role.rawValue,
            ]) {
                "Send this link to \(invite.name) alone; it works once, until "
                    + "\(invite.expires.formatted(date: .abbreviated, time: .shortened)):"
                ""
                "    \(link.text)"
                ""
                let address = TerminalText.shellWord(link.address)
                "On a terminal: accord join \(address) \(link.code)"
                let name = TerminalText.shellWord(invite.name)
                "Once \(invite.name) has joined: accord audit people add \(name) "
                    + "--role \(invite.role.rawValue)"
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the audit's invites, the latest first.",
            discussion: "Example: accord invite list")

        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let invites = try await client.syncing.invites(into: view, over: client.connect)
            try options.report(invites.map(\.json).json) {
                Table(
                    heading: ["INVITE", "NAME", "ROLE", "STATE", "BY"], none: "No invites.",
                    rows: invites.map { invite in
                        [
                            String(invite.id.prefix(12)), invite.name, invite.role.rawValue,
                            invite.state(in: view, at: Date()), invite.by,
                        ]
                    }
                ).text
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Take an invite back that nobody has used: it lets nobody in any more.",
            discussion: "Example: accord invite revoke 9f2c41d0")

        @Argument(help: .init("The first digits of its id, as listed.", valueName: "id"))
        var id: String

        @OptionGroup var options: AuditOptions

        func run() async throws {
            let (client, view) = try options.open()
            let invites = try await client.syncing.invites(into: view, over: client.connect)
            let found = invites.filter { id.count >= 8 && $0.id.hasPrefix(id.lowercased()) }
            guard let only = found.first else {
                throw AuditError.notFound(
                    what: "invite", name: id, known: invites.map { String($0.id.prefix(12)) })
            }
            guard found.count == 1 else {
                throw AuditError.ambiguous(
                    what: "invite", name: id, candidates: found.map { "\($0.id)  \($0.name)" })
            }
            try await client.syncing.revokeInvite(only.id, into: view, over: client.connect)
            try options.report(["id": only.id, "name": only.name]) {
                "The invite for \(only.name) lets nobody in any more."
            }
        }
    }
}

extension AuditInvite {
    fileprivate var json: JSON {
        [
            "by": by, "expires": expires.formatted(.iso8601), "id": id,
            "made": made.formatted(.iso8601), "name": name, "person": person,
            "revoked": revoked?.formatted(.iso8601), "role": role.rawValue,
            "used": used?.formatted(.iso8601),
        ]
    }

    fileprivate func state(in view: AuditView, at now: Date) -> String {
        func shown(_ date: Date) -> String {
            date.formatted(date: .abbreviated, time: .shortened)
        }
        if let used {
            let isMember = person.flatMap(PersonID.init(hex:)).map { view.plan.people[$0] != nil }
            return "joined \(shown(used))" + (isMember == true ? "" : ", not in the team yet")
        }
        if let revoked { return "taken back \(shown(revoked))" }
        return now < expires ? "open until \(shown(expires))" : "ended \(shown(expires))"
    }
}
