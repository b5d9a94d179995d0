import ArgumentParser
import Client
import Foundation
import Shared

/// The work that waits for a lead.
struct ConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List what testers disagree on, and show both sides.",
        discussion: "Example: accord conflicts",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the component states with something to decide.",
            discussion: "Example: accord conflicts list --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let items = try client.states(of: view, matching: .conflicts)
            if options.json { return try JSON.array(items.map { $0.json(in: view) }).printed() }
            guard !items.isEmpty else { return print("No conflict.") }
            for item in items { item.printConflicts(in: view) }
            print("\n" + counted(items.count, "component state") + " with something to decide")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the conflicts of one component state with all that was said.",
            discussion: """
                Example: accord conflicts show \\
                  "Accounts/Account options@ios-voiceover-phone-18:expanded"
                """)

        @Argument(
            help: ArgumentHelp("The component state.", valueName: "component@environment:state"))
        var state: String

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var item = try client.state(try view.state(named: state), of: view)
            item.findings = item.conflicts
            if options.json { return try item.json(in: view).printed() }
            guard !item.findings.isEmpty || item.isContestedAsWhole else {
                return print("No conflict on \(item.name).")
            }
            print(Terminal.output.styled(item.name, .bold))
            let evidence = try client.evidence(of: item.record, in: view)
            for finding in item.findings {
                FindingPage(finding, on: item, in: view, evidence: evidence).print()
                print("  why             \(finding.whyOpen(in: view))")
            }
        }
    }
}

extension FindingFilter {
    fileprivate static var conflicts: FindingFilter {
        var filter = FindingFilter()
        filter.conflictsOnly = true
        return filter
    }
}

extension StateItem {
    fileprivate func json(in view: AuditView) -> JSON {
        .object([
            "state": .string(name), "round": JSON(Int(id.round)), "assignees": JSON(assignees),
            "findings": .array(
                findings.map { finding in
                    .object([
                        "criterion": .string(finding.criterion),
                        "basis": .string(finding.effective.basis),
                        "why": .string(finding.whyOpen(in: view)),
                        "since": JSON(finding.lastJudged),
                        "judgements": .array(
                            finding.judgements.map { sibling in
                                .object([
                                    "author": .string(view.plan.name(of: sibling.author)),
                                    "outcome": JSON(sibling.value.judgement?.outcome.rawValue),
                                    "severity": JSON(sibling.value.judgement?.severity?.rawValue),
                                    "edit": .string(sibling.edit.hex),
                                ])
                            }),
                    ])
                }),
        ])
    }

    fileprivate func printConflicts(in view: AuditView) {
        print("\n\(Terminal.output.styled(name, .bold))")
        if isContestedAsWhole { print("  withdrawn beside edits that it had not seen") }
        for finding in findings {
            let sides = finding.judgements.map { sibling in
                "\(view.plan.name(of: sibling.author)): "
                    + (sibling.value.judgement?.coloured ?? "a value of a later version")
            }
            print("  \(finding.shortCriterion): \(sides.joined(separator: " / "))")
            print("    \(finding.whyOpen(in: view))")
        }
    }
}

extension Finding {
    /// When the last of the verdicts that stand was written, which is how old the conflict is.
    fileprivate var lastJudged: Date? {
        judgements.map(\.wallTime).max().map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    /// Why it waits for somebody.
    fileprivate func whyOpen(in view: AuditView) -> String {
        if case .contested(let reason) = withdrawal {
            return "withdrawn (\(reason)) beside edits that the withdrawal had not seen"
        }
        switch effective {
        case .undecided(let reason): return reason.words
        case .challenged(let decision, let challenges):
            let kinds = challenges.map { challenge in
                switch challenge {
                case .late(let edit): "\(author(of: edit, in: view)), who had not seen it"
                case .informed(let edit): "\(author(of: edit, in: view)), who had seen it"
                }
            }
            return "the decision “\(decision.reason.string)” is challenged by "
                + kinds.joined(separator: " and ")
        case .untested, .single, .agreed, .automatic, .decided: return ""
        }
    }

    private func author(of edit: EditID, in view: AuditView) -> String {
        judgements.first { $0.edit == edit }.map { view.plan.name(of: $0.author) } ?? "somebody"
    }
}

extension UndecidedReason {
    var words: String {
        switch self {
        case .noRule: "no rule of the policy settles it: a lead decides"
        case .fellThrough(let method, let why): "the rule \(method) does not choose: \(why)"
        case .unknownMethod(let method): "the rule \(method) is of a later version of Accord"
        case .policyContested: "leads have written different policies: choose one first"
        case .decisionsDiffer: "two decisions differ"
        }
    }
}
