/// A lead's recorded decision on one finding; it removes no sibling and names those it settles.
package struct Decision: Hashable, Sendable {
    package let judgement: Judgement
    /// The live judgements that the lead saw, ascending.
    package let settled: [EditID]
    package let reason: Text
    /// The policy method the lead confirmed, nil when decided freely.
    package let rule: String?

    /// Sorts `settled`.
    package init(judgement: Judgement, settled: [EditID], reason: Text, rule: String? = nil) {
        self.judgement = judgement
        self.settled = settled.sorted()
        self.reason = reason
        self.rule = rule
    }
}
