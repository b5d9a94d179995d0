/// The live withdrawals of a finding, its component state and its component, taken together.
///
/// They cover edit by edit (docs/merge.md, "Withdrawals"): each takes back what it lists of its
/// author's own; a lead's, written as a decision, everything it lists. What none covers stays
/// visible, and then the withdrawal is contested.
package struct Withdrawals {
    private let siblings: [Sibling]
    private var byAuthor: [PersonID: Set<EditID>] = [:]
    private var byLeads: Set<EditID> = []

    package init(_ siblings: [Sibling]) {
        self.siblings = siblings
        for sibling in siblings {
            guard let withdrawal = sibling.value.withdrawal else { continue }
            if sibling.act == .decision {
                byLeads.formUnion(withdrawal.covers)
            } else {
                byAuthor[sibling.author, default: []].formUnion(withdrawal.covers)
            }
        }
    }

    package var isEmpty: Bool { siblings.isEmpty }

    package func cover(_ sibling: Sibling) -> Bool {
        byLeads.contains(sibling.edit) || byAuthor[sibling.author]?.contains(sibling.edit) == true
    }

    package func outcome(for writes: some Sequence<Sibling>) -> Finding.Withdrawal {
        guard let reason = siblings.compactMap(\.value.withdrawal).last?.reason.string else {
            return .none
        }
        return writes.allSatisfy(cover) ? .withdrawn(reason: reason) : .contested(reason: reason)
    }
}

extension Record {
    /// The live withdrawals of the record as a whole, ascending by dot.
    package var withdrawals: [Sibling] { siblings(of: FieldID(.withdrawn)) }

    /// Whether the record is withdrawn as a whole, by itself or with its component.
    ///
    /// What the withdrawal of a single finding covers does not stand either.
    package func withdrawal(under component: [Sibling] = []) -> Finding.Withdrawal {
        let whole = Withdrawals(withdrawals + component)
        guard !whole.isEmpty else { return .none }
        let registers = registers()
        var ofFindings: [String: Withdrawals] = [:]
        for (field, siblings) in registers where field.name == .withdrawn && field.hasCriterion {
            ofFindings[field.criterion] = Withdrawals(siblings)
        }
        let writes = registers.lazy.filter { $0.field.name != .withdrawn }.flatMap(\.siblings)
        return whole.outcome(
            for: writes.filter { ofFindings[$0.field.criterion]?.cover($0) != true })
    }
}
