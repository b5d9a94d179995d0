package import Shared

/// The versions that stand on one finding: what each writer had seen, and how each two relate.
package struct FindingVersions: Sendable {
    /// The component state's: how far each device's changes are in it.
    package let context: VersionVector
    /// Live verdicts, then decisions, then withdrawals, each ascending by dot.
    package let writes: [Sibling]
    /// Writes every dot and vector of this finding without two devices looking alike.
    package let notation: VersionNotation
    private let view: AuditView

    package init(_ finding: Finding, on item: StateItem, in view: AuditView) {
        self.view = view
        context = item.record.context
        writes = finding.judgements + finding.decisions + finding.withdrawals
        // A writer may have seen what this laptop has not.
        notation = VersionNotation(
            telling: ([context] + writes.map(\.sees)).flatMap { $0.entries.map(\.replica) })
    }

    /// Two writes in the order of `writes`, and what the first is to the second.
    package typealias Relation = (first: Sibling, second: Sibling, order: VersionOrder)

    /// Every two writes once, in the order of `writes`.
    package var relations: [Relation] {
        writes.indices.flatMap { index in
            let first = writes[index]
            return writes[(index + 1)...].map {
                (first: first, second: $0, order: first.order(to: $0))
            }
        }
    }

    /// The component state's version, such as `{09c1:4, 7f3a:12}`.
    package var contextText: String { notation.text(context) }

    /// What a write says: `failed, serious`, or that it decides or withdraws.
    package func says(_ write: Sibling) -> String {
        switch write.value {
        case .judgement(let judgement): judgement.words
        case .decision(let decision): "decided: \(decision.judgement.words)"
        case .withdrawal: "withdrawn"
        default: "a value of a later version"  // open set: no other value stands in these fields
        }
    }

    /// What a writer had seen of the component state; nobody hears two empty braces read out.
    package func seen(by write: Sibling) -> String {
        write.sees.entries.isEmpty ? "nothing" : notation.text(write.sees)
    }

    /// Which of the writes that stand here a writer names as known, by their dots.
    package func knew(_ write: Sibling) -> String {
        let known = writes.filter { write.known.contains($0.edit) }
        return known.isEmpty
            ? "nothing" : known.map { notation.text($0.dot) }.joined(separator: ", ")
    }

    /// One sentence for every two writes, with the word for how they relate.
    package var sentences: [String] { relations.map(sentence) }

    private func sentence(_ relation: Relation) -> String {
        let first = owned(relation.first)
        let second = owned(relation.second)
        let word = relation.order.rawValue
        return switch relation.order {
        case .before: "\(first) is \(word) \(second): \(name(relation.second)) had seen it."
        case .after: "\(first) is \(word) \(second): \(name(relation.first)) had seen it."
        case .concurrent: "\(first) and \(second) are \(word): neither had seen the other."
        case .equal: "\(first) and \(second) are \(word): each claims to have seen the other."
        }
    }

    private func owned(_ write: Sibling) -> String {
        "\(name(write))'s \(notation.text(write.dot))"
    }

    package func name(_ write: Sibling) -> String { view.whose(write) }
}
