import Client
import Reading
import Shared

/// A rule as its fields.
struct RuleRow: Sendable {
    /// From 1.
    let number: Int
    let title: String
    let isNew: Bool
    let isFirst: Bool
    let isLast: Bool
    let before: Int
    let after: Int
    let control: [Choice]
    let state: [Choice]
    let environment: [Choice]
    let criterion: [Choice]
    let hasControl: Bool
    let method: [Choice]
    let people: String
    /// Why it cannot be read; nil where it can.
    let wrong: String?

    init(
        _ rule: TypedRule, at index: Int, of count: Int, isNew: Bool,
        does reach: RuleReach.Reach?, wrong: Result<PolicyRule, AuditError>, _ lists: RuleLists
    ) {
        number = index + 1
        title = "Rule \(index + 1)" + (reach.map { ": fits \($0.words)" } ?? "")
        self.isNew = isNew
        isFirst = index == 0
        isLast = index == count - 1
        before = index
        after = index + 2
        control = RuleLists.choices(lists.controls, chosen: rule.control)
        state = RuleLists.choices(lists.states, chosen: rule.state)
        environment = RuleLists.choices(lists.environments, chosen: rule.environment)
        criterion = RuleLists.choices(lists.criteria(of: rule.control), chosen: rule.criterion)
        hasControl = !rule.control.isEmpty
        method = RuleLists.choices(
            PolicyMethod.all.map { ($0.id, $0.title) }, chosen: rule.method, any: nil)
        people = rule.people
        if case .failure(let error) = wrong {
            self.wrong = ReportedError(error).message
        } else {
            self.wrong = nil
        }
    }
}

/// What a rule can name in an audit, ascending by its words.
struct RuleLists: Sendable {
    typealias Options = [(value: String, title: String)]

    let controls: Options
    let states: Options
    let environments: Options
    private let catalogue: Catalogue

    init(in view: AuditView, _ catalogue: Catalogue) {
        self.catalogue = catalogue
        let ids = Set(view.components.map(\.control)).sorted()
        let known = ids.compactMap { catalogue.control($0) }
        controls = Self.sorted(known.map { ($0.id, $0.title) })
        let all = known.flatMap(\.platforms).flatMap(\.states)
        let titles = Dictionary(all.map { ($0.id, $0.title) }) { first, _ in first }
        states = Self.sorted(titles.map { ($0.key, $0.value) })
        environments = Self.sorted(
            view.plan.environmentWords.compactMap { id, words in
                view.plan.environments[id].map { ($0.plain, words) }
            })
    }

    /// Those of one control: all of a catalogue would be some thousand for each rule.
    func criteria(of control: String) -> Options {
        (catalogue.control(control)?.platforms ?? []).flatMap { platform in
            platform.criteria.map { ($0.id, "\($0.statement) (\(platform.id))") }
        }
    }

    private static func sorted(_ options: Options) -> Options {
        options.sorted { ($0.title, $0.value) < ($1.title, $1.value) }
    }

    /// What is chosen and is not there any more is a choice, too: it is not lost by looking.
    static func choices(_ options: Options, chosen: String, any: String? = "Any") -> [Choice] {
        let first = any.map { [(value: "", title: $0)] } ?? []
        let isThere = chosen.isEmpty || options.contains { $0.value == chosen }
        let gone = isThere ? [] : [(value: chosen, title: "\(chosen) (not there)")]
        return (first + options + gone).map { Choice($0.value, $0.title, chosen: chosen) }
    }
}
