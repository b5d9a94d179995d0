/// What a save names (docs/merge.md): exactly the siblings that its form showed.
package enum Replacement {
    /// The siblings that a save replaces, among those that its form showed.
    ///
    /// A save replaces only one's own judgements, comments and withdrawals: so two people's
    /// verdicts stay two, and equal ones support each other. A lead's decision may lift anybody's
    /// withdrawal.
    ///
    /// - Parameter shown: The siblings that the form showed, whatever has happened since.
    package static func named(
        of shown: [Sibling], field: FieldID, by author: PersonID, act: Act
    ) -> [EditID] {
        let rule = field.removalRule
        return shown.filter { rule.lets(author, act, remove: $0.author) }.map(\.edit)
    }

    /// What a judgement's form showed beside what the save replaces: what its writer knew.
    package static func known(
        judgements: [Sibling], decisions: [Sibling], by author: PersonID
    ) -> [EditID] {
        judgements.filter { $0.author != author }.map(\.edit) + decisions.map(\.edit)
    }

    /// The edits closed over what those that no server has applied had replaced themselves.
    ///
    /// Such an edit may be refused; what it replaced must then not come back beside
    /// the edit that replaced it.
    ///
    /// - Parameter notApplied: The laptop's changes of this record that no server has answered
    ///   `applied`: unanswered and refused ones.
    package static func closed(
        _ edits: [EditID], field: FieldID, over notApplied: [Change]
    ) -> [EditID] {
        guard !edits.isEmpty else { return [] }
        var named = Set(edits)
        var pending = edits
        while let edit = pending.popLast() {
            for change in notApplied where change.edit == edit {
                for write in change.body.writes where write.field == field {
                    for replaced in write.replaces where named.insert(replaced).inserted {
                        pending.append(replaced)
                    }
                }
            }
        }
        return named.sorted()
    }
}
