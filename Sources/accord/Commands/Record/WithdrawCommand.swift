import ArgumentParser
import Client
import Reading
import Shared

struct WithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw a finding, a component state or a component, or take that back.",
        discussion: """
            Nothing is deleted: it stays readable, marked with your reason, and is neither tested \
            nor counted any more. You withdraw what you have said yourself, a lead withdraws what \
            anybody has, and what nobody has tested. What others said stays beside a tester's \
            withdrawal, and so does what anybody says later: then the withdrawal is contested, \
            the work goes on, and a lead decides (accord conflicts). So it is where nothing is \
            yours.

            --undo takes your own withdrawal back, a lead's --undo anybody's.

            Example: accord withdraw "Transfer/Confirm" --reason "Removed in build 8.4.1."
            Example: accord withdraw "Transfer/Confirm" --undo
            """)

    @Argument(help: .componentOrState) var name: String
    @Option(help: "Only this criterion; repeat it for several.") var criterion: [String] = []
    @Option(help: "Why.") var reason: String?
    @Flag(help: "Take the withdrawal back.") var undo = false
    @OptionGroup var options: AuditOptions

    func validate() throws {
        try require(
            criterion.isEmpty || name.contains("@"), "--criterion goes with a component state.")
        try require(undo != (reason != nil), "Give the reason: --reason TEXT, or --undo alone.")
    }

    func run() throws {
        let (client, view) = try options.open()
        let standings = try standings(client, view)
        guard let first = standings.first else { return }
        let what =
            (criterion.isEmpty ? "" : "\(criterion.joined(separator: ", ")) on ") + first.name
        try options.report(json(what, standings, view)) {
            if undo {
                "Took the withdrawal of \(what) back."
            } else {
                let isProposal = standings.allSatisfy(\.isProposal)
                "\(isProposal ? "Proposed to withdraw" : "Withdrew") \(what)."
            }
            for standing in standings {
                if undo, !standing.withdrawals.isEmpty {
                    "That of \(standing.authors(in: view)) still stands."
                } else if !undo, let remains = standing.remains(besides: view.person) {
                    (criterion.count > 1 ? "\(standing.shortCriterion): " : "") + remains
                }
            }
            if view.role == .lead { "Proposed until the server has confirmed it: accord sync" }
        }
    }

    private func standings(_ client: AuditClient, _ view: AuditView) throws -> [WithdrawalStatus] {
        switch criterion.isEmpty
            ? try view.subject(named: name) : .state(view.audit, try view.item(named: name).id)
        {
        case .state(_, let id): try onState(id, client, view)
        case .component(_, let id): [try onComponent(id, client, view)]
        case .plan, .other: []
        }
    }

    private func onState(
        _ id: StateID, _ client: AuditClient, _ view: AuditView
    ) throws -> [WithdrawalStatus] {
        let item = try view.item(id)
        let names = try criterion.map { try client.catalogues.lastingName($0, in: view) }
        if let reason {
            return try client.withdrawals.withdraw(item, criteria: names, reason: reason, in: view)
        }
        let criteria = try names.map { try item.finding(named: $0).criterion }
        try client.withdrawals.liftWithdrawal(of: item.record, criteria: criteria, in: view)
        return try view.withdrawals(of: item.id, on: criteria)
    }

    private func onComponent(
        _ id: ComponentID, _ client: AuditClient, _ view: AuditView
    ) throws -> WithdrawalStatus {
        guard let component = view.components[id] else {
            throw AuditError.notFound(what: "component", name: name, known: [])
        }
        if let reason {
            return try client.withdrawals.withdraw(component, reason: reason, in: view)
        }
        try client.withdrawals.liftWithdrawal(of: component, in: view)
        let after = try client.view(view.audit)
        return try after.withdrawal(of: after.components[component.id] ?? component)
    }

    private func json(_ what: String, _ standings: [WithdrawalStatus], _ view: AuditView) -> JSON {
        let left = standings.filter { !$0.withdrawals.isEmpty }
        if undo { return ["lifted": what, "left": left.map(\.name)] }
        let notCovered = standings.flatMap(\.standing).count { $0.author != view.person }
        return [
            "withdrawn": what, "reason": reason, "notCovered": notCovered,
            "contested": standings.contains(where: \.isContested),
        ]
    }
}
