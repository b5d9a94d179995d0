/// What one lens asks that another does not, clause by clause.
package struct LensDifference: Sendable {
    /// The clauses of the newer one, in its order.
    package let rows: [Row]
    /// Clauses of the older one that none of the newer continues.
    package let gone: [LensClause]
    /// Clauses of the older one that lie in what the newer does not hold: nothing is known of them.
    package let unknown: [LensClause]

    /// A clause of the newer lens.
    package struct Row: Hashable, Sendable {
        package let clause: LensClause
        package let step: Step
        /// Those of the older lens that it continues.
        package let before: [LensClause]
        /// What is asked of something else, or answered by something else.
        package let changes: [String]
    }

    /// How a clause came to be.
    package enum Step: String, CaseIterable, Sendable {
        case same, renumbered, new, void
    }

    /// - Parameter isForSoftware: Whether only what is asked of software, or void, is compared.
    package init(from old: Lens, to new: Lens, isForSoftware: Bool = true) {
        let known = Dictionary(uniqueKeysWithValues: old.clauses.map { ($0.number, $0) })
        let isNext = new.succeeds == old.id
        let rows = new.clauses.map { Row($0, among: known, isNext: isNext) }
        let continued = Set(rows.flatMap(\.before).map(\.number))
        func isWanted(_ clause: LensClause) -> Bool {
            !isForSoftware || [.software, .void].contains(clause.scope)
        }
        self.rows = rows.filter { isWanted($0.clause) }
        // What was void already asked nothing that could be gone.
        let left = old.clauses.filter {
            !continued.contains($0.number) && $0.scope != .void && isWanted($0)
        }
        gone = left.filter { !new.leavesOut($0.number) }
        unknown = left.filter { new.leavesOut($0.number) }
    }
}

extension LensDifference.Row {
    fileprivate init(_ clause: LensClause, among known: [String: LensClause], isNext: Bool) {
        self.clause = clause
        let isNew = isNext && clause.news != nil
        let numbers = isNew ? [] : isNext ? clause.was ?? [clause.number] : [clause.number]
        before = numbers.compactMap { known[$0] }
        if clause.scope == .void {
            step = .void
        } else if before.isEmpty {
            step = .new
        } else {
            step = before.map(\.number) == [clause.number] ? .same : .renumbered
        }
        changes = before.count == 1 && step != .void ? clause.changes(from: before[0]) : []
    }
}

extension LensClause {
    fileprivate func changes(from old: LensClause) -> [String] {
        var changes: [String] = []
        if scope != old.scope {
            changes.append("asked of \(scope.rawValue), before of \(old.scope.rawValue)")
        }
        if isRecommendation != old.isRecommendation {
            changes.append(isRecommendation ? "a recommendation now" : "a requirement now")
        }
        if reach != old.reach { changes.append("answered by something else") }
        return changes
    }
}
