/// What somebody has live in one record, measured as bounds measure it (docs/merge.md, "Shares").
///
/// A bound belongs to one author, so that nobody's work takes another's room, and the laptop that
/// records can compute it alone. What leads adopt is counted apart, for all of them together.
package struct Share: Hashable, Sendable {
    /// Bytes of first bodies without what they had seen, each edit once.
    package fileprivate(set) var bytes = 0
    /// Live writes, each edit once.
    package fileprivate(set) var writes = 0
    /// Elements of the fullest set.
    package fileprivate(set) var elements = 0
    /// Live writes of the fullest register.
    package fileprivate(set) var siblings = 0

    /// Whose room something takes.
    package enum Owner: Hashable, Sendable {
        case author(PersonID)
        /// Everything that leads adopted.
        case adopted
    }
}

extension Change {
    /// Whose room it takes.
    package var owner: Share.Owner { by == nil ? .author(body.author) : .adopted }

    var measuredBytes: Int {
        firstBytes.count - body.sees.entries.count * VersionVector.entryBytes
    }
}

extension Record {
    /// What an owner has live here.
    package func share(of owner: Share.Owner) -> Share {
        var share = Share()
        var seen: Set<EditID> = []
        var sets: [[String]: Int] = [:]
        var registers: [FieldID: Int] = [:]
        for entry in changes where entry.change.owner == owner {
            guard seen.insert(entry.change.edit).inserted else { continue }
            share.bytes += entry.change.measuredBytes
            share.writes += entry.live.count
            for index in entry.live {
                let field = entry.change.body.writes[index].field
                registers[field, default: 0] += 1
                let segments = field.segments
                guard segments.count > 2 else { continue }
                sets[Array(segments.prefix(2)), default: 0] += 1
            }
        }
        share.elements = sets.values.max() ?? 0
        share.siblings = registers.values.max() ?? 0
        return share
    }

    /// What of its owner's share a change would exceed, in words for people; nil where it fits.
    ///
    /// A change after which no exceeded measure is larger than before fits always, so that nobody
    /// is kept from making room.
    package func excess(of change: Change, limits: Limits) -> String? {
        // Nearly every record is far below every bound, and then nobody need look.
        guard
            liveWrites + change.body.writes.count > limits.shareLookedAtAbove
                || liveBytes + change.measuredBytes > limits.shareBytesMax
        else { return nil }
        let owner = change.owner
        let after = applying(change).share(of: owner)
        let most = limits.share(of: owner, in: key)
        let measures: [(KeyPath<Share, Int>, String)] = [
            (\.bytes, "bytes of text"), (\.writes, "values"), (\.elements, "elements of one kind"),
            (\.siblings, "versions of one value"),
        ]
        guard measures.contains(where: { after[keyPath: $0.0] > most[keyPath: $0.0] }) else {
            return nil
        }
        let before = share(of: owner)
        let grown = measures.first {
            after[keyPath: $0.0] > max(most[keyPath: $0.0], before[keyPath: $0.0])
        }
        return grown.map {
            "\(after[keyPath: $0.0]) \($0.1), above \(most[keyPath: $0.0]) of one author"
        }
    }
}

extension Limits {
    /// What an owner may have live in a record.
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

    /// Live writes of a record up to which no share is looked at: fewer than any bound but that of
    /// one register, which matters only where there are many.
    fileprivate var shareLookedAtAbove: Int { min(elementsPerFieldMax, shareWritesMax) }
}
