/// One live write of a register, with what readers and policies ask about it.
package struct Sibling: Hashable, Sendable {
    package let field: FieldID
    package let dot: Dot
    package let edit: EditID
    /// Whose word it is; somebody else may have carried it.
    package let author: PersonID
    /// What was written; a write that only removes is no sibling.
    package let value: FieldValue
    /// What the writer had seen.
    package let sees: VersionVector
    /// Unix milliseconds on the writer's clock.
    package let wallTime: Int64

    /// Puts one together that may have gone from its record since.
    package init(
        field: FieldID, dot: Dot, edit: EditID, author: PersonID, value: FieldValue,
        sees: VersionVector, wallTime: Int64
    ) {
        self.field = field
        self.dot = dot
        self.edit = edit
        self.author = author
        self.value = value
        self.sees = sees
        self.wallTime = wallTime
    }
}

extension Record {
    /// The live writes of one register, ascending by dot; two with one edit id count once.
    package func siblings(of field: FieldID) -> [Sibling] {
        var found: [Sibling] = []
        for entry in changes {
            let writes = entry.change.body.writes
            for index in entry.live where writes[index].field == field {
                append(writes[index], of: entry.change, to: &found)
            }
        }
        return found
    }

    /// Every register with its live writes, ascending by field, then dot.
    package func registers() -> [(field: FieldID, siblings: [Sibling])] {
        var byField: [FieldID: [Sibling]] = [:]
        for entry in changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                append(write, of: entry.change, to: &byField[write.field, default: []])
            }
        }
        return byField.sorted { $0.key < $1.key }.map { (field: $0.key, siblings: $0.value) }
    }

    private func append(_ write: Write, of change: Change, to siblings: inout [Sibling]) {
        guard let value = write.value, !siblings.contains(where: { $0.edit == change.edit }) else {
            return
        }
        siblings.append(
            Sibling(
                field: write.field, dot: change.dot, edit: change.edit,
                author: change.body.author, value: value, sees: change.body.sees,
                wallTime: change.body.wallTime))
    }
}
