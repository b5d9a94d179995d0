/// The one container: what is live of everything that was said about one key.
///
/// A record keeps each change of which a write still lives, and which of its writes do. Registers
/// are a view over that (`siblings(of:)`), so record, wire and store have one shape.
package struct Record: Sendable {
    /// What it is about; only records of one key are ever joined.
    package let key: RecordKey
    /// The changes of this record that were applied, whether or not anything of them lives.
    package private(set) var context: VersionVector
    /// Changes with at least one live write, ascending by dot.
    package private(set) var changes: [LiveChange]

    /// The record of which nothing is known.
    package init(key: RecordKey) {
        self.key = key
        context = VersionVector()
        changes = []
    }

    /// Takes over a record as stored or sent.
    ///
    /// - Precondition: `changes` ascend by dot, belong to `key`, and `context` covers them.
    package init(key: RecordKey, context: VersionVector, changes: [LiveChange]) {
        self.key = key
        self.context = context
        self.changes = changes
    }

    /// Whether nothing was ever applied.
    package var isEmpty: Bool { context.entries.isEmpty }

    /// Applies one accepted change (docs/merge.md, "apply").
    ///
    /// A change that the context covers changes nothing. Otherwise each write removes the live
    /// writes that it names and adds its own. What the change had *seen* never enters the context.
    ///
    /// - Precondition: Changes of one replica arrive in the order of `n`.
    package mutating func apply(_ change: Change) {
        guard !context.covers(change.dot) else { return }
        for write in change.body.writes where !write.replaces.isEmpty {
            remove(write.replaces, from: write.field)
        }
        changes.removeAll { $0.live.isEmpty }
        let added = change.body.writes.indices.filter { change.body.writes[$0].value != nil }
        if !added.isEmpty {
            let place = changes.firstIndex { change.dot < $0.change.dot } ?? changes.endIndex
            changes.insert(LiveChange(change: change, live: added), at: place)
        }
        context.raise(to: change.dot)
    }

    /// The record with the change applied.
    package func applying(_ change: Change) -> Record {
        var result = self
        result.apply(change)
        return result
    }

    /// Unites two records of one key that met without their changes (docs/merge.md, "join").
    ///
    /// A live write stays when both have it, or when one has it and the other never saw it.
    package func joined(with other: Record) -> Record {
        precondition(key == other.key, "Only records of one key can be joined.")
        // By index: a change that is looked at is not copied, which would count its references.
        var merged: [LiveChange] = []
        merged.reserveCapacity(changes.count + other.changes.count)
        var (mine, theirs) = (0, 0)
        while mine < changes.count, theirs < other.changes.count {
            let (left, right) = (changes[mine].change.dot, other.changes[theirs].change.dot)
            if left < right {
                keep(mine, unlessSeenBy: other, in: &merged)
            } else if right < left {
                other.keep(theirs, unlessSeenBy: self, in: &merged)
            } else {
                let live = changes[mine].live.filter(other.changes[theirs].live.contains)
                if !live.isEmpty {
                    merged.append(LiveChange(change: changes[mine].change, live: live))
                }
            }
            if left <= right { mine += 1 }
            if right <= left { theirs += 1 }
        }
        for index in mine..<changes.count { keep(index, unlessSeenBy: other, in: &merged) }
        for index in theirs..<other.changes.count {
            other.keep(index, unlessSeenBy: self, in: &merged)
        }
        return Record(key: key, context: context.joined(with: other.context), changes: merged)
    }

    private func keep(
        _ index: Int, unlessSeenBy other: Record, in merged: inout [LiveChange]
    ) {
        guard !other.context.covers(changes[index].change.dot) else { return }
        merged.append(changes[index])
    }

    private mutating func remove(_ edits: [EditID], from field: FieldID) {
        for index in changes.indices where edits.contains(changes[index].change.edit) {
            let writes = changes[index].change.body.writes
            changes[index].live.removeAll { writes[$0].field == field }
        }
    }
}

/// A change of which something still lives.
package struct LiveChange: Sendable {
    package let change: Change
    /// Indexes into the change's writes that are live, ascending.
    package var live: [Int]

    package init(change: Change, live: [Int]) {
        self.change = change
        self.live = live
    }
}

extension Record: Equatable {
    /// Equal content: the same context and the same live writes of the same changes.
    package static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.context == right.context
            && left.changes.elementsEqual(right.changes) {
                $0.change == $1.change && $0.live == $1.live
            }
    }
}
