package import Shared

/// What persons did and meant, told by their deeds alone; the world's memory, no laptop's.
package struct Ledger: Sendable {
    /// One deed of a person, whatever dots it later travels under.
    package struct Entry: Sendable {
        package let key: RecordKey
        package let author: PersonID
        /// What the person meant by it, register by register.
        package let meaning: [FieldID: Oracle.Meaning]
        /// The others' judgements and the decisions that stood on the form when she judged.
        package let knew: Set<Deed>
        /// Whether its content is one that the server must reject.
        package let isInvalid: Bool
        /// Every dot it was written or issued again under.
        package fileprivate(set) var dots: Set<Dot> = []

        package init(
            key: RecordKey, author: PersonID, meaning: [FieldID: Oracle.Meaning],
            knew: Set<Deed>, isInvalid: Bool
        ) {
            self.key = key
            self.author = author
            self.meaning = meaning
            self.knew = knew
            self.isInvalid = isInvalid
        }
    }

    private var entries: [Deed: Entry] = [:]
    /// Which deed an edit id stands for: to read `knew` in a test's words, for nothing else.
    package private(set) var deeds: [EditID: Deed] = [:]

    package init() {}

    package subscript(deed: Deed) -> Entry? { entries[deed] }

    /// The number of the next thing that somebody does.
    package var next: Deed { Deed(entries.count + 1) }

    /// Takes note of what a person did, or that it travels under one more dot.
    package mutating func note(_ change: Change, _ entry: @autoclosure () -> Entry?) {
        if entries[change.deed] == nil { entries[change.deed] = entry() }
        entries[change.deed]?.dots.insert(change.dot)
        deeds[change.edit] = change.deed
    }

    package func meaning(_ deed: Deed) -> [FieldID: Oracle.Meaning] {
        entries[deed]?.meaning ?? [:]
    }

    /// How many judgements somebody has given in a record.
    package func judgements(of author: PersonID, in key: RecordKey) -> Int {
        entries.values.count {
            $0.key == key && $0.author == author && $0.meaning[Sample.judgement] != nil
        }
    }

    /// What a person means to replace who saw these deeds.
    ///
    /// Told once more, apart from `Replacement`, so that each is checked by the other: of
    /// judgements and withdrawals her own, unless she lifts withdrawals as a lead.
    package func replaced(
        in field: FieldID, of author: PersonID, deciding: Bool, seeing shown: [Deed],
        isConfirmed: (Deed) -> Bool
    ) -> Set<Deed> {
        var replaced = Set(shown)
        if field == Sample.judgement || (field == Sample.withdrawn && !deciding) {
            replaced = replaced.filter { entries[$0]?.author == author }
        }
        var frontier = replaced
        while let deed = frontier.popFirst() {
            guard !isConfirmed(deed), let meaning = entries[deed]?.meaning[field] else { continue }
            frontier.formUnion(meaning.replaces.subtracting(replaced))
            replaced.formUnion(meaning.replaces)
        }
        return replaced
    }
}
