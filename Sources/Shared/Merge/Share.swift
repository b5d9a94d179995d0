/// What somebody has live in one record, measured as bounds measure it (docs/merge.md, "Shares").
///
/// A bound belongs to one author, so that nobody's work takes another's room, and the laptop that
/// records can compute it alone. What leads adopt is counted apart, for all of them together.
package struct Share: Hashable, Sendable {
    /// Bytes of first bodies without what they had seen, each edit once.
    package let bytes: Int
    /// Live writes, each edit once.
    package let writes: Int
    /// Elements of one set.
    package let elements: Int
    /// Live writes of one register.
    package let siblings: Int

    /// Whose room something takes.
    package enum Owner: Hashable, Sendable {
        case author(PersonID)
        /// Everything that leads adopted.
        case adopted
    }
}

extension Change {
    package var owner: Share.Owner { by == nil ? .author(body.author) : .adopted }
    var measuredBytes: Int { firstBytes.count - body.sees.entries.count * VersionVector.entryBytes }
}

extension Record {
    /// What of its owner's share a change would exceed, in words for people; nil where it fits.
    ///
    /// A change after which no exceeded measure is larger than before fits always, so that nobody
    /// is kept from making room. Every register and every set has a measure of its own.
    package func excess(of change: Change, limits: Limits) -> String? {
        let most = limits.share(of: change.owner, in: key)
        // Nearly every record is far below every bound, and then nobody need count.
        guard
            changes.count >= most.siblings
                || liveWrites + change.body.writes.count > min(most.elements, most.writes)
                || liveBytes + change.measuredBytes > most.bytes
        else { return nil }
        let before = ShareCount(self, around: change)
        guard before.mayExceed(most, with: change) else { return nil }
        return ShareCount(applying(change), around: change).excess(over: most, since: before)
    }

    /// A clause for each bound that is four fifths used, such as "7 of 8 versions of one value".
    package func nearlyFull(around change: Change, limits: Limits) -> [String] {
        ShareCount(self, around: change).nearlyFull(limits.share(of: change.owner, in: key))
    }
}

/// An owner's share as far as one change touches it, counted in one pass over the record.
private struct ShareCount {
    private var bytes = 0
    private var writes = 0
    /// Live writes of each register that the change writes, in the order of its writes.
    private var siblings: [Int]
    /// Elements of each set that the change adds to, by the set's path.
    private var elements: [String: Int] = [:]

    init(_ record: Record, around change: Change) {
        let touched = change.body.writes
        siblings = [Int](repeating: 0, count: touched.count)
        for write in touched where write.value != nil {
            if let set = write.field.setPath { elements[set] = 0 }
        }
        let owner = change.owner
        // Only where something was issued again can an edit have several dots.
        let hasReissues = record.changes.contains { $0.change.first != nil }
        var seen: Set<EditID> = []
        for entry in record.changes where entry.change.owner == owner {
            if hasReissues, !seen.insert(entry.change.edit).inserted { continue }
            add(entry, around: touched)
        }
    }

    private mutating func add(_ entry: LiveChange, around touched: [Write]) {
        bytes += entry.change.measuredBytes
        writes += entry.live.count
        for index in entry.live {
            let field = entry.change.body.writes[index].field
            if let place = touched.place(of: field) { siblings[place] += 1 }
            guard !elements.isEmpty, let set = field.setPath else { continue }
            if let count = elements[set] { elements[set] = count + 1 }
        }
    }

    /// Whether the change could exceed anything, were nothing removed by it.
    func mayExceed(_ most: Share, with change: Change) -> Bool {
        let added = change.body.writes.indices.filter { change.body.writes[$0].value != nil }
        return bytes + change.measuredBytes > most.bytes
            || writes + added.count > most.writes
            || added.contains { siblings[$0] + 1 > most.siblings }
            || elements.values.contains { $0 + added.count > most.elements }
    }

    /// The first measure that is above its bound and larger than it was before.
    func excess(over most: Share, since before: ShareCount) -> String? {
        for (now, then) in zip(measures(most), before.measures(most))
        where now.count > max(now.most, then.count) {
            return "\(now.count) \(now.words), above \(now.most) of one author"
        }
        return nil
    }

    func nearlyFull(_ most: Share) -> [String] {
        measures(most).filter { $0.count > 0 && $0.count * 5 >= $0.most * 4 }
            .map { "\($0.count) of \($0.most) \($0.words)" }
    }

    private typealias Measure = (count: Int, most: Int, words: String)

    /// All measures, in an order that the change alone sets, so that two tallies can be compared.
    private func measures(_ most: Share) -> [Measure] {
        var measures: [Measure] = [
            (bytes, most.bytes, "bytes of text"), (writes, most.writes, "values"),
        ]
        for (_, count) in elements.sorted(by: { $0.key.precedesInBytes($1.key) }) {
            measures.append((count, most.elements, "elements of one kind"))
        }
        for count in siblings { measures.append((count, most.siblings, "versions of one value")) }
        return measures
    }
}

extension [Write] {
    /// The index of a register's write; writes ascend by field, each at most once.
    func place(of field: FieldID) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].field < field { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].field == field ? low : nil
    }
}

extension FieldID {
    /// The path of the set that this is an element of: criterion and name; nil for no element.
    fileprivate var setPath: String? {
        var path = path
        return path.withUTF8 { bytes in
            var slashes = 0
            guard
                let end = bytes.firstIndex(where: {
                    if $0 == UInt8(ascii: "/") { slashes += 1 }
                    return slashes == 2
                })
            else { return nil }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }
}

extension Limits {
    package func share(of owner: Share.Owner, in key: RecordKey) -> Share {
        switch (owner, key) {
        case (.adopted, _):
            Share(
                bytes: adoptedBytesMax, writes: adoptedWritesMax, elements: adoptedWritesMax,
                siblings: adoptedSiblingsMax)
        case (.author, .plan):
            Share(
                bytes: shareBytesMax * Self.planFactor, writes: shareWritesMax * Self.planFactor,
                elements: planElementsMax, siblings: shareSiblingsMax * Self.planFactor)
        case (.author, .component), (.author, .state), (.author, .other):
            Share(
                bytes: shareBytesMax, writes: shareWritesMax, elements: elementsPerFieldMax,
                siblings: shareSiblingsMax)
        }
    }

    /// How many times a share in the plan, where leads name everybody and everything.
    private static let planFactor = 4
}
