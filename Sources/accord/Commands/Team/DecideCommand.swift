import ArgumentParser
import Client
import Reading
import Shared

struct DecideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide", abstract: "Decide a conflict, with a reason (leads).",
        discussion: """
            A decision removes nobody's verdict; it says which one holds. Until the server has \
            confirmed it, it is shown as proposed. --confirm takes over what a rule chose, or \
            renews a challenged decision; --lift takes a decision back.

            Example: accord decide "Accounts/Account options@android-talkback-phone-15:expanded" \\
              --criterion state-open --outcome failed --severity serious \\
              --reason "TalkBack is silent on both devices."
            """)

    @Argument(help: .componentState) var state: String
    @Option(help: "The criterion; repeat it to decide several at once.") var criterion: [String]
    @Option(help: "What holds.") var outcome: Outcome?
    @Option(help: "How much the failure harms; with failed.") var severity: Severity?

    @Option(help: "Whose defect it is, by default the app's; with failed.")
    var attribution: Attribution?

    @Option(help: "Why; everybody reads it.") var reason: String?
    @Flag(help: "Confirm what a rule chose, or a decision that was challenged.") var confirm = false
    @Flag(help: "Take the decision back.") var lift = false
    @OptionGroup var options: AuditOptions

    func validate() throws {
        let acts = [outcome != nil, confirm, lift].count(where: \.self)
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

    func run() throws {
        let (client, view) = try options.open()
        let item = try view.item(named: state)
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
}
