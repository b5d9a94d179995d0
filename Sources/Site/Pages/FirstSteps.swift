import Reading
import Shared

/// The way from an audit of which nothing is planned to its first verdict.
struct FirstSteps: Sendable {
    let lede: String
    let stepsTitle: String
    /// In their order; the first one is the next.
    let steps: [Step]
    /// Where a list that exists already is read; nil for who may not plan.
    let addHref: String?
    let planHref: String?
    /// What is tested on, in words.
    let environments: [String]

    struct Step: Sendable {
        let stepTitle: String
        let stepText: String
        /// Nil for a step that somebody else takes.
        let way: PageFrame.Link?
        let isNow: Bool
    }

    /// Nil for an audit in which there is anything to test.
    init?(of coverage: AuditCoverage, in context: PageContext) {
        guard coverage.components.isEmpty, coverage.unknown.isEmpty else { return nil }
        let view = coverage.view
        let role = view.role ?? .tester
        let mayPlan = role != .reader
        lede = role.standing
        addHref = mayPlan ? Address.planAdding(view.audit) : nil
        planHref = mayPlan ? Address.plan(view.audit) : nil
        environments = view.plan.environments.values.map {
            "\($0.platformWord) \($0.majorVersion), \($0.circumstances)"
        }.sorted()
        steps = Self.steps(of: view.audit, role, at: context.place)
        stepsTitle =
            mayPlan
            ? "\(steps.count == 3 ? "Three" : "Two") steps to the first verdict" : "What comes"
    }

    private static func steps(of audit: AuditID, _ role: Role, at place: String) -> [Step] {
        let planning = Step(
            stepTitle: "Plan what is tested",
            stepText: "A line for each component: where it is, what it is, what it is called. Or "
                + "paste the rows of a spreadsheet.",
            way: role == .reader
                ? nil : PageFrame.Link("Add components", Address.planAdding(audit)),
            isNow: true)
        let inviting = Step(
            stepTitle: "Invite your testers",
            stepText: "By a link or a code. Skip this if you work alone.",
            way: PageFrame.Link("Invite", Address.people(audit)), isNow: false)
        let judging = Step(
            stepTitle: "Judge the first component state",
            stepText: "One key is one verdict, saved on this \(place) at once.",
            way: PageFrame.Link("See the keys", Address.keyboard), isNow: false)
        switch role {
        case .lead: return [planning, inviting, judging]
        case .tester: return [planning, judging]
        case .reader: return [planning]
        }
    }
}

extension Role {
    fileprivate var standing: String {
        switch self {
        case .lead: "Nothing is planned yet. You are its lead."
        case .tester: "Nothing is planned yet. You are one of its testers."
        case .reader: "Nothing is planned yet. You read what others find."
        }
    }
}
