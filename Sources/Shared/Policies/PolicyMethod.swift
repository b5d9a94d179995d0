/// One way to settle different values of a finding by rule.
///
/// Methods are pure and independent of the order of the siblings; there is none that looks at a
/// clock. To add one: one file in this folder and one line in `PolicyMethod+All.swift`.
package struct PolicyMethod: Sendable {
    /// What policy rules name it by, such as `most-severe`.
    package let id: String
    /// What it does, in a sentence for the policy editor and for `explain`.
    package let summary: String
    /// Chooses among live judgements with different values; `ranks` are the rule's persons.
    let settle: @Sendable (_ judgements: [Sibling], _ ranks: [PersonID]) -> PolicyAnswer
}

/// What a method makes of different values.
enum PolicyAnswer: Hashable, Sendable {
    case settled(Judgement)
    /// The method cannot choose; the conflict stays open, no other rule is tried.
    case fallsThrough(why: String)
}
