import Shared

/// What should be live, told without clocks: explicit sets of edits and what each replaced.
///
/// An edit is live when the server accepted it and no accepted edit has replaced it. What an edit
/// replaced is what its form showed, and whatever those edits had replaced in turn.
struct Oracle {
    private struct Edit {
        let field: FieldID
        let key: RecordKey
        let adds: Bool
        let replaced: Set<EditID>
    }

    /// One entry for each write of each change, by edit and field.
    private var edits: [EditID: [Edit]] = [:]
    /// Which edits were written under a number; several where a laptop had a twin.
    private var written: [Dot: Set<EditID>] = [:]
    /// Each as it was written first.
    private var changes: [EditID: Change] = [:]
    /// What the server said of a change.
    private var outcomes: [EditID: Trail.Outcome] = [:]

    /// Notes a saved change; `replaced` is what its form showed, field by field.
    mutating func note(_ change: Change, replaced: [FieldID: Set<EditID>]) {
        note(writing: change)
        changes[change.edit] = change
        edits[change.edit] = change.body.writes.map { write in
            Edit(
                field: write.field, key: change.key, adds: write.value != nil,
                replaced: replaced[write.field] ?? [])
        }
    }

    /// Notes under which number a change was written, first or again.
    mutating func note(writing change: Change) {
        written[change.dot, default: []].insert(change.edit)
    }

    /// Whether nobody else can have written another change under a change's number.
    func isAlone(_ change: Change) -> Bool { written[change.dot, default: []].count <= 1 }

    /// Notes what became of a change.
    ///
    /// Of an edit that was issued again, the server applies one writing and knows the others.
    mutating func note(_ edit: EditID, _ outcome: Trail.Outcome) {
        guard outcomes[edit] != .applied else { return }
        outcomes[edit] = outcome
    }

    /// Forgets what became of an edit that only a lost laptop and a restored server had.
    mutating func forget(_ edit: EditID) {
        outcomes[edit] = nil
    }

    /// The changes of which a server has said anything.
    func answered() -> [Change] {
        outcomes.keys.compactMap { changes[$0] }
    }

    /// Takes an adoption back that only a restored server had.
    mutating func setAside(_ edit: EditID) {
        outcomes[edit] = .quarantined
    }

    /// Whether the server once applied an edit.
    func isAccepted(_ edit: EditID) -> Bool { outcomes[edit] == .applied }

    /// Whether the server said no to an edit.
    func isRefused(_ edit: EditID) -> Bool {
        switch outcomes[edit] {
        case .rejected, .quarantined: true
        case .applied, .again, nil: false
        }
    }

    /// The edits that were said to be saved, and that the server has never seen.
    func unknownToServer() -> Set<EditID> {
        Set(edits.keys).subtracting(outcomes.keys)
    }

    /// The edits that must be live, by record and field; fields without any are left out.
    func live() -> [RecordKey: [FieldID: Set<EditID>]] {
        var live: [RecordKey: [FieldID: Set<EditID>]] = [:]
        var gone: [FieldID: Set<EditID>] = [:]
        let accepted = edits.filter { outcomes[$0.key] == .applied }
        for edit in accepted.values.joined() {
            gone[edit.field, default: []].formUnion(closure(of: edit.replaced, field: edit.field))
        }
        for (id, writes) in accepted {
            for edit in writes where edit.adds && gone[edit.field]?.contains(id) != true {
                live[edit.key, default: [:]][edit.field, default: []].insert(id)
            }
        }
        return live
    }

    /// The edits that some accepted edit had replaced.
    func replaced() -> Set<EditID> {
        var gone: Set<EditID> = []
        for (edit, writes) in edits where outcomes[edit] == .applied {
            for write in writes { gone.formUnion(closure(of: write.replaced, field: write.field)) }
        }
        return gone
    }

    /// Edits and all that those, refused or not, had replaced before.
    private func closure(of replaced: Set<EditID>, field: FieldID) -> Set<EditID> {
        var result = replaced
        var pending = Array(replaced)
        while let id = pending.popLast() {
            for edit in edits[id] ?? [] where edit.field == field {
                for older in edit.replaced where result.insert(older).inserted {
                    pending.append(older)
                }
            }
        }
        return result
    }
}
