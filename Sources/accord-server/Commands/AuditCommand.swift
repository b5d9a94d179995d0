import ArgumentParser
import Foundation
import Server
import Shared

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List the audits on this server.",
        subcommands: [List.self, Show.self, Verify.self, Found.self, Lead.self])

    struct Lead: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make somebody a lead of an audit.",
            discussion: """
                For an audit whose leads have all gone, or whose last one was taken out: it is \
                written into its plan, in her name, and her laptop has it with its next sync. She \
                must have joined this server. Works while the server runs.

                Example: accord-server audit lead 7f3a... "Anna Lead"
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String

        @Argument(
            help: ArgumentHelp(
                "Who is to lead it, by id or by the name she enrolled with.", valueName: "person"))
        var person: String

        func run() async throws {
            let id = try AuditID.given(audit, as: "An audit")
            let name = try await common.administer {
                try await $0.nameLead(of: id, person, at: Date())
            }
            try print("\(name) leads the audit now.")
        }
    }

    struct Found: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an audit known whose creator does not come.",
            discussion: """
                Whoever began an audit makes it known by her first sync. Where others carry her \
                work and she does not come, name a lead here: what they carry can be taken then, \
                and of devices that nobody knows it waits for that lead.

                Example: accord-server audit found 7f3a... --lead "Tomas Berg"
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String

        @Option(
            help: ArgumentHelp(
                "Who is to lead it, by id or by the name she enrolled with.", valueName: "person"))
        var lead: String

        func run() async throws {
            let id = try AuditID.given(audit, as: "An audit")
            let name = try await common.administer {
                try await $0.found(id, lead: lead, at: Date())
            }
            try print("The server knows the audit now; \(name) leads it.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List every audit with its size.")

        @OptionGroup var common: CommonOptions
        @Flag(help: "Print one line of JSON an audit.") var json = false

        func run() async throws {
            let audits = try await common.administer { try await $0.core.summaries() }
            try printEach(audits, json: json) { audit in
                let title = audit.title.isEmpty ? "(no title yet)" : audit.title
                return "\(audit.id.hex)  \(audit.records) records  \(title)"
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one audit's head and members.")

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String
        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let id = try AuditID.given(audit, as: "An audit")
            let found = try await common.administer { try await $0.core.summary(of: id) }
            guard let found else { throw Problem(.auditUnknown) }
            if json { return try printJSON(found) }
            try print("Title     \(found.title.isEmpty ? "(none yet)" : found.title)")
            try print("Changes   \(found.sequence)")
            try print("Records   \(found.records)")
            try print("Root      \(found.root.hex)")
            for member in found.members {
                let name = member.name.isEmpty ? "(never enrolled here)" : member.name
                try print("Member    \(member.person.hex)  \(member.role.rawValue)  \(name)")
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Recompute an audit from what was received.",
            discussion: """
                Computes the hash of every body, the trail, every device's chain, every record's \
                digest and the root, and names what does not fit. Exit code 1 when anything \
                does not.
                """)

        @OptionGroup var common: CommonOptions
        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String
        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let found = try await common.administer {
                try await $0.core.verify(try AuditID.given(audit, as: "An audit"))
            }
            if json {
                let answer = Answer(
                    changes: found.changes, records: found.records, trail: found.trail,
                    root: found.root, sound: found.isSound, faults: found.faults)
                try printJSON(answer)
            } else {
                for fault in found.faults { try print(fault) }
                try print("\(found.changes) changes, \(found.records) records")
                try print("trail \(found.trail.hex)")
                try print("root  \(found.root.hex)")
            }
            guard found.isSound else { throw ExitCode(1) }
        }

        private struct Answer: Encodable {
            let changes, records: UInt64
            let trail, root: Hash256
            let sound: Bool
            let faults: [String]
        }
    }
}
