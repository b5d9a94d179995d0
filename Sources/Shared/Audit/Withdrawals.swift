/// The live withdrawals of a finding, its component state and its component, taken together.
///
/// They cover edit by edit (docs/merge.md, "Withdrawals"): each takes back what it lists of its
/// author's own; a lead's, written as a decision, everything it lists; one that was adopted from an
/// unplaced chain, what came by that. What none covers stays visible, and then the withdrawal is
/// contested. So it is where it takes back nothing at all: what nobody has tested is nobody's to
/// take out of the work but a lead's.
package struct Withdrawals {
    private let siblings: [Sibling]
    private var byAuthor: [PersonID: Set<EditID>] = [:]
    private var byLeads: Set<EditID> = []
    /// Whether a lead's is among them.
    private(set) var isByLead = false
    private var unplaced: [Chain: Set<EditID>] = [:]

    private struct Chain: Hashable {
        let replica: ReplicaID
        let author: PersonID
    }

    package init(_ siblings: [Sibling]) {
        self.siblings = siblings
        for sibling in siblings {
            guard let withdrawal = sibling.value.withdrawal else { continue }
            if let replica = sibling.unplaced?.replica {
                unplaced[Chain(replica: replica, author: sibling.author), default: []]
                    .formUnion(withdrawal.covers)
            } else if sibling.act == .decision {
                byLeads.formUnion(withdrawal.covers)
                isByLead = true
            } else {
                byAuthor[sibling.author, default: []].formUnion(withdrawal.covers)
            }
        }
    }

    package var isEmpty: Bool { siblings.isEmpty }

    package func cover(_ sibling: Sibling) -> Bool {
        if byLeads.contains(sibling.edit)
            || byAuthor[sibling.author]?.contains(sibling.edit) == true
        {
            return true
        }
        guard !unplaced.isEmpty, let replica = sibling.unplaced?.replica else { return false }
        return unplaced[Chain(replica: replica, author: sibling.author)]?.contains(sibling.edit)
            == true
    }

    /// Whether they are proposals alone: no lead's is among them, and they cover none of these.
    package func takeNothing(of writes: some Sequence<Sibling>) -> Bool {
        !isByLead && !writes.contains(where: cover)
    }

    package func outcome(for writes: some Sequence<Sibling>) -> Finding.Withdrawal {
        guard let reason else { return .none }
        let isContested = takeNothing(of: writes) || !writes.allSatisfy(cover)
        return isContested ? .contested(reason: reason) : .withdrawn(reason: reason)
    }

    fileprivate var reason: String? {
        siblings.compactMap(\.value.withdrawal).last?.reason.string
    }
}

extension Record {
    /// The live withdrawals of the record as a whole, ascending by dot.
    package var withdrawals: [Sibling] { siblings(of: FieldID(.withdrawn)) }

    /// Whether the record is withdrawn as a whole, by itself or with its component.
    package func withdrawal(under component: [Sibling] = []) -> Finding.Withdrawal {
        if component.isEmpty, withdrawals.isEmpty { return .none }
        return registers().withdrawal(under: component)
    }
}

extension [(field: FieldID, siblings: [Sibling])] {
    /// The live withdrawals of the record as a whole, ascending by dot.
    package var withdrawals: [Sibling] {
        first { $0.field == FieldID(.withdrawn) }?.siblings ?? []
    }

    /// Whether the record is withdrawn as a whole, by itself or with its component.
    ///
    /// What the withdrawal of a single finding covers does not stand either.
    package func withdrawal(under component: [Sibling]) -> Finding.Withdrawal {
        let whole = Withdrawals(withdrawals + component)
        guard let reason = whole.reason else { return .none }
        let isProposed = isWithdrawalProposed && !whole.isByLead
        return isProposed || standBeside(whole)
            ? .contested(reason: reason) : .withdrawn(reason: reason)
    }

    /// Whether its own withdrawals, without its component's, take nothing back.
    package var isWithdrawalProposed: Bool {
        let own = Withdrawals(withdrawals)
        return !own.isEmpty
            && own.takeNothing(
                of: lazy.filter { $0.field.name != .withdrawn }.flatMap(\.siblings))
    }

    /// Whether words stand beside its withdrawals and its component's.
    package func haveWords(beside component: [Sibling]) -> Bool {
        standBeside(Withdrawals(withdrawals + component))
    }

    private func standBeside(_ whole: Withdrawals) -> Bool {
        var ofFindings: [String: Withdrawals] = [:]
        for (field, siblings) in self where field.name == .withdrawn && field.hasCriterion {
            ofFindings[field.criterion] = Withdrawals(siblings)
        }
        return contains { field, siblings in
            field.name != .withdrawn
                && !siblings.allSatisfy {
                    whole.cover($0) || ofFindings[field.criterion]?.cover($0) == true
                }
        }
    }
}
