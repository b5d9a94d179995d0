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
    /// A control's id; empty for all of them.
    package var control = ""
    /// In its plain form; empty for all of them.
    package var environment = ""

    // MARK: Of component states

    package var component: ComponentID?
    package var state: String?
    package var round: UInt32?

    // MARK: Of findings

    /// A criterion's full or short id.
    package var criterion: String?
    package var outcome: Outcome?
    package var severity: Severity?
    /// Written to at or after this moment, by the writers' clocks.
    package var since: Date?
    /// Who has to have said something in it.
    package var author: PersonID?
    /// Only conflicts, contested withdrawals, `cantTell`, and notes without a verdict.
    package var isWaiting = false

    private enum CodingKeys: String, CodingKey {
        case find, isMine, show, control, environment
    }

    package init() {}

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
        guard control.isEmpty || component.control == control else { return false }
        let words = NaturalKey.folded(find).split(separator: " ")
        guard !words.isEmpty else { return true }
        let name = NaturalKey.folded("\(component.label) \(component.screen)")
        return words.allSatisfy { name.contains($0) }
    }
}

/// A filter's conditions of component states in the ids of one audit, but for what stands on them.
struct FilterScope {
    private let components: Set<ComponentID>?
    private let environments: Set<EnvironmentID>?
    private let state: String?
    private let round: UInt32?

    init(_ filter: AuditFilter, in view: AuditView) {
        let isNamed = !filter.find.isEmpty || !filter.control.isEmpty
        let named = isNamed ? Set(view.components.values.filter(filter.lets).map(\.id)) : nil
        components = filter.component.map { named?.contains($0) ?? true ? [$0] : [] } ?? named
        environments =
            filter.environment.isEmpty
            ? nil : Set(view.plan.environments.filter { $0.value.plain == filter.environment }.keys)
        state = filter.state
        round = filter.round
    }

    func lets(_ id: StateID) -> Bool {
        (components?.contains(id.component) ?? true)
            && (environments?.contains(id.environment) ?? true)
            && (state.map { $0 == id.state } ?? true)
            && (round.map { $0 == id.round } ?? true)
    }

    /// A component as a whole is in no environment, state or round.
    func lets(_ component: Component) -> Bool {
        (components?.contains(component.id) ?? true) && environments == nil && state == nil
            && round == nil
    }
}

/// What has to hold of what stands on a component state.
extension AuditFilter {
    func lets(_ criterion: Criterion) -> Bool {
        self.criterion.map(criterion.isCalled) ?? true
    }

    func lets(_ state: AuditCoverage.CoveredState) -> Bool {
        if isMine, !state.isMine { return false }
        switch show {
        case .all: return true
        case .open: return state.tally.isOpen
        case .failed: return state.tally.counts[.failed] > 0
        case .conflicts: return state.tally.isDisputed
        }
    }

    /// Whether only records say what is let through: nothing is asked that a summary knows of.
    var asksNoSummary: Bool {
        !isMine && show == .all && outcome == nil && severity == nil && since == nil
            && criterion == nil && author == nil && !isWaiting
    }

    /// Whether a finding of a plain component state may be let through; its record says for sure.
    func mayLet(_ summary: StateSummary, isAssigned: Bool) -> Bool {
        if isMine, !isAssigned { return false }
        if let author, summary.authors[author] == nil { return false }
        if let since, !summary.authors.values.contains(where: { Self.is($0.last, since: since) }) {
            return false
        }
        return summary.judgements.contains { id, judgement in
            (criterion.map { Finding.isCalled($0, id: id) } ?? true)
                && (!isWaiting || judgement == nil || judgement == .cantTell)
                && shows(judgement, isConflict: false)
                && (outcome ?? judgement.outcome == judgement.outcome)
                && (severity == nil || judgement?.severity == severity)
        }
    }

    func lets(_ finding: Finding, isAssigned: Bool) -> Bool {
        let judgement = finding.effective.judgement
        if isMine, !isAssigned { return false }
        if !shows(judgement, isConflict: finding.isConflict) { return false }
        if let author, !finding.authors.contains(author) { return false }
        if isWaiting, !finding.isWaiting { return false }
        if let criterion, !finding.isAbout(criterion) { return false }
        if let since, !Self.is(finding.changed ?? 0, since: since) { return false }
        if let outcome, judgement.outcome != outcome { return false }
        return severity == nil || judgement?.severity == severity
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
    package func isAbout(_ name: String) -> Bool { Self.isCalled(name, id: criterion) }

    fileprivate static func isCalled(_ name: String, id: String) -> Bool {
        id == name || Criterion.short(id) == name
    }
}

extension Judgement? {
    /// What nobody has judged is untested.
    fileprivate var outcome: Outcome { self?.outcome ?? .untested }
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
