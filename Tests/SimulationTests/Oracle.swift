import Shared
import TestSupport

/// What should be live, told without clocks, vectors and edit ids: explicit sets of deeds, what
/// each says, and what each replaced.
///
/// A deed is live when the server accepted it and no accepted deed has replaced it. What a deed
/// replaced is what its form showed, and whatever those deeds had replaced in turn. It shares no
/// key with the code: a deed is known by the time that the test gave it, which no rule reads.
struct Oracle {
    /// What somebody said in one register.
    struct Word: Hashable {
        let author: PersonID
        let value: FieldValue
    }

    /// What one deed means for one register.
    struct Meaning {
        /// Nil for a removal.
        let word: Word?
        let replaced: Set<Deed>
        /// What its author had said under another id, which a change of its own takes away.
        var former: Set<Deed> = []
        /// What a withdrawal lists, and what a decision settles.
        var about: Set<Deed> = []
        var names: Set<Deed> { replaced.union(former) }
    }

    private struct Entry {
        let key: RecordKey
        let act: Act
        let meanings: [FieldID: Meaning]
    }

    /// Everything that was ever said.
    private var entries: [Deed: Entry] = [:]
    /// Which deeds were written under a number; several where a laptop had a twin.
    private var written: [Dot: Set<Deed>] = [:]
    /// Each as it was written first.
    private var changes: [Deed: Change] = [:]
    /// What the server said of a deed.
    private var outcomes: [Deed: Trail.Outcome] = [:]
    /// Deeds that a lead adopted while nothing showed whose they are: they take the place of what
    /// came by the same chain in the same way, and of nothing else.
    private var unplaced: Set<Deed> = []

    /// Notes a saved change and what it meant, field by field.
    ///
    /// One save of a person who has two ids is one deed, and may be two changes.
    mutating func note(_ change: Change, _ meanings: [FieldID: Meaning]) {
        note(writing: change)
        changes[change.deed] = change
        let before = entries[change.deed]?.meanings ?? [:]
        entries[change.deed] = Entry(
            key: change.key, act: change.body.act, meanings: before.merging(meanings) { $1 })
    }

    /// The deeds that took something away under another id of their author's.
    var ofTwoChanges: Set<Deed> {
        Set(entries.filter { $0.value.meanings.values.contains { !$0.former.isEmpty } }.keys)
    }

    /// Notes that of a deed of two changes only the word is left, as a torn journal leaves it.
    mutating func noteHalf(_ deed: Deed) {
        guard let entry = entries[deed] else { return }
        let meanings = entry.meanings.mapValues {
            Meaning(word: $0.word, replaced: $0.replaced, about: $0.about)
        }
        entries[deed] = Entry(key: entry.key, act: entry.act, meanings: meanings)
    }

    /// Notes under which number a change was written, first or again.
    mutating func note(writing change: Change) {
        written[change.dot, default: []].insert(change.deed)
    }

    /// Whether nobody else can have written another change under a change's number.
    func isAlone(_ change: Change) -> Bool { written[change.dot, default: []].count <= 1 }

    // MARK: Outcomes

    /// Notes what became of a deed.
    ///
    /// Of one that was issued again, the server applies one writing and knows the others.
    mutating func note(_ deed: Deed, _ outcome: Trail.Outcome) {
        guard outcomes[deed] != .applied else { return }
        outcomes[deed] = outcome
    }

    /// Notes that a lead adopted a deed of which nothing shows whose it is.
    mutating func note(unplaced deed: Deed) { unplaced.insert(deed) }

    /// Notes that a chain of its author's own has brought a deed.
    mutating func note(placed deed: Deed) { unplaced.remove(deed) }

    /// Whether two deeds came by one chain of which nothing shows whose it is.
    func isUnplaced(_ deed: Deed, with other: Deed) -> Bool {
        unplaced.contains(deed) && unplaced.contains(other)
            && changes[deed]?.firstDot.replica == changes[other]?.firstDot.replica
    }

    /// Whether nothing shows that a deed is its author's.
    func isUnplaced(_ deed: Deed) -> Bool { unplaced.contains(deed) }

    /// Forgets what became of a deed that only a lost laptop and a restored server had.
    mutating func forget(_ deed: Deed) { outcomes[deed] = nil }

    /// Takes an adoption back that only a restored server had.
    mutating func setAside(_ deed: Deed) { outcomes[deed] = .quarantined }

