/// What a save names (docs/merge.md): exactly the siblings that its form showed.
package enum Replacement {
    /// The edits that saving a judgement replaces.
    ///
    /// One value shown: another value replaces all that was shown, the same value only one's own
    /// (an endorsement; both supporters stay). Several values shown: only one's own, because only a
    /// decision settles. A removal takes only one's own.
    ///
    /// - Parameter shown: The siblings that the form showed, whatever has happened since.
    package static func ofJudgement(
        _ judgement: Judgement?, shown: [Sibling], by author: PersonID
    ) -> [EditID] {
        guard !shown.isEmpty else { return [] }
        let own = shown.filter { $0.author == author }
        guard let judgement, Set(shown.map(\.value)).count == 1,
            shown[0].value != .judgement(judgement)
        else { return own.map(\.edit) }
        return shown.map(\.edit)
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

    /// Whether an ordinary change would settle a conflict, which only a decision may.
    ///
    /// True when, of the judgements live now that the change saw or names, two have different
    /// values and it names one that is somebody else's. Names no longer live do not count. What the
    /// change calls itself does not matter: `Change.check` leaves no judgement to a decision.
    package static func settlesConflict(_ change: Change, in record: Record) -> Bool {
        change.body.writes.contains { write in
            guard write.field.name == .judgement, !write.replaces.isEmpty else { return false }
            let known = record.siblings(of: write.field).filter {
                change.body.sees.covers($0.dot) || write.replaces.contains($0.edit)
            }
            return Set(known.map(\.value)).count > 1
                && known.contains {
                    write.replaces.contains($0.edit) && $0.author != change.body.author
                }
        }
    }
}
