import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct RoundsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rounds", abstract: "List the rounds of an audit, and compare two of them.",
        discussion: "Example: accord rounds compare",
        subcommands: [List.self, Compare.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rounds and the builds that they are of.",
            discussion: "Example: accord rounds list")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (_, view) = try options.open()
            let current = view.plan.currentRound
            try options.report(
                .array(
                    AuditRounds(view.plan).all.map {
                        [
                            "builds": $0.builds, "isCurrent": $0.number == current,
                            "round": Int($0.number),
                        ]
                    })
            ) {
                Table(
                    heading: ["ROUND", "BUILDS"],
                    rows: AuditRounds(view.plan).all.map {
                        [$0.number == current ? "\($0.number) (now)" : "\($0.number)", $0.builds]
                    }
                ).text
            }
        }
    }

    struct Compare: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compare", abstract: "Say what became of each finding since a round.",
            discussion: """
                Shown is what failed in one of the two rounds, and of what nobody can say whether \
                it did. What nobody judged in the later round counts as untested there, whatever \
                it was before. Without --against it is compared with the round before.

                Example: accord rounds compare --change regressed --change new
                Example: accord rounds compare --round 3 --against 1 --screen Accounts
                """)

        @Option(help: .init("The earlier round.", valueName: "number")) var against: UInt32?
        @Option(help: "Only what became this.") var change: [RoundComparison.Change] = []

        @OptionGroup(title: "Conditions") var conditions: ConditionOptions
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            let said =
                conditions.outcome + conditions.severity + conditions.place.basis
                + conditions.place.tester + conditions.place.since
            try require(
                said.isEmpty,
                "Rounds are compared by what holds in them: leave out --outcome, --severity, "
                    + "--basis, --tester and --since.")
            try require(
                conditions.place.round.count < 2, "Name one --round; the other one is --against.")
        }

        func run() throws {
            let (client, view) = try options.open()
            var filter = AuditFilter()
            let given = conditions.given.filter { $0.name != AuditFilter.Condition.round.rawValue }
            try filter.put(given, in: view, catalogue.find(client, view), zone: .current)
            let rounds = try AuditRounds(view.plan).pair(
                of: conditions.place.round.first, against: against.map { String($0) })
            let comparison = try RoundComparison(
                of: rounds.later, against: rounds.earlier, in: view, matching: filter)
            try options.report(
                RoundsReport(comparison: comparison, view: view, changes: Set(change)))
        }
    }
}

extension RoundComparison.Change: ExpressibleByArgument {}

/// What became of the findings of a round, those that differ or failed one below the other.
private struct RoundsReport: Report {
    let comparison: RoundComparison
    let view: AuditView
    /// Which are shown; all where it is empty.
    let changes: Set<RoundComparison.Change>

    private var shown: [RoundComparison.Line] {
        comparison.lines.filter { changes.isEmpty || changes.contains($0.change) }
    }

    @LineBuilder var lines: [String] {
        "round \(comparison.round), against round \(comparison.earlier):"
        for change in RoundComparison.Change.allCases {
            "  \(String(comparison.count(of: change)).padded(to: 6)) \(change.title.lowercased())"
        }
        if !shown.isEmpty {
            ""
            Table(
                heading: ["CHANGE", "THEN", "NOW", "CRITERION", "COMPONENT STATE"],
                rows: shown.map {
                    [
                        $0.change.title.lowercased(), $0.then.words, $0.now.words,
                        Criterion.short($0.criterion), view.name(of: $0.state),
                    ]
                }
            ).lines
        }
    }

    var json: JSON {
        let counts = RoundComparison.Change.allCases.map {
            ($0.rawValue, JSON.number(Int64(comparison.count(of: $0))))
        }
        return [
            "against": Int(comparison.earlier),
            "counts": JSON.object(Dictionary(uniqueKeysWithValues: counts)),
            "findings": JSON.array(
                shown.map {
                    [
                        "change": $0.change.rawValue, "criterion": $0.criterion,
                        "now": $0.now.words, "state": view.name(of: $0.state),
                        "then": $0.then.words,
                    ]
                }),
            "round": Int(comparison.round),
        ]
    }
}
