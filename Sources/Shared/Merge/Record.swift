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
    /// How many writes live, each dot of an edit counted.
    package private(set) var liveWrites: Int
    /// Measured bytes of all changes here; never less than any author's share of them.
    package private(set) var liveBytes: Int

    package init(key: RecordKey) { self.init(key: key, context: VersionVector(), changes: []) }

    /// Takes over a record as stored or sent.
    ///
    /// - Precondition: `changes` ascend by dot, belong to `key`, and `context` covers them.
    package init(key: RecordKey, context: VersionVector, changes: [LiveChange]) {
        self.key = key
        self.context = context
        self.changes = changes
        liveWrites = 0
        liveBytes = 0
        // By index: a change that is looked at is not copied, which would count its references.
        for index in changes.indices {
            liveWrites += changes[index].live.count
            liveBytes += changes[index].change.measuredBytes
        }
    }

    package var isEmpty: Bool { context.entries.isEmpty }

    /// Applies one accepted change (docs/merge.md, "apply").
    ///
    /// A change that the context covers changes nothing. Otherwise each write removes the live
    /// writes that it names and may remove (`Change.mayRemove`), and adds its own, unless one that
    /// lives names that already, and may. What the change had *seen* never enters the context.
    ///
    /// - Precondition: Changes of one replica arrive in the order of `n`.
    package mutating func apply(_ change: Change) {
        guard !context.covers(change.dot) else { return }
        let writes = change.body.writes
        if writes.contains(where: { !$0.replaces.isEmpty }) { removeNamed(by: change) }
        let named = namedWrites(of: change)
        let added = writes.indices.filter { writes[$0].value != nil && !named.contains($0) }
        insert(LiveChange(change: change, live: added))
        context.raise(to: change.dot)
    }

    /// Applies a change whose edit is known already: where that lives, it gains this dot.
    ///
    /// Nothing comes back. Without the second dot a join with a record that knows the edit under
    /// this dot alone would take it away from both. Nothing is removed either, unless this is the
    /// first dot here that shows the edit to be its author's: what it names has stayed until now.
    package mutating func applyAgain(_ change: Change) {
        guard !context.covers(change.dot) else { return }
        var live: Set<Int> = []
        var isPlaced = false
        for entry in changes where entry.change.edit == change.edit {
            live.formUnion(entry.live)
            if entry.change.unplacedOrigin == nil { isPlaced = true }
        }
        if !isPlaced { removeNamed(by: change) }
        insert(LiveChange(change: change, live: live.sorted()))
        context.raise(to: change.dot)
    }

    package func applying(_ change: Change) -> Record {
        var result = self
        result.apply(change)
        return result
    }

    /// Unites two records of one key that met without their changes (docs/merge.md, "join").
    ///
    /// A live write stays when both have it, or when one has it and the other never saw it.
    ///
    /// - Parameter proves: Whether what the other covers under a dot is what this one has there.
    ///   Where two histories may have one number, what lives here stays.
    package func joined(with other: Record, where proves: (Dot) -> Bool = { _ in true }) -> Record {
        precondition(key == other.key, "Only records of one key can be joined.")
        var merged: [LiveChange] = []
        merged.reserveCapacity(changes.count + other.changes.count)
        var mine = 0
        var theirs = 0
        while mine < changes.count, theirs < other.changes.count {
            let left = changes[mine].change.dot
            let right = other.changes[theirs].change.dot
            if left < right {
                keep(mine, unlessSeenBy: other, where: proves, in: &merged)
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
        for index in mine..<changes.count {
            keep(index, unlessSeenBy: other, where: proves, in: &merged)
        }
        for index in theirs..<other.changes.count {
            other.keep(index, unlessSeenBy: self, in: &merged)
        }
        return Record(key: key, context: context.joined(with: other.context), changes: merged)
    }

    private func keep(
        _ index: Int, unlessSeenBy other: Record, where proves: (Dot) -> Bool = { _ in true },
        in merged: inout [LiveChange]
    ) {
        let dot = changes[index].change.dot
        guard !other.context.covers(dot) || !proves(dot) else { return }
        merged.append(changes[index])
    }

    private mutating func insert(_ entry: LiveChange) {
        guard !entry.live.isEmpty else { return }
        let dot = entry.change.dot
        let place = changes.lastIndex { $0.change.dot < dot }.map { $0 + 1 } ?? 0
        changes.insert(entry, at: place)
        liveWrites += entry.live.count
        liveBytes += entry.change.measuredBytes
    }

    /// Takes away what a change names, in one pass, however many writes it has.
    private mutating func removeNamed(by change: Change) {
        guard change.unplacedOrigin == nil else { return }
        let body = change.body
        let naming = body.naming
        var isBare = false
        for index in changes.indices {
            guard let places = naming[changes[index].change.edit] else { continue }
            let named = changes[index].change
            let other = named.body
            let fields = places.map { body.writes[$0].field }.filter {
                change.mayRemove(named, of: $0)
            }
            let before = changes[index].live.count
            for field in fields {
                guard let place = other.writes.place(of: field) else { continue }
                changes[index].live.removeAll { $0 == place }
            }
            liveWrites -= before - changes[index].live.count
            guard changes[index].live.isEmpty else { continue }
            isBare = true
            liveBytes -= changes[index].change.measuredBytes
        }
        if isBare { changes.removeAll { $0.live.isEmpty } }
    }

    /// Which of a change's writes a live write of their register names, where that may remove them.
    private func namedWrites(of change: Change) -> Set<Int> {
        let edit = change.edit
        var named: Set<Int> = []
        for entry in changes {
            let body = entry.change.body
            for index in entry.live {
                let write = body.writes[index]
                // Nearly no write that lives names anything that comes after it.
                guard !write.replaces.isEmpty, write.replaces.contains(edit),
                    let place = change.body.writes.place(of: write.field),
                    entry.change.mayRemove(change, of: write.field)
                else { continue }
                named.insert(place)
            }
        }
        return named
    }
}

extension Change {
    /// Whether it takes another's write of a register away, where it names that.
    ///
    /// What was adopted from an unplaced chain takes nothing away: else it would turn round what
    /// its author has said by a device of hers.
    func mayRemove(_ other: Change, of field: FieldID) -> Bool {
        unplacedOrigin == nil && isLet(remove: other, of: field)
    }

    /// Whether another's write, which it names, is not shown while this one lives.
    ///
    /// Second thoughts of an unplaced chain hide its first ones, and nothing else.
    func mayHide(_ other: Change, of field: FieldID) -> Bool {
        guard isLet(remove: other, of: field) else { return false }
        guard let origin = unplacedOrigin else { return true }
        return other.unplacedOrigin?.replica == origin.replica
    }

    private func isLet(remove other: Change, of field: FieldID) -> Bool {
        field.removalRule.lets(body.author, body.act, remove: other.body.author)
    }
}

extension ChangeBody {
    /// The indexes of the writes that name each edit.
    fileprivate var naming: [EditID: [Int]] {
        var naming: [EditID: [Int]] = [:]
        for (index, write) in writes.enumerated() {
            for edit in write.replaces { naming[edit, default: []].append(index) }
        }
        return naming
    }
}

/// Whose live writes of a register a change takes away, of those that it names.
///
/// One tester never takes another's verdict, comment or withdrawal away, whatever she names; a
/// lead's decision may lift anybody's withdrawal.
enum RemovalRule {
    case anybodys
    case ownOnly
    case ownUnlessDecision

    func lets(_ author: PersonID, _ act: Act, remove other: PersonID) -> Bool {
        switch self {
        case .anybodys: true
        case .ownOnly: author == other
        case .ownUnlessDecision: author == other || act == .decision
        }
    }
}

extension FieldID {
    var removalRule: RemovalRule {
        switch name {
        case .judgement, .comment: .ownOnly
        case .withdrawn: .ownUnlessDecision
        default: .anybodys  // open set: all other registers
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
    package static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.context == right.context
            && left.changes.elementsEqual(right.changes) {
                $0.change == $1.change && $0.live == $1.live
            }
    }
}

// MARK: Digest

extension Record {
    /// What two sides compare: a hash over context and live writes (docs/protocol.md, "digest").
    package var digest: Hash256 {
        let keyBytes = key.bytes
        var writer = ByteWriter(capacity: 64 + keyBytes.count + changes.count * 256)
        writer.append(tag: "accord/record/1")
        writer.append(UInt32(keyBytes.count))
        writer.append(raw: keyBytes)
        writer.append(UInt32(context.entries.count))
        for dot in context.entries { writer.append(dot) }
        let live = rows()
        writer.append(UInt32(live.count))
        for (field, change) in live {
            writer.append(UInt16(clamping: field.path.utf8.count))
            writer.append(raw: field.path.utf8)
            writer.append(change.dot)
            writer.append(change.hash)
        }
        return Hash256(of: writer.bytes)
    }

    /// Every live write as (field, its change), ascending by the field's bytes, then dot.
    private func rows() -> [(field: FieldID, change: Change)] {
        var result: [(field: FieldID, change: Change)] = []
        for entry in changes {
            for index in entry.live {
                result.append((entry.change.body.writes[index].field, entry.change))
            }
        }
        // A single change has its writes in order already; the sort is stable in dot order.
        if changes.count > 1 {
            result.sort {
                $0.field == $1.field ? $0.change.dot < $1.change.dot : $0.field < $1.field
            }
        }
        return result
    }
}

/// The bucket a key's digest is summed in: the first byte of SHA-256(key).
package func digestBucket(of key: RecordKey) -> Int { Int(Hash256(of: key.bytes).bytes[0]) }
