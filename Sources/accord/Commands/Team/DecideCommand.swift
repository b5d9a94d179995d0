import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct DecideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide", abstract: "Decide conflicts, with a reason (leads).",
        discussion: """
            A decision removes nobody's verdict; it says which one holds. Until the server has \
            confirmed it, it is shown as proposed. --confirm takes over what a rule chose, or \
            renews a challenged decision; --lift takes a decision back.

            --all decides every conflict of the conditions in the same way, a change a component \
            state: the gravest verdict that stands holds, or what one person says. With --preview \
            nothing is decided; what would be is listed, with a code. Give that with \
            --previewed, and what has changed since is left out and named.

            Example: accord decide "Accounts/Account options@android-talkback-phone-15:expanded" \\
              --criterion state-open --outcome failed --severity serious \\
              --reason "TalkBack is silent on both devices."
            Example: accord decide --all --screen Cards --kind severity --holds gravest \\
              --reason "We fix by the graver one." --preview
            """)

    @Argument(help: .componentState) var state: String?
    @Option(help: "The criterion; repeat it to decide several at once.") var criterion: [String] =
        []
    @Option(help: "What holds.") var outcome: Outcome?
    @Option(help: "How much the failure harms; with failed.") var severity: Severity?

    @Option(help: "Whose defect it is, by default the app's; with failed.")
    var attribution: Attribution?

    @Option(help: "Why; everybody reads it.") var reason: String?
    @Flag(help: "Confirm what a rule chose, or a decision that was challenged.") var confirm = false
    @Flag(help: "Take the decision back.") var lift = false

    @Flag(help: "Decide all conflicts of the conditions.") var all = false
    @Option(help: .init("Whose verdict holds, with --all.", valueName: "gravest|name"))
    var holds: String?
    @Flag(help: "Say what --all would decide, and decide nothing.") var preview = false
    @Option(help: .init("Only what a preview has shown.", valueName: "code")) var previewed: String?
    @OptionGroup var which: ConflictOptions
    @OptionGroup(title: "Conditions of --all") var place: PlaceOptions

    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        let acts = [outcome != nil, confirm, lift].count(where: \.self)
        if all { return try validateAll(acts) }
        try require(
            place.given.isEmpty && which.given.isEmpty && holds == nil && !preview
                && previewed == nil,
            "Conditions, --holds, --preview and --previewed go with --all.")
        try require(state != nil, "Name the component state, or give --all.")
        try require(!criterion.isEmpty, "Name the criterion: --criterion state-open")
        try require(acts == 1, "Give one of --outcome, --confirm and --lift.")
        try require(outcome == nil || reason?.isEmpty == false, "Give the reason: --reason TEXT")
        try require(
            outcome == .failed || (severity == nil && attribution == nil),
            "Severity and attribution go with --outcome failed.")
        try require(
            outcome != .failed || severity != nil,
            "Give the severity of the failure: --severity serious")
        try require(outcome != .untested, "A decision says what holds; --lift takes it back.")
    }

    private func validateAll(_ acts: Int) throws {
        try require(state == nil, "Name a component state or give --all, not both.")
        try require(
            acts == 0 && severity == nil && attribution == nil,
            "With --all, --holds says what holds: the gravest verdict, or that of a person.")
        try require(holds?.isEmpty == false, "Say whose verdict holds: --holds gravest")
        try require(
            preview || reason?.isEmpty == false, "Give the reason: --reason TEXT")
        try require(
            !preview || previewed == nil, "Look at a preview or decide what one showed, not both.")
    }

    func run() throws {
        let (client, view) = try options.open()
        if all { return try decideAll(client, view) }
        let item = try view.item(named: state ?? "")
        let names = try criterion.map { try client.catalogues.lastingName($0, in: view) }
        let criteria = try client.decisions.decide(act(), on: item, criteria: names, in: view)
        let after = try client.view(view.audit).item(item.id)
        try options.report([
            "state": item.name, "criteria": criteria, "proposed": true,
            "bases": criteria.compactMap { id in
                after.findings.first { $0.criterion == id }?.effective.basis
            },
        ]) {
            for criterion in criteria {
                let finding = after.findings.first { $0.criterion == criterion }
                "\(criterion) on \(item.name): \(finding?.words ?? "untested")"
            }
            "Proposed until the server has confirmed it: accord sync"
        }
    }

    private func act() -> DecisionAct {
        if lift { return .lift }
        let reason = reason ?? ""
        switch outcome {
        case .passed: return .decide(.passed, reason: reason)
        case .failed:
            return .decide(.failed(severity ?? .serious, attribution ?? .app), reason: reason)
        case .cantTell: return .decide(.cantTell, reason: reason)
        case .inapplicable: return .decide(.inapplicable, reason: reason)
        case .untested, nil: return .confirm(reason: self.reason)
        }
    }

    private func decideAll(_ client: AuditClient, _ opened: AuditView) throws {
        try opened.requireLead("decide")
        // Before anything is read: what comes while it is read has then changed since.
        let code = try client.decisions.code(of: opened.audit)
        let view = try client.view(opened.audit)
        let holder = try CommonDecision.Holder(holds ?? "", in: view)
        let given = which.given + place.given + criterion.map { ("criterion", $0) }
        let filter = try ConflictFilter(
            given, in: view, catalogue.find(client, view), zone: .current)
        let queue = try ConflictQueue(in: view, matching: filter)
        let states = queue.items.compactMap(\.state)
        guard states.count <= ClientDecisions.togetherMax else {
            throw ClientDecisions.tooMany(states.count)
        }
        guard !preview else {
            let decisions = queue.items.filter { $0.state != nil }
                .map { CommonDecision($0, by: holder, in: view) }
            return try options.report(PreviewReport(decisions: decisions, code: code))
        }
        let outcome = try client.decisions.decide(
            states, by: holder, reason: reason ?? "", of: queue, asOf: previewed, in: view)
        try options.report(DecidedReport(outcome: outcome))
    }
}
