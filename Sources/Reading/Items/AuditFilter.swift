package import Foundation
package import Shared

/// What of an audit is asked for: every condition that is set has to hold.
///
/// Pages, commands and what people save under a name ask by the same names and mean the same.
package struct AuditFilter: Codable, Hashable, Sendable {
    /// What has to hold of a finding, and of a component state for one of its findings.
    package enum Show: String, Codable, CaseIterable, Sendable {
        case all
        /// Nobody has judged it.
        case open
        case failed
        /// It waits for a decision, or a withdrawal and an edit stand side by side.
        case conflicts

        /// As an address says it; empty for all of them.
        package var value: String { self == .all ? "" : rawValue }

        package var title: String {
            switch self {
            case .all: "All states"
            case .open: "Open only"
            case .failed: "Failed only"
            case .conflicts: "Conflicts only"
            }
        }
    }

    // MARK: Of component states, and saved

    /// Words that a component's name or its screen's has to hold.
    package var find = ""
    /// Only what is assigned to the person asking, or to a group of hers.
    package var isMine = false
    package var show = Show.all
    /// One of these values of each condition has to hold, in the form in which it is compared.
    var wanted: [Condition: Set<String>] = [:]

    // MARK: Of findings

    /// Written to at or after this moment, by the writers' clocks.
    package var since: Date?
    /// Only conflicts, contested withdrawals, `cantTell`, and notes without a verdict.
    package var isWaiting = false

    package init() {}

    /// What several values may be named of, under the names that commands and queries use.
    package enum Condition: String, Codable, CaseIterable, Sendable {
        case screen, control, component, environment, state, round
        /// Full ids, and short ones without control and platform.
        case criterion
        /// Full ids of what answers a clause of a lens.
        case clause
        case outcome, severity, basis
        /// Who has said something in a finding.
        case tester
    }

    /// The one control's id; empty for all of them, and for several.
    package var control: String {
        get { only(.control) }
        set { setOnly(.control, newValue) }
    }

    /// The one environment in its plain form; empty for all of them, and for several.
    package var environment: String {
        get { only(.environment) }
        set { setOnly(.environment, newValue) }
    }

    private func only(_ condition: Condition) -> String {
        let values = wanted[condition] ?? []
        return values.count == 1 ? values.first ?? "" : ""
    }

    private mutating func setOnly(_ condition: Condition, _ value: String) {
        wanted[condition] = value.isEmpty ? nil : [value]
    }

    /// Lets through what is of this component, too.
    package mutating func add(_ component: Component) {
        wanted[.component, default: []].insert(component.id.hex)
    }

    /// Lets through what this person has said something in, too.
    package mutating func add(tester: PersonID) {
        wanted[.tester, default: []].insert(tester.hex)
    }

    /// Whether some value of a condition is asked for.
    package func asks(_ condition: Condition) -> Bool { wanted[condition] != nil }

    private func lets(_ condition: Condition, _ value: @autoclosure () -> String) -> Bool {
        wanted[condition].map { $0.contains(value()) } ?? true
    }

    private enum CodingKeys: String, CodingKey {
        case find, isMine, show, control, environment
    }

    /// What is saved under a name.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        find = try values.decode(String.self, forKey: .find)
        isMine = try values.decode(Bool.self, forKey: .isMine)
        show = try values.decode(Show.self, forKey: .show)
        control = try values.decode(String.self, forKey: .control)
        environment = try values.decode(String.self, forKey: .environment)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(find, forKey: .find)
        try values.encode(isMine, forKey: .isMine)
        try values.encode(show, forKey: .show)
        try values.encode(control, forKey: .control)
        try values.encode(environment, forKey: .environment)
    }

    /// Whether it lets everything through.
    package var isWhole: Bool { self == AuditFilter() }

    /// The fields of an address that choose it, those that are set.
    package var fields: [(name: String, value: String)] {
        [
            ("find", find), ("who", isMine ? "me" : ""), ("show", show.value),
            ("control", control), ("environment", environment),
        ].filter { !$0.1.isEmpty }
    }

    /// Whether it lets a component through by its name and its control.
    fileprivate func lets(_ component: Component) -> Bool {
        guard lets(.component, component.id.hex), lets(.control, component.control),
            lets(.screen, NaturalKey.folded(component.screen))
        else { return false }
        let words = NaturalKey.folded(find).split(separator: " ")
        guard !words.isEmpty else { return true }
        let name = NaturalKey.folded("\(component.label) \(component.screen)")
        return words.allSatisfy { name.contains($0) }
    }
}

/// A filter's conditions of component states in the ids of one audit, but for what stands on them.
package struct FilterScope: Sendable {
    private let components: Set<ComponentID>?
    private let environments: Set<EnvironmentID>?
    private let states: Set<String>?
    private let rounds: Set<String>?

    package init(_ filter: AuditFilter, in view: AuditView) {
        let conditions: [AuditFilter.Condition] = [.component, .control, .screen]
        let isNamed = !filter.find.isEmpty || conditions.contains(where: filter.asks)
        components =
            isNamed ? Set(view.components.filter(filter.lets).map(\.id)) : nil
        environments = filter.wanted[.environment].map { wanted in
            Set(view.plan.environments.filter { wanted.contains($0.value.plain) }.keys)
        }
        states = filter.wanted[.state]
        rounds = filter.wanted[.round]
    }

    package func lets(_ id: StateID) -> Bool {
        (components?.contains(id.component) ?? true)
            && (environments?.contains(id.environment) ?? true)
            && (states?.contains(id.state) ?? true)
            && (rounds?.contains(String(id.round)) ?? true)
    }

    /// A component as a whole is in no environment, state or round.
    func lets(_ component: Component) -> Bool {
        (components?.contains(component.id) ?? true) && environments == nil && states == nil
            && rounds == nil
    }
}

