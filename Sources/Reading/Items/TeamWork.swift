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
        if let plan = try view.records.record(.plan(view.audit)) { note(plan) }
        try view.records.states(.all) { record in
            let judging = note(record)
            guard case .state(_, let id) = record.key, id.round == view.plan.currentRound
            else { return }
            for (author, verdicts) in judging {
                shares[author, default: Share()].verdicts += verdicts
                shares[author, default: Share()].states += 1
            }
        }
    }

    package subscript(person: PersonID) -> Share { shares[person] ?? Share() }
    /// Everybody who wrote anything that stands.
    package var people: Set<PersonID> { Set(shares.keys) }

    /// Notes who wrote when; returns how many verdicts of each stand.
    @discardableResult
    private mutating func note(_ record: Record) -> [PersonID: Int] {
        var judging: [PersonID: Int] = [:]
        for entry in record.changes {
            let body = entry.change.body
            let share = shares[body.author, default: Share()]
            shares[body.author, default: share].last = max(share.last ?? .min, body.wallTime)
            let verdicts = entry.live.count {
                body.writes[$0].field.name == .judgement && body.writes[$0].value != nil
            }
            if verdicts > 0 { judging[body.author, default: 0] += verdicts }
        }
        return judging
    }
}
