import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List what testers disagree on, and show both sides.",
        discussion: """
            Verdicts that differ, decisions that later work speaks against or that rest on what \
            was taken back, withdrawals beside which something stands, and parts of the plan of \
            which leads have written different values (accord audit settle).

            Example: accord conflicts
            """, subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the component states with something to decide.",
            discussion: "Example: accord conflicts list --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let view = try options.open().view
            // What is contested through its component alone is listed there, once.
            var filter = FindingFilter()
            filter.conflictsOnly = true
            let items = try view.states(matching: filter).filter {
                !$0.disputed.isEmpty || !$0.contestedWithdrawals.isEmpty
            }
            let components = try view.contestedWithdrawals().filter(
                \.isOfComponent)
            let contested = view.plan.contested
            let plan = contested.isEmpty ? [] : [contested.item(in: view)]
            let all = components.map { $0.item(in: view) } + items.map { $0.json(in: view) }
            try options.answer((plan + all).json) {
                guard !items.isEmpty || !components.isEmpty || !contested.isEmpty else {
                    return print("No conflict.")
                }
                contested.printLines(in: view)
                for component in components { component.printConflict(in: view) }
                for item in items { item.printConflicts(in: view) }
                let counts = [
                    (items.count, "component state", ""), (contested.count, "part", " of the plan"),
                    (components.count, "withdrawn component", ""),
                ].filter { $0.0 > 0 }.map { counted($0, $1) + $2 }
                print("\n" + AuditView.list(counts) + " with something to decide")
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the conflicts of one component state with all that was said.",
            discussion: """
                Example: accord conflicts show \\
                  "Accounts/Account options@ios-voiceover-phone-18:expanded"
                """)

        @Argument(help: .componentState) var state: String
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var item = try view.item(try view.state(named: state))
            item.findings = item.conflicts
            try options.answer(item.json(in: view)) {
                guard !item.findings.isEmpty || item.isContestedAsWhole else {
                    return print("No conflict on \(item.name).")
                }
                print(Terminal.output.styled(item.name, .bold))
                if let component = item.component, !component.withdrawals.isEmpty {
                    try view.withdrawal(of: component).printConflict(
                        in: view)
                }
                for withdrawal in item.contestedWithdrawals { withdrawal.printLines(in: view) }
                let evidence = try client.evidence.items(of: item.record, in: view)
                for finding in item.findings {
                    FindingPage(finding: finding, view: view, evidence: evidence).print()
                    print("  why             \(finding.whyOpen(in: view))")
                }
            }
        }
    }
}

extension StateItem {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "state": name, "round": Int(id.round), "assignees": assignees, "registers": [JSON](),
            "withdrawals": contestedWithdrawals.map { $0.json(in: view) },
            "findings": findings.map { finding in
                // The last of the verdicts that stand tells how old the conflict is.
                let times = finding.judgements.map(\.wallTime)
                let last = times.max().map { Date(unixMilliseconds: $0) }
                return [
                    "criterion": finding.criterion, "basis": finding.effective.basis,
                    "why": finding.whyOpen(in: view), "since": last,
                    "judgements": finding.judgements.map { sibling in
                        [
                            "author": view.plan.name(of: sibling.author), "edit": sibling.edit.hex,
                            "outcome": sibling.value.judgement?.outcome.rawValue,
                            "severity": sibling.value.judgement?.severity?.rawValue,
                        ] as JSON
                    },
                ] as JSON
            },
        ]
    }

    fileprivate func printConflicts(in view: AuditView) {
        print("\n\(Terminal.output.styled(name, .bold))")
        for withdrawal in contestedWithdrawals { withdrawal.printLines(in: view) }
        for finding in disputed {
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
    /// Why it waits for somebody.
    fileprivate func whyOpen(in view: AuditView) -> String {
        var why = [disagreement(in: view)].filter { !$0.isEmpty }
        if case .contested(let reason) = withdrawal {
            why.append("withdrawn (\(reason)) beside words that this does not cover")
        }
        return why.joined(separator: "; ")
    }

    private func disagreement(in view: AuditView) -> String {
        switch effective {
        case .undecided(let reason): return reason.words
        case .challenged(let decision, let challenges) where challenges == [.groundless]:
            return "the decision “\(decision.reason.string)” rests on what was taken back"
        case .challenged(let decision, let challenges):
            let kinds = challenges.map { challenge in
                switch challenge {
                case .late(let edit): "\(author(of: edit, in: view)), who did not know it"
                case .informed(let edit): "\(author(of: edit, in: view)), who knew it"
                case .groundless: "nobody: it rests on what was taken back"
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

extension WithdrawalStatus {
    fileprivate var isOfComponent: Bool { if case .component = subject { true } else { false } }

    fileprivate func printConflict(in view: AuditView) {
        print("\n\(Terminal.output.styled(name, .bold))")
        printLines(in: view)
    }

    fileprivate func printLines(in view: AuditView) {
        if criterion != nil { print("  \(shortCriterion)") }
        for line in lines(in: view) { print("    \(line)") }
    }

    /// A component in the list of conflicts: it has neither round nor findings of its own.
    fileprivate func item(in view: AuditView) -> JSON {
        [
            "state": name, "round": JSON.null, "assignees": [JSON](), "findings": [JSON](),
            "registers": [JSON](), "withdrawals": [json(in: view)],
        ]
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
