package import Foundation
package import Shared

/// What a list asks for: every condition that is set has to hold, nil lets all through.
package struct FindingFilter: Sendable {
    package var components: Set<ComponentID>?
    package var environment: EnvironmentID?
    package var state: String?
    /// A criterion's full or short id.
    package var criterion: String?
    package var outcome: Outcome?
    package var severity: Severity?
    package var round: UInt32?
    /// Written to at or after this moment, by the writers' clocks.
    package var since: Date?
    /// Only what is assigned to the person asking, and findings that she is an author of.
    package var mineOnly = false
    /// Only conflicts, contested withdrawals, `cantTell`, and notes without a verdict.
    package var openOnly = false
    package var conflictsOnly = false

    package init() {}

    func lets(_ id: StateID) -> Bool {
        (components?.contains(id.component) ?? true)
            && (environment.map { $0 == id.environment } ?? true)
            && (state.map { $0 == id.state } ?? true)
            && (round.map { $0 == id.round } ?? true)
    }

    /// A component as a whole is in no environment, state or round.
    func lets(_ component: Component) -> Bool {
        (components?.contains(component.id) ?? true) && environment == nil && state == nil
            && round == nil
    }

    func lets(_ criterion: Criterion) -> Bool {
        self.criterion.map(criterion.isCalled) ?? true
    }

    /// Whether only records say what is let through: nothing is asked that a summary knows of.
    var asksNoSummary: Bool {
        !mineOnly && !openOnly && outcome == nil && severity == nil && since == nil
            && criterion == nil
    }

    /// Whether a finding of a plain component state may be let through; its record says for sure.
    func mayLet(_ summary: StateSummary, by person: PersonID, isAssigned: Bool) -> Bool {
        if mineOnly, !isAssigned, summary.authors[person] == nil { return false }
        if let since, !summary.authors.values.contains(where: { Self.is($0.last, since: since) }) {
            return false
        }
        return summary.judgements.contains { id, judgement in
            (criterion.map { Finding.isCalled($0, id: id) } ?? true)
                && (!openOnly || judgement == nil || judgement == .cantTell)
                && (outcome ?? judgement.outcome == judgement.outcome)
                && (severity == nil || judgement?.severity == severity)
        }
    }

    private static func `is`(_ milliseconds: Int64, since: Date) -> Bool {
        Double(milliseconds) >= since.timeIntervalSince1970 * 1000
    }

    func lets(_ finding: Finding, by person: PersonID, isAssigned: Bool) -> Bool {
        if conflictsOnly, !finding.isConflict { return false }
        if mineOnly, !isAssigned, !finding.authors.contains(person) { return false }
        if openOnly, !finding.isOpen { return false }
        if let criterion, !finding.isAbout(criterion) { return false }
        if let since, !Self.is(finding.changed ?? 0, since: since) { return false }
        let judgement = finding.effective.judgement
        if let outcome, judgement.outcome != outcome { return false }
        return severity == nil || judgement?.severity == severity
    }
}

extension Finding {
    /// Whether a tester or a lead still has to say something.
    fileprivate var isOpen: Bool {
        guard !isWithdrawn else { return false }
        return isConflict || effective.judgement == nil || effective.judgement == .cantTell
    }

    /// By the full id, or the id without control and platform.
    package func isAbout(_ name: String) -> Bool { Self.isCalled(name, id: criterion) }

    fileprivate static func isCalled(_ name: String, id: String) -> Bool {
        id == name || id.split(separator: ".", maxSplits: 2).last.map(String.init) == name
    }
}

extension Judgement? {
    /// What nobody has judged is untested.
    fileprivate var outcome: Outcome { self?.outcome ?? .untested }
}
