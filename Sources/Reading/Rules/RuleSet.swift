package import Shared

/// The rules that somebody has set for an audit, with who it was, when and why.
package struct RuleSet: Sendable {
    /// Nil for those of a later version of Accord.
    package let policy: Policy?
    /// Everybody who has set just these, by name.
    package let authors: String
    /// When that was last, in Unix milliseconds.
    package let time: Int64
    /// Why, each reason once; none for rules that a version without reasons has set.
    package let reasons: [String]

    fileprivate init(
        _ value: FieldValue, _ siblings: [Sibling], in plan: Record, _ view: AuditView
    ) {
        policy = if case .policy(let policy) = value { policy } else { nil }
        authors = view.authors(of: siblings)
        time = siblings.map(\.wallTime).max() ?? 0
        let written = policy.map { plan.siblings(of: $0.reasonField) } ?? []
        reasons = Set(written.compactMap(\.value.text)).sorted()
    }
}

/// The rules as a plan has them.
package struct PlannedRules: Sendable {
    /// None before somebody has set any; several while no lead has chosen, and none of them holds.
    package let sets: [RuleSet]
    /// Tells them from any that are set later.
    package let code: String

    package init(in view: AuditView) throws {
        let key = RecordKey.plan(view.audit)
        self.init(try view.records.record(key) ?? Record(key: key), in: view)
    }

    package init(_ plan: Record, in view: AuditView) {
        let siblings = plan.siblings(of: .rules)
        sets = Dictionary(grouping: siblings, by: \.value)
            .map { RuleSet($0.key, $0.value, in: plan, view) }
            .sorted { ($0.time, $0.authors) < ($1.time, $1.authors) }
        let edits = siblings.map(\.edit).sorted()
        code = String(Hash256(of: edits.flatMap(\.bytes)).hex.prefix(32))
    }

    /// The set that holds; nil where there is none, or are several, or a later version's alone.
    package var only: RuleSet? { sets.count == 1 && sets[0].policy != nil ? sets[0] : nil }
}

extension Policy {
    /// The register that says why these rules are as they are, whoever sets them.
    ///
    /// It lies beside them: programs that do not know it follow the rules all the same
    /// (docs/decisions/0039-reasons-beside-rules.md).
    package var reasonField: FieldID {
        FieldID(.policyReason, String(Hash256(of: FieldValue.policy(self).bytes).hex.prefix(32)))
    }
}
