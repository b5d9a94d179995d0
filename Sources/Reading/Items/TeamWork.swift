package import Shared

/// What each person has done in an audit's current round, as far as it is known here.
package struct TeamWork: Sendable {
    /// What one person has done.
    package struct Share: Hashable, Sendable {
        /// Verdicts of hers that stand.
        package fileprivate(set) var verdicts = 0
        /// Component states with any of these.
        package fileprivate(set) var states = 0
        /// When she wrote the last of what stands, by her own clock, in Unix milliseconds.
        package fileprivate(set) var last: Int64?
    }

    private var shares: [PersonID: Share] = [:]

    /// Reads every component state of the audit, and its plan.
    package init(of view: AuditView) throws {
        try notePlan(of: view)
        try view.records.summaries { id, summary in
            note(summary.authors, isCounted: id.round == view.plan.currentRound)
        }
    }

    /// The same of what was counted before, reading the plan alone.
    package init(of coverage: AuditCoverage) throws {
        try notePlan(of: coverage.view)
        for (id, authors) in coverage.authors {
            note(authors, isCounted: id.round == coverage.view.plan.currentRound)
        }
    }

    package subscript(person: PersonID) -> Share { shares[person] ?? Share() }
    /// Everybody who wrote anything that stands.
    package var people: Set<PersonID> { Set(shares.keys) }

    private mutating func notePlan(of view: AuditView) throws {
        guard let plan = try view.records.record(.plan(view.audit)) else { return }
        note(StateSummary.shares(of: plan), isCounted: false)
    }

    /// - Parameter isCounted: Whether verdicts are of the current round.
    private mutating func note(_ parts: [PersonID: StateSummary.Share], isCounted: Bool) {
        for (author, part) in parts {
            var share = shares[author] ?? Share()
            share.last = max(share.last ?? .min, part.last)
            if isCounted, part.verdicts > 0 {
                share.verdicts += Int(part.verdicts)
                share.states += 1
            }
            shares[author] = share
        }
    }
}
