package import Shared

/// The rounds of an audit, with the builds that each is of.
package struct AuditRounds: Sendable {
    /// Ascending by number, from 1; builds are empty where nobody named one.
    package let all: [(number: UInt32, builds: String)]
    private let plan: Plan

    package init(_ plan: Plan) {
        self.plan = plan
        all = Set(plan.rounds.keys).union([1, plan.currentRound]).sorted()
            .map { ($0, plan.rounds[$0] ?? "") }
    }

    /// The round before the current one; nil in the first.
    var previous: UInt32? { all.map(\.number).last { $0 < plan.currentRound } }

    /// Two rounds to compare: the current one and the one before it, where they are not named.
    package func pair(
        of round: String?, against other: String?
    ) throws(AuditError) -> (later: UInt32, earlier: UInt32) {
        let later = try round.map(number) ?? plan.currentRound
        let named = try other.map(number)
        guard let earlier = named ?? all.map(\.number).last(where: { $0 < later }) else {
            throw .invalid(
                all.count == 1
                    ? "“\(plan.title)” has one round yet: there is nothing to compare it with"
                    : "no round comes before round \(later): name another one")
        }
        guard earlier < later else {
            throw .invalid("round \(later) is compared with an earlier one: \(earlier) is none")
        }
        return (later, earlier)
    }

    private func number(_ text: String) throws(AuditError) -> UInt32 {
        let numbers = all.map(\.number)
        if let number = UInt32(text.trimmed), numbers.contains(number) { return number }
        throw .notFound(what: "round", name: text, known: numbers.suffix(20).map { "\($0)" })
    }
}

extension Plan {
    /// What the audit's environments are of, ascending.
    package var platforms: [String] { Set(environments.values.map(\.platform)).sorted() }
}

extension [Untested] {
    /// The same, those component states first that failed in the round before, or were unclear.
    package func failedFirst(in view: AuditView) throws -> [Untested] {
        guard let previous = AuditRounds(view.plan).previous else { return self }
        let failed = try RoundOutcome.all(of: [previous], in: view).mapValues { criteria in
            criteria.values.contains { $0.values.contains { $0.fails != false } }
        }
        let isFirst = { (one: Untested) in failed[one.place.id.inFirstRound] == true }
        return filter(isFirst) + filter { !isFirst($0) }
    }
}
