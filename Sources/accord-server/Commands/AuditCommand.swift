import ArgumentParser
import Foundation
import Server
import Shared

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List the audits on this server.",
        subcommands: [List.self, Show.self, Verify.self, Found.self])

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

        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id"))
        var audit: String

        @Option(
            help: ArgumentHelp(
                "Who is to lead it, by id or by the name she enrolled with.", valueName: "person"))
        var lead: String

        func run() async throws {
            let id = try AuditID.named(audit)
            let server = try Administration.open(common)
            let name = try await server.found(id, lead: lead, at: Date())
            try server.close()
            print("The server knows the audit now; \(name) leads it.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List every audit with its size.")

        @OptionGroup var common: CommonOptions

        @Flag(help: "Print one line of JSON an audit.")
        var json = false

        func run() async throws {
            let server = try Administration.open(common)
            let audits = try await server.audits()
            try server.close()
            for audit in audits {
                if json {
                    try printJSON(AuditLine(audit))
                } else {
                    let title = audit.title.isEmpty ? "(no title yet)" : audit.title
                    print("\(audit.id.hex)  \(audit.records) records  \(title)")
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one audit's head and members.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id"))
        var audit: String

        @Flag(help: "Print one line of JSON.")
        var json = false

        func run() async throws {
            let id = try AuditID.named(audit)
            let server = try Administration.open(common)
            let found = try await server.audit(id)
            try server.close()
            guard let found else { throw Problem(.auditUnknown) }
            if json { return try printJSON(AuditLine(found)) }
            print("Title     \(found.title.isEmpty ? "(none yet)" : found.title)")
            print("Changes   \(found.sequence)")
            print("Records   \(found.records)")
            print("Root      \(found.root.hex)")
            for member in found.members {
                let name = member.name.isEmpty ? "(never enrolled here)" : member.name
                print("Member    \(member.person.hex)  \(member.role.rawValue)  \(name)")
            }
        }
    }
}

extension AuditCommand {
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Recompute an audit from what was received.",
            discussion: """
                Computes the hash of every body, the trail, every device's chain, every record's \
                digest and the root, and names what does not fit. Exit code 1 when anything \
                does not.
                """)

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The audit's id.", valueName: "id"))
        var audit: String

        @Flag(help: "Print one line of JSON.")
        var json = false

        func run() async throws {
            let server = try Administration.open(common)
            let found = try await server.verify(try AuditID.named(audit))
            try server.close()
            if json {
                try printJSON(VerificationLine(found))
            } else {
                for fault in found.faults { print(fault) }
                print("\(found.changes) changes, \(found.records) records")
                print("trail \(found.trail.hex)")
                print("root  \(found.root.hex)")
            }
            guard found.isSound else { throw ExitCode(1) }
        }
    }
}

/// What a verification found, as scripts read it.
private struct VerificationLine: Encodable {
    let changes: UInt64
    let records: UInt64
    let trail: String
    let root: String
    let sound: Bool
    let faults: [String]

    init(_ found: AuditVerification) {
        changes = found.changes
        records = found.records
        trail = found.trail.hex
        root = found.root.hex
        sound = found.isSound
        faults = found.faults
    }
}

extension Administration {
    /// Opens the data folder that the options name.
    static func open(_ common: CommonOptions) throws -> Administration {
        var generator = SystemRandomNumberGenerator()
        return try Administration(
            dataFolder: try common.dataFolder(), at: Date(), using: &generator)
    }
}

/// An audit as scripts read it.
private struct AuditLine: Encodable {
    let audit: String
    let title: String
    let sequence: UInt64
    let records: UInt64
    let root: String
    let members: [Member]

    struct Member: Encodable {
        let person: String
        let role: String
        let name: String
    }

    init(_ summary: AuditSummary) {
        audit = summary.id.hex
        title = summary.title
        sequence = summary.sequence
        records = summary.records
        root = summary.root.hex
        members = summary.members.map {
            Member(person: $0.person.hex, role: $0.role.rawValue, name: $0.name)
        }
    }
}
