import Shared

/// How far some component states are, added up.
package struct AuditProgress: Hashable, Sendable {
    package private(set) var states = 0
    /// Component states with anything that nobody has judged.
    package private(set) var open = 0
    /// Component states on which a person has to decide something.
    package private(set) var disputed = 0
    /// Findings that are asked or judged, without those that were withdrawn.
    package private(set) var total = 0
    /// Findings by the outcome in effect; what is undecided has none.
    package private(set) var counts = OutcomeCounts()
    /// What failed, by severity.
    package private(set) var severities = SeverityCounts()
    /// Findings on which verdicts differ that nothing has decided.
    package private(set) var conflicts = 0
    /// Findings whose decision later work speaks against.
    package private(set) var challenges = 0
    package private(set) var untestedNormative = 0

    package init() {}

    package var complete: Int { states - open }
    package var judged: Int { total - counts[.untested] }
    /// Such as `3 of 9`.
    package var judgedWords: String { "\(judged) of \(total)" }
    /// In whole hundredths, so that nothing but all of it is 100; 0 where there is nothing.
    package var share: Int { total == 0 ? 0 : judged * 100 / total }

    mutating func add(_ tally: StateCounts) {
        states += 1
        if tally.isOpen { open += 1 }
        if tally.isDisputed { disputed += 1 }
        total += tally.total
        counts += tally.counts
        severities += tally.severities
        conflicts += tally.conflicts
        challenges += tally.challenges
        untestedNormative += tally.untestedNormative
    }

    package static func += (left: inout Self, right: Self) {
        left.states += right.states
        left.open += right.open
        left.disputed += right.disputed
        left.total += right.total
        left.counts += right.counts
        left.severities += right.severities
        left.conflicts += right.conflicts
        left.challenges += right.challenges
        left.untestedNormative += right.untestedNormative
    }
}
