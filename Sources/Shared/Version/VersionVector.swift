/// How far each replica's changes are known: replica -> n, sorted by replica, no zeros.
package struct VersionVector: Hashable, Sendable {
    /// One dot a replica, ascending; an absent replica stands at 0.
    package private(set) var entries: [Dot]

    package init() { entries = [] }

    /// Takes entries in any order; of two for one replica the larger counts.
    package init(_ dots: some Sequence<Dot>) {
        self.init()
        for dot in dots { raise(to: dot) }
    }

    /// The last known number of a replica, 0 when nothing of it is known.
    package subscript(replica: ReplicaID) -> UInt64 {
        let index = insertionIndex(of: replica)
        guard index < entries.count, entries[index].replica == replica else { return 0 }
        return entries[index].n
    }

    package func covers(_ dot: Dot) -> Bool { self[dot.replica] >= dot.n }
    package func covers(_ other: VersionVector) -> Bool { other.entries.allSatisfy(covers) }

    /// Makes the dot known; a lower number than the present one changes nothing.
    package mutating func raise(to dot: Dot) {
        guard dot.n > 0 else { return }
        let index = insertionIndex(of: dot.replica)
        if index < entries.count, entries[index].replica == dot.replica {
            if entries[index].n < dot.n { entries[index] = dot }
        } else {
            entries.insert(dot, at: index)
        }
    }

    /// The pointwise maximum of both.
    package func joined(with other: VersionVector) -> VersionVector {
        var result = VersionVector()
        result.entries.reserveCapacity(entries.count + other.entries.count)
        var mine = 0
        var theirs = 0
        while mine < entries.count, theirs < other.entries.count {
            let left = entries[mine]
            let right = other.entries[theirs]
            // Of one replica both sides move on, with the larger number.
            if left.replica <= right.replica { mine += 1 }
            if right.replica <= left.replica { theirs += 1 }
            result.entries.append(
                left.replica == right.replica ? max(left, right) : min(left, right))
        }
        result.entries += entries[mine...]
        result.entries += other.entries[theirs...]
        return result
    }

    private func insertionIndex(of replica: ReplicaID) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].replica < replica { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Replica 16 and n as u64.
    package static let entryBytes = 24

    /// Sorted 24-byte entries, replica 16 and n as u64, as in `accord.proto`.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: entries.count * Self.entryBytes)
        for dot in entries { writer.append(dot) }
        return writer.bytes
    }

    /// Reads `bytes` back; nil unless whole, strictly ascending, and every n within 1 ..< 2^63.
    package init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Self.entryBytes) else { return nil }
        var reader = ByteReader(bytes)
        var entries: [Dot] = []
        entries.reserveCapacity(bytes.count / 24)
        while !reader.isAtEnd {
            guard let replica = reader.identifier(ReplicaID.self),
                let n = reader.integer(UInt64.self), n > 0, n < 1 << 63,
                entries.last.map({ $0.replica < replica }) ?? true
            else { return nil }
            entries.append(Dot(replica: replica, n: n))
        }
        self.entries = entries
    }
}
