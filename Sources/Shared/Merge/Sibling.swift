/// One live write of a register, with what readers and policies ask about it.
package struct Sibling: Hashable, Sendable {
    package let field: FieldID
    /// Its lowest one; an edit that was issued again can have several.
    package let dot: Dot
    package let edit: EditID
    /// Whose word it is; somebody else may have carried it.
    package let author: PersonID
    /// As what it was written; a lead's word counts where it is `decision`.
    package let act: Act
    /// What was written; a write that only removes is no sibling.
    package let value: FieldValue
    /// The other judgements and decisions that its form showed, ascending.
    package let knew: [EditID]
    package let sees: VersionVector
    /// Unix milliseconds on the writer's clock.
    package let wallTime: Int64
    /// Where it comes from, while nothing shows that it is its author's; nil for all else.
    package let unplaced: UnplacedOrigin?

    /// Puts one together that may have gone from its record since.
    package init(
        field: FieldID, dot: Dot, edit: EditID, author: PersonID, act: Act = .edit,
        value: FieldValue, knew: [EditID] = [], sees: VersionVector, wallTime: Int64,
        unplaced: UnplacedOrigin? = nil
    ) {
        self.field = field
        self.dot = dot
        self.edit = edit
        self.author = author
        self.act = act
        self.value = value
        self.knew = knew
        self.sees = sees
        self.wallTime = wallTime
        self.unplaced = unplaced
    }
}

extension Record {
    /// The live writes of one register that are shown, ascending by dot.
    ///
    /// Two with one edit id count once. One that another live write names is not shown: a join, or
    /// an edit that came after its replacer, can leave such a pair.
    package func siblings(of field: FieldID) -> [Sibling] {
        var register = LiveRegister()
        for entry in changes {
            let writes = entry.change.body.writes
            for index in entry.live where writes[index].field == field {
                register.add(entry.change, index)
            }
        }
        return register.siblings(of: field)
    }

    /// The same of several registers, in one pass.
    package func siblings(of fields: Set<FieldID>) -> [FieldID: [Sibling]] {
        let registers = liveRegisters(where: fields.contains)
        return Dictionary(
            uniqueKeysWithValues: registers.map { ($0.key, $0.value.siblings(of: $0.key)) })
    }

    /// Every register with its live writes that are shown, ascending by field, then dot.
    package func registers() -> [(field: FieldID, siblings: [Sibling])] {
        liveRegisters { _ in true }.sorted { $0.key < $1.key }.map {
            (field: $0.key, siblings: $0.value.siblings(of: $0.key))
        }
    }

    private func liveRegisters(where isWanted: (FieldID) -> Bool) -> [FieldID: LiveRegister] {
        var registers: [FieldID: LiveRegister] = [:]
        for entry in changes {
            for index in entry.live {
                let field = entry.change.body.writes[index].field
                guard isWanted(field) else { continue }
                registers[field, default: LiveRegister()].add(entry.change, index)
            }
        }
        return registers
    }

    /// A write that stood somewhere, and whose it was.
    package typealias GoneWrite = (field: FieldID, edit: EditID, author: PersonID)

    /// What took each of these away, as far as what lives tells.
    ///
    /// It has something else in its place, or said that beside what else it says. Who may not take
    /// one did not.
    package func takers(of gone: [GoneWrite]) -> [Change?] {
        var takers = [Change?](repeating: nil, count: gone.count)
        let places = Dictionary(grouping: gone.indices) { gone[$0].edit }
        for entry in changes where entry.change.unplacedOrigin == nil {
            let body = entry.change.body
            for write in body.writes {
                let rule = write.field.removalRule
                for place in write.replaces.lazy.compactMap({ places[$0] }).joined()
                where gone[place].field == write.field
                    && rule.lets(body.author, body.act, remove: gone[place].author)
                {
                    takers[place] = entry.change
                }
            }
        }
        return takers
    }

    /// What of it a version covers, as far as it still lives.
    package func covered(by version: VersionVector) -> Record {
        Record(
            key: key, context: version, changes: changes.filter { version.covers($0.change.dot) })
    }
}

/// The live writes of one register, as they are collected.
private struct LiveRegister {
    private var writes: [(change: Change, write: Write)] = []
    private var hasReissues = false
    private var hasNames = false
    /// Edits that live under a dot which shows that they are their author's; known only where some
    /// other dot does not.
    private var placed: Set<EditID>?

    mutating func add(_ change: Change, _ index: Int) {
        let write = change.body.writes[index]
        writes.append((change, write))
        if change.first != nil { hasReissues = true }
        if change.unplacedOrigin != nil, placed == nil {
            placed = Set(writes.lazy.map(\.change).filter { $0.unplacedOrigin == nil }.map(\.edit))
        } else if change.unplacedOrigin == nil {
            placed?.insert(change.edit)
        }
        if !write.replaces.isEmpty { hasNames = true }
    }

    func siblings(of field: FieldID) -> [Sibling] {
        var seen: Set<EditID> = []
        let named = hasNames && writes.count > 1 ? named(in: field) : []
        return writes.compactMap { change, write in
            let edit = change.edit
            guard let value = write.value, !named.contains(edit),
                !hasReissues || seen.insert(edit).inserted
            else { return nil }
            return Sibling(
                field: field, dot: change.dot, edit: edit, author: change.body.author,
                act: change.body.act, value: value, knew: write.knew, sees: change.body.sees,
                wallTime: change.body.wallTime, unplaced: origin(of: change))
        }
    }

    private func origin(of change: Change) -> UnplacedOrigin? {
        guard let origin = change.unplacedOrigin, placed?.contains(change.edit) != true
        else { return nil }
        return origin
    }

    /// The edits here that another live write names and may hide, in all their dots.
    private func named(in field: FieldID) -> Set<EditID> {
        // Of an edit's dots one that shows whose it is, where there is one.
        var changes: [EditID: Change] = [:]
        for (change, _) in writes
        where changes[change.edit].map({ $0.unplacedOrigin != nil }) ?? true {
            changes[change.edit] = change
        }
        var named: Set<EditID> = []
        for (change, write) in writes {
            for edit in write.replaces where edit != change.edit {
                guard let other = changes[edit], change.mayHide(other, of: field)
                else { continue }
                named.insert(edit)
            }
        }
        return named
    }
}