/// What has to hold of what stands on a component state.
extension AuditFilter {
    func lets(_ criterion: Criterion) -> Bool {
        guard let wanted = wanted[.criterion] else { return lets(.clause, criterion.id) }
        return wanted.contains { criterion.isCalled($0) } && lets(.clause, criterion.id)
    }

    /// Whether it lets through what is asked and nobody has said a word of.
    package func letsUntested(_ criterion: Criterion) -> Bool {
        lets(criterion) && lets(.basis, Effective.untested.basis) && !asks(.tester)
            && since == nil && lets(nil, isUntested: true)
    }

    private func letsCriterion(_ id: String) -> Bool {
        (lets(.criterion, id) || lets(.criterion, Criterion.short(id))) && lets(.clause, id)
    }

    /// Whether it lets through what these people judged of a criterion, whatever they say of it.
    func lets(_ criterion: String, judgedBy people: some Sequence<PersonID>) -> Bool {
        letsCriterion(criterion) && lets(judges: people)
    }

    /// Whether it asks for nobody's verdicts, or for those of one of these people.
    func lets(judges people: some Sequence<PersonID>) -> Bool {
        !asks(.tester) || people.contains { lets(.tester, $0.hex) }
    }

    /// Whether it lets through a withdrawal, which is no verdict and has no criterion to ask for.
    func letsWithdrawals(by people: some Sequence<PersonID>) -> Bool {
        let ofVerdicts: [Condition] = [.criterion, .clause, .outcome, .severity, .basis]
        return !ofVerdicts.contains(where: asks) && since == nil
            && (!asks(.tester) || people.contains { lets(.tester, $0.hex) })
    }

    func lets(_ state: AuditCoverage.CoveredState) -> Bool {
        if isMine, !state.isMine { return false }
        switch show {
        case .all: return true
        case .open: return state.tally.isOpen || isMine && state.isOpinionLeft
        case .failed: return state.tally.counts[.failed] > 0
        case .conflicts: return state.tally.isDisputed
        }
    }

    /// Whether only records say what is let through: nothing is asked that a summary knows of.
    var asksNoSummary: Bool {
        let known: [Condition] = [.outcome, .severity, .criterion, .clause, .tester]
        return !isMine && show == .all && since == nil && !isWaiting && !known.contains(where: asks)
    }

    /// Whether a finding of a plain component state may be let through; its record says for sure.
    func mayLet(_ summary: StateSummary, isAssigned: Bool) -> Bool {
        if isMine, !isAssigned { return false }
        if asks(.tester), !summary.authors.keys.contains(where: { lets(.tester, $0.hex) }) {
            return false
        }
        if let since, !summary.authors.values.contains(where: { Self.is($0.last, since: since) }) {
            return false
        }
        return summary.judgements.contains { id, judgement in
            letsCriterion(id) && (!isWaiting || judgement == nil || judgement == .cantTell)
                && shows(judgement, isConflict: false)
                && lets(judgement, isUntested: judgement == nil)
        }
    }

    package func lets(_ finding: Finding, isAssigned: Bool = true) -> Bool {
        let judgement = finding.effective.judgement
        if isMine, !isAssigned { return false }
        if !shows(judgement, isConflict: finding.isConflict) { return false }
        if isWaiting, !finding.isWaiting { return false }
        if let since, !Self.is(finding.changed ?? 0, since: since) { return false }
        if asks(.tester), !finding.authors.contains(where: { lets(.tester, $0.hex) }) {
            return false
        }
        return letsCriterion(finding.criterion) && lets(.basis, finding.effective.basis)
            && lets(judgement, isUntested: finding.effective == .untested)
    }

    /// What is not decided has no outcome; a severity has only what failed.
    private func lets(_ judgement: Judgement?, isUntested: Bool) -> Bool {
        lets(.outcome, (judgement?.outcome ?? (isUntested ? .untested : nil))?.rawValue ?? "")
            && lets(.severity, judgement?.severity?.rawValue ?? "")
    }

    private func shows(_ judgement: Judgement?, isConflict: Bool) -> Bool {
        switch show {
        case .all: true
        case .open: judgement == nil && !isConflict
        case .failed: judgement?.outcome == .failed
        case .conflicts: isConflict
        }
    }

    private static func `is`(_ milliseconds: Int64, since: Date) -> Bool {
        Double(milliseconds) >= since.timeIntervalSince1970 * 1000
    }
}

extension Finding {
    /// Whether a tester or a lead still has to say something.
    fileprivate var isWaiting: Bool {
        guard !isWithdrawn else { return false }
        return isConflict || effective.judgement == nil || effective.judgement == .cantTell
    }

    /// By the full id, or the id without control and platform.
    package func isAbout(_ name: String) -> Bool {
        criterion == name || Criterion.short(criterion) == name
    }
}

extension AuditCoverage {
    /// What a filter lets through of each component, without those of which nothing is left.
    package func components(matching filter: AuditFilter) -> [CoveredComponent] {
        let scope = FilterScope(filter, in: view)
        return components.compactMap { one in
            let states = one.states.filter { scope.lets($0.place.id) && filter.lets($0) }
            return states.isEmpty
                ? nil : CoveredComponent(component: one.component, states: states)
        }
    }
}
