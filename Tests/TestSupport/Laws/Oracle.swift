package import Shared

/// What must live in one record, told by explicit sets of edits, without any clock.
///
/// The oracle law (docs/merge.md): the live writes of a register are exactly the accepted edits
/// that no accepted edit has replaced.
package struct Oracle: Sendable {
    /// What one edit means for one register: whether it adds a value, and which edits go.
    package struct Meaning: Hashable, Sendable {
        package let adds: Bool
        package let replaces: Set<EditID>

        package init(adds: Bool, replaces: Set<EditID>) {
            self.adds = adds
            self.replaces = replaces
        }
    }

    /// The accepted edits in the order of their acceptance.
    package private(set) var accepted: [EditID] = []
    private var meanings: [EditID: [FieldID: Meaning]] = [:]

    package init() {}

    /// Accepts an edit; one that was accepted before changes nothing.
    package mutating func accept(_ edit: EditID, meaning: [FieldID: Meaning]) {
        guard meanings[edit] == nil else { return }
        meanings[edit] = meaning
        accepted.append(edit)
    }

    package func hasAccepted(_ edit: EditID) -> Bool { meanings[edit] != nil }

    /// The edits whose write in this register must live.
    package func live(_ field: FieldID) -> Set<EditID> {
        var added: Set<EditID> = []
        var replaced: Set<EditID> = []
        for edit in accepted {
            guard let meaning = meanings[edit]?[field] else { continue }
            if meaning.adds { added.insert(edit) }
            replaced.formUnion(meaning.replaces)
        }
        return added.subtracting(replaced)
    }

    /// Edits that came after every edit that replaces them: each may stand as a sibling too many.
    package func late(_ field: FieldID) -> Set<EditID> {
        var replacedEarlier: Set<EditID> = []
        var removedInTime: Set<EditID> = []
        var present: Set<EditID> = []
        for edit in accepted {
            guard let meaning = meanings[edit]?[field] else { continue }
            removedInTime.formUnion(meaning.replaces.intersection(present))
            replacedEarlier.formUnion(meaning.replaces)
            if meaning.adds { present.insert(edit) }
        }
        return present.intersection(replacedEarlier).subtracting(removedInTime)
    }

    /// Every register that an accepted edit wrote, ascending.
    package var fields: [FieldID] {
        Set(accepted.flatMap { meanings[$0]?.keys.map(\.self) ?? [] }).sorted()
    }
}

extension Oracle.Meaning {
    /// What a write says, taken at its word; right where no form or unconfirmed edit is between.
    package init(_ write: Write) {
        self.init(adds: write.value != nil, replaces: Set(write.replaces))
    }
}

extension Change {
    /// The meaning of each of the change's writes, taken at its word.
    package var meaning: [FieldID: Oracle.Meaning] {
        body.writes.reduce(into: [:]) { $0[$1.field] = Oracle.Meaning($1) }
    }
}