    /// The changes of which a server has said anything.
    func answered() -> [Change] { outcomes.keys.compactMap { changes[$0] } }

    /// Whether the server once applied a deed.
    func isAccepted(_ deed: Deed) -> Bool { outcomes[deed] == .applied }

    /// Whether the server has said anything of a deed.
    func isAnswered(_ deed: Deed) -> Bool { outcomes[deed] != nil }

    /// Whose accepted deeds have taken a word of a register away.
    func takers(of deed: Deed, in field: FieldID) -> Set<PersonID> {
        Set(
            entries.compactMap { other, entry in
                guard outcomes[other] == .applied, let meaning = entry.meanings[field],
                    taken(by: other, meaning, field: field).contains(deed)
                else { return nil }
                return changes[other]?.body.author
            })
    }

    /// Whether the server said no to a deed.
    func isRefused(_ deed: Deed) -> Bool {
        switch outcomes[deed] {
        case .rejected, .quarantined: true
        case .applied, .again, nil: false
        }
    }

    /// The deeds that were said to be saved, and that the server has never seen.
    func unknownToServer() -> Set<Deed> { Set(entries.keys).subtracting(outcomes.keys) }

    // MARK: What must live

    /// The deeds that must be live, by record and field; fields without any are left out.
    func live() -> [RecordKey: [FieldID: Set<Deed>]] {
        var live: [RecordKey: [FieldID: Set<Deed>]] = [:]
        var gone: [FieldID: Set<Deed>] = [:]
        let accepted = entries.filter { outcomes[$0.key] == .applied }
        for (deed, entry) in accepted {
            for (field, meaning) in entry.meanings {
                gone[field, default: []].formUnion(taken(by: deed, meaning, field: field))
            }
        }
        for (deed, entry) in accepted {
            for (field, meaning) in entry.meanings
            where meaning.word != nil && gone[field]?.contains(deed) != true {
                live[entry.key, default: [:]][field, default: []].insert(deed)
            }
        }
        return live
    }

    /// What a deed says in a register; nil for a removal, and for what nobody ever said.
    func word(_ deed: Deed, in field: FieldID) -> Word? { entries[deed]?.meanings[field]?.word }

    /// What a withdrawal lists, and what a decision settles.
    func about(_ deed: Deed, in field: FieldID) -> Set<Deed> {
        entries[deed]?.meanings[field]?.about ?? []
    }

    /// The register in which a deed withdraws something.
    func withdrawalField(_ deed: Deed) -> FieldID {
        entries[deed]?.meanings.keys.first { $0.name == .withdrawn } ?? FieldID(.withdrawn)
    }

    /// As what somebody did it; nil for what nobody ever did.
    func act(_ deed: Deed) -> Act? { entries[deed]?.act }

    /// Whether a deed did nothing but take away, and of what it took away nothing is in a record.
    func isRemoval(_ deed: Deed, doneIn record: Record) -> Bool {
        guard let meanings = entries[deed]?.meanings, outcomes[deed] == nil,
            meanings.values.allSatisfy({ $0.word == nil })
        else { return false }
        return meanings.allSatisfy { field, meaning in
            record.siblings(of: field).allSatisfy { !meaning.names.contains($0.deed) }
        }
    }

    /// The deeds that some accepted deed had replaced.
    func replaced() -> Set<Deed> {
        var gone: Set<Deed> = []
        for (deed, entry) in entries where outcomes[deed] == .applied {
            for (field, meaning) in entry.meanings {
                gone.formUnion(taken(by: deed, meaning, field: field))
            }
        }
        return gone
    }

    /// What a deed has taken the place of in a register.
    private func taken(by deed: Deed, _ meaning: Meaning, field: FieldID) -> Set<Deed> {
        let named = closure(of: meaning.names, field: field)
        return unplaced.contains(deed) ? named.filter { isUnplaced(deed, with: $0) } : named
    }

    /// Deeds and all that those, refused or not, had replaced before.
    private func closure(of replaced: Set<Deed>, field: FieldID) -> Set<Deed> {
        var result = replaced
        var pending = Array(replaced)
        while let deed = pending.popLast() {
            for older in entries[deed]?.meanings[field]?.names ?? []
            where result.insert(older).inserted {
                pending.append(older)
            }
        }
        return result
    }
}
