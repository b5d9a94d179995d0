import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Start an audit, list audits, and say who is in the team.",
        discussion: "Example: accord audit show",
        subcommands: [
            New.self, List.self, Show.self, People.self, Group.self, EnvironmentCommand.self,
            Announcements.self, Depth.self, Lenses.self, RoundCommand.self, Sign.self,
            SecondOpinionsCommand.self,
            Choose.self, Repin.self, Criteria.self,
        ], defaultSubcommand: List.self)

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Start an audit; you become its lead.",
            discussion: """
                Needs no network: the server learns of it at the next sync. The audit pins the \
                catalogue that you use now.

                Example: accord audit new "Larkfield Mobile" --build ios=8.4.0 \\
                  --environment ios-voiceover-phone-18
                """)

        @Argument(help: "What the audit is called.") var title: String

        @Option(help: .init("A build to test.", valueName: "platform=version"))
        var build: [String] = []

        @Option(
            help: .init(
                "An environment to test in.",
                discussion: "Platform, assistive technology, device class and major version.",
                valueName: "platform-at-class-major"))
        var environment: [String]

        @OptionGroup var options: GlobalOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let client = try options.openHome()
            let catalogue = try catalogue.read(client.settings)
            let environments = try environment.map(catalogue.environment)
            let audit = try client.catalogues.begin(
                title, with: catalogue,
                builds: try AuditCommand.builds(
                    build, of: catalogue.commons.platforms.map(\.id)),
                environments: environments)
            try options.report([
                "audit": audit.hex, "catalogue": catalogue.pin.text, "title": title,
            ]) {
                """
                Started “\(title)” (\(audit.hex.prefix(12))) with catalogue \(catalogue.pin).
                You are its lead. Next: accord component add, accord audit people add
                """
                for note in environments.compactMap(catalogue.emptiness) { note }
            }
        }
    }

    /// What `--build` was given, by platform.
    static func builds(
        _ texts: [String], of platforms: [String]
    ) throws(AuditError) -> [String: String] {
        var builds: [String: String] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, platforms.contains(parts[0]) else {
                let ways = platforms.map { "\($0)=8.4.0" }.joined(separator: " or ")
                throw .invalid("a build is written \(ways); “\(text)” is not")
            }
            guard builds.updateValue(parts[1], forKey: parts[0]) == nil
            else { throw .invalid("two builds of \(parts[0]) are named: a round has one") }
        }
        return builds
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the audits of this laptop.",
            discussion: "Example: accord audit list")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.openHome()
            let audits = try client.store.audits().map { ($0, try client.store.pull.arrival($0)) }
            let rows = try audits.map { audit, arrival in
                if let arrival, arrival.title == nil { return arrival.row }
                return try client.view(audit).row(arrival)
            }
            try options.report(rows.map(\.json).json) {
                Table(
                    heading: ["AUDIT", "TITLE", "YOU ARE", "COMPONENTS"],
                    none: "No audit yet. Next: accord audit new, or accord sync",
                    rows: rows.map(\.cells)
                ).text
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an audit: builds, environments, team, policy.",
            discussion: "Example: accord audit show --audit \"Larkfield Mobile\"")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let overview = try client.queries.overview(of: view)
            let plan = view.plan
            let environments = plan.environments.values.map(\.plain).sorted()
            let signed = try SignedRound.all(in: view)
            try options.report([
                "audit": view.audit.hex, "title": plan.title, "catalogue": plan.catalogue,
                "builds": plan.builds, "environments": environments,
                "round": Int(plan.currentRound), "announcements": plan.announcements.rawValue,
                "depth": plan.depth.rawValue, "lenses": plan.lenses,
                "secondOpinions": plan.secondOpinions.map { $0.json(in: view) },
                "people": plan.peopleJSON, "policy": plan.rules, "components": overview.components,
                "states": overview.states, "conflicts": overview.conflicts.count,
                "signatures": JSON.array(signed.map { $0.json(in: plan) }),
            ]) {
                "\(plan.title)  \(view.audit.hex)"
                "catalogue     \(plan.pin?.description ?? plan.catalogue ?? "none")"
                for (platform, version) in plan.builds.sorted(by: { $0.key < $1.key }) {
                    "build         \(platform) \(version)"
                }
                for environment in environments { "environment   \(environment)" }
                "round         \(plan.currentRound)"
                for (person, member) in plan.people.sorted(by: { $0.value.name < $1.value.name }) {
                    let own = person == view.person ? " (you)" : ""
                    "\(member.role.rawValue.padded(to: 14))\(member.name)\(own)"
                }
                "policy        \(plan.policyWords)"
                "announcements \(plan.announcements.rawValue)"
                "depth         \(plan.depth.rawValue)"
                if let opinions = plan.secondOpinions {
                    "by two        \(opinions.words(in: view))"
                }
                for lens in plan.lenses { "lens          \(lens)" }
                "components    \(overview.components)"
                "states begun  \(overview.states)"
                "conflicts     \(overview.conflicts.count)"
                for round in signed { round.lines(in: plan) }
            }
        }
    }
}

/// A line of the list of audits.
private typealias AuditRow = (json: JSON, cells: [String])

extension AuditView {
    fileprivate func row(_ arrival: AuditArrival?) -> AuditRow {
        let title = plan.title + (arrival.map { " (\($0.words))" } ?? "")
        return (
            [
                "audit": audit.hex, "title": plan.title, "role": role?.rawValue,
                "components": components.count, "arriving": arrival?.json,
            ],
            [String(audit.hex.prefix(12)), title, role?.rawValue ?? "-", "\(components.count)"]
        )
    }
}

extension AuditArrival {
    /// The line of an audit whose plan is not here yet.
    fileprivate var row: AuditRow {
        (
            [
                "audit": audit.hex, "title": JSON.null, "role": JSON.null, "components": 0,
                "arriving": json,
            ], [String(audit.hex.prefix(12)), "(\(words))", "-", "-"]
        )
    }
}

extension Plan {
    /// Ascending by name.
    var peopleJSON: JSON {
        people.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map { id, member in
            ["person": id.hex, "name": member.name, "role": member.role.rawValue] as JSON
        }.json
    }

    /// The rules as people write them; nil while leads have written different policies.
    var rules: [String]? {
        switch policy {
        case .one(let policy): policy.rules.map { PolicyText.text($0, self) }
        case .contested: nil
        }
    }

    fileprivate var policyWords: String {
        switch policy {
        case .one(let policy) where policy.rules.isEmpty: "a lead decides every conflict"
        case .one(let policy): counted(policy.rules.count, "rule") + ", else a lead decides"
        case .contested: "several stand: a lead decides until one is chosen"
        }
    }
}
