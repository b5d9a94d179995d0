package import Shared

/// One thing that somebody did, by a number that the test gave it.
///
/// It travels as the wall time of what was written, which no rule reads: so the oracle needs none
/// of the keys by which the code knows a change.
package typealias Deed = Int64

extension Change {
    package var deed: Deed { body.wallTime }
}

extension Sibling {
    package var deed: Deed { wallTime }
}

/// What must live in one record, told by explicit sets of deeds, without any clock.
///
/// The oracle law (docs/merge.md): in each register, the words that live are exactly those of the
/// accepted deeds that no accepted deed has replaced.
package struct Oracle: Sendable {
    /// What somebody said in one register; tests let nobody say one thing twice there.
    package struct Word: Hashable, Sendable {
        package let author: PersonID
        package let value: FieldValue

        package init(author: PersonID, value: FieldValue) {
            self.author = author
            self.value = value
        }
    }

    /// What one deed means for one register: what it says, nil for a removal, and which deeds go.
    package struct Meaning: Hashable, Sendable {
        package let says: Word?
        package let replaces: Set<Deed>

        package init(says: Word?, replaces: Set<Deed>) {
            self.says = says
            self.replaces = replaces
        }
    }

    /// The accepted deeds in the order of their acceptance.
    package private(set) var accepted: [Deed] = []
    private var meanings: [Deed: [FieldID: Meaning]] = [:]

    package init() {}

    /// Accepts a deed; one that was accepted before changes nothing.
    package mutating func accept(_ deed: Deed, meaning: [FieldID: Meaning]) {
        guard meanings[deed] == nil else { return }
        meanings[deed] = meaning
        accepted.append(deed)
    }

    package func hasAccepted(_ deed: Deed) -> Bool { meanings[deed] != nil }

    /// What must live in this register.
    package func live(_ field: FieldID) -> Set<Word> {
        words(of: liveDeeds(field), field)
    }

    /// What may stand too many: deeds that came after all that replace them, none of which stood.
    package func late(_ field: FieldID) -> Set<Word> {
        words(of: standing(field).subtracting(liveDeeds(field)), field)
    }

    /// What these siblings lack, and which of them are too many, by author and value.
    package func differences(
        from siblings: [Sibling], in field: FieldID
    ) -> (lost: Set<Word>, extra: [Sibling]) {
        let expected = live(field)
        var missing = expected
        var extra: [Sibling] = []
        for sibling in siblings {
            let word = Word(author: sibling.author, value: sibling.value)
            if missing.remove(word) == nil { extra.append(sibling) }
        }
        return (missing, extra)
    }

    /// Whether one that stands now replaces this deed: then nobody may be shown it.
    package func isReplaced(_ deed: Deed, byOneOf siblings: [Sibling], in field: FieldID) -> Bool {
        siblings.contains { meanings[$0.deed]?[field]?.replaces.contains(deed) ?? false }
    }

    private func liveDeeds(_ field: FieldID) -> Set<Deed> {
        var said: Set<Deed> = []
        var replaced: Set<Deed> = []
        for deed in accepted {
            guard let meaning = meanings[deed]?[field] else { continue }
            if meaning.says != nil { said.insert(deed) }
            replaced.formUnion(meaning.replaces)
        }
        return said.subtracting(replaced)
    }

    /// What a server shows that took the deeds in this order.
    private func standing(_ field: FieldID) -> Set<Deed> {
        var standing: Set<Deed> = []
        for deed in accepted {
            guard let meaning = meanings[deed]?[field] else { continue }
            standing.subtract(meaning.replaces)
            let isNamed = standing.contains {
                meanings[$0]?[field]?.replaces.contains(deed) ?? false
            }
            if meaning.says != nil, !isNamed { standing.insert(deed) }
        }
        return standing
    }

    private func words(of deeds: Set<Deed>, _ field: FieldID) -> Set<Word> {
        Set(deeds.compactMap { meanings[$0]?[field]?.says })
    }
}

extension Change {
    /// The meaning of each of the change's writes, taken at its word.
    ///
    /// Right where no form or unconfirmed edit is between, and nobody names what is not hers.
    package func meaning(_ deeds: [EditID: Deed]) -> [FieldID: Oracle.Meaning] {
        body.writes.reduce(into: [:]) { result, write in
            result[write.field] = Oracle.Meaning(
                says: write.value.map { Oracle.Word(author: body.author, value: $0) },
                replaces: Set(write.replaces.compactMap { deeds[$0] }))
        }
    }
}
