package import Shared

/// What persons did and meant, told by edits alone; the world's memory, which no laptop reads.
package struct Ledger: Sendable {
    /// One act of a person, whatever dots it later travels under.
    package struct Entry: Sendable {
        package let key: RecordKey
        package let author: PersonID
        /// What the person meant by it, register by register.
        package let meaning: [FieldID: Oracle.Meaning]
        package let values: [FieldID: FieldValue]
        /// Every edit of the record that stood in, or was replaced by, what the form showed.
        package let saw: Set<EditID>
        /// Whether its content is one that the server must reject.
        package let isInvalid: Bool
        /// Every dot it was written or re-issued under.
        package fileprivate(set) var dots: Set<Dot>

        package init(
            key: RecordKey, author: PersonID, meaning: [FieldID: Oracle.Meaning],
            values: [FieldID: FieldValue], saw: Set<EditID>, isInvalid: Bool
        ) {
            self.key = key
            self.author = author
            self.meaning = meaning
            self.values = values
            self.saw = saw
            self.isInvalid = isInvalid
            dots = []
        }
    }

    private var entries: [EditID: Entry] = [:]

    package init() {}

    package subscript(edit: EditID) -> Entry? { entries[edit] }

    /// Takes note of a person's act, or that a known one travels under one more dot.
    package mutating func note(_ change: Change, _ entry: @autoclosure () -> Entry?) {
        if entries[change.edit] == nil { entries[change.edit] = entry() }
        entries[change.edit]?.dots.insert(change.dot)
    }

    package func meaning(_ edit: EditID) -> [FieldID: Oracle.Meaning] {
        entries[edit]?.meaning ?? [:]
    }

    /// What a person means to replace who saw these edits and writes this value.
    ///
    /// Told once more, apart from `Replacement`, so that each is checked by the other.
    package func replaced(
        by value: FieldValue?, in field: FieldID, of author: PersonID, seeing shown: [EditID],
        isConfirmed: (EditID) -> Bool
    ) -> Set<EditID> {
        var replaced = Set(shown)
        if field == Sample.judgement {
            let values = Set(shown.compactMap { entries[$0]?.values[field] })
            let isRetest = values.count == 1 && value != nil && values.first != value
            if !isRetest { replaced = replaced.filter { entries[$0]?.author == author } }
        }
        var frontier = replaced
        while let edit = frontier.popFirst() {
            guard !isConfirmed(edit), let meaning = entries[edit]?.meaning[field] else { continue }
            frontier.formUnion(meaning.replaces.subtracting(replaced))
            replaced.formUnion(meaning.replaces)
        }
        return replaced
    }
}
