package import Shared

/// One server's life in a small world: its record, and which edits it has applied.
package struct SmallServer: Sendable {
    package private(set) var record: Record
    package private(set) var known: Set<Rules.Identity> = []
    /// Edits of which nothing shows whose they are.
    package private(set) var unplaced: Set<Rules.Identity> = []
    private let rules: Rules

    package init(rules: Rules, key: RecordKey = Sample.state) {
        self.rules = rules
        record = Record(key: key)
    }

    /// Decides about a change and carries that out.
    ///
    /// - Parameter receipt: What the server said of it in an earlier epoch, where that is proved.
    package mutating func take(
        _ change: Change, receipt: Trail.Outcome? = nil
    ) -> Trail.Outcome {
        if let receipt, receipt == .rejected || receipt == .quarantined { return receipt }
        let identity = rules.identity(of: change)
        if known.contains(identity) || unplaced.contains(identity) {
            rules.applyAgain(change, to: &record)
            note(change)
            return .again
        }
        if record.context.covers(change.dot) {
            // A record that others brought back covers the number; whether the change has any part
            // in that, only a receipt tells.
            guard receipt == .applied || rules.fault == .coveredNumberApplied else {
                return .quarantined
            }
        } else {
            rules.apply(change, to: &record)
        }
        note(change)
        return .applied
    }

    private mutating func note(_ change: Change) {
        if change.unplacedOrigin == nil {
            known.insert(rules.identity(of: change))
        } else {
            unplaced.insert(rules.identity(of: change))
        }
    }

    /// Unites its record with one that it made itself before it was put back.
    package mutating func reconcile(with brought: Record) {
        record = rules.join(record, brought)
        for entry in brought.changes { note(entry.change) }
    }
}
