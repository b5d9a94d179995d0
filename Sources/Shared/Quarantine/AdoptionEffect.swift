/// What adopting a change would do to its record, as far as anybody should look at that first.
package struct AdoptionEffect: Sendable {
    /// One register that the change writes.
    package struct Part: Sendable {
        /// What is shown now and would go.
        package let takes: [Sibling]
        /// What says otherwise and would stand beside it.
        package let beside: [Sibling]
    }

    /// In the order of the change's writes.
    package let parts: [Part]
    private let change: Change
    private let isUnplaced: Bool

    /// - Parameters:
    ///   - isUnplaced: Whether nothing shows that its author wrote it.
    ///   - record: As it stands; where its edit has taken effect there, nothing changes.
    package init(of change: Change, isUnplaced: Bool, in record: Record) {
        self.change = change
        self.isUnplaced = isUnplaced
        let fields = Set(change.body.writes.map(\.field))
        let before = record.siblings(of: fields)
        var after = record
        // Under a number that no device has.
        let replica = ReplicaID(high: .max, low: .max)
        let dot = Dot(replica: replica, n: record.context[replica] &+ 1)
        after.apply(
            change.issuedAgain(at: dot, adoptedBy: change.body.author, isUnplaced: isUnplaced))
        let then = after.siblings(of: fields)
        parts = change.body.writes.map { write in
            let now = before[write.field] ?? []
            let later = then[write.field] ?? []
            return Part(
                takes: now.filter { one in
                    one.edit != change.edit && !later.contains { $0.edit == one.edit }
                },
                beside: write.value == nil
                    ? []
                    : later.filter { $0.edit != change.edit && $0.value != write.value })
        }
    }

    /// Why a lead should look first; nil where it only adds, or replaces its author's own.
    ///
    /// - Parameter name: How people call its author.
    package func look(at name: String) -> String? {
        if let reason = change.whyNotAdopted { return reason }
        if isUnplaced {
            return
                "nothing shows that it is \(name)\u{2019}s: compare the fingerprint with her first"
        }
        if case .plan = change.key,
            change.body.writes.contains(where: { $0.field.name != .environment })
        {
            return "it changes the plan"
        }
        if change.body.writes.contains(where: { $0.field.name == .withdrawn }) {
            return "it withdraws something"
        }
        let author = change.body.author
        if parts.contains(where: { $0.takes.contains { $0.author != author } }) {
            return "it takes away what somebody else wrote"
        }
        if parts.contains(where: { !$0.beside.isEmpty }) {
            return "something else stands there already"
        }
        return nil
    }
}
