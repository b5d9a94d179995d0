package import Shared

/// What recomputing one audit from the server's database found.
package struct AuditVerification: Hashable, Sendable {
    package let changes: UInt64
    package let records: UInt64
    package let root: Hash256
    package let trail: Hash256
    /// What does not fit, in the order in which it was found; at most a hundred.
    package let faults: [String]
    package var isSound: Bool { faults.isEmpty }
}

/// Recomputes an audit from rows that its caller reads: each h, the trail, chains and digests.
struct AuditCheck {
    private let audit: AuditRow
    private var faults: [String] = []
    private var last: UInt64 = 0
    private var trail: Hash256
    private var root = Hash256.zero
    private var records: UInt64 = 0
    private var chains: [ReplicaID: ChainEnd] = [:]
    private var hashes: [Dot: Hash256] = [:]
    private static let faultsMax = 100

    init(_ audit: AuditRow) {
        self.audit = audit
        trail = Trail.start(audit: audit.id)
    }

    private mutating func note(_ fault: String) {
        if faults.count < Self.faultsMax { faults.append(fault) }
    }

    mutating func take(_ row: TrailTables.Row) {
        let entry = row.entry
        if entry.sequence != last + 1 {
            note("sequence \(last + 1): missing; the next is \(entry.sequence)")
        }
        last = entry.sequence
        if case .change(let dot, let hash, _) = entry.event { take(row, dot, hash) }
        trail = entry.trail(after: trail)
        guard let stored = row.trail, stored != trail else { return }
        note("sequence \(entry.sequence): the trail was told otherwise here")
        // Told once is enough: what follows is compared with what follows from there.
        trail = stored
    }

    private mutating func take(_ row: TrailTables.Row, _ dot: Dot, _ hash: Hash256) {
        let place = "sequence \(row.entry.sequence), device \(dot.replica.hex) number \(dot.n)"
        if let body = row.body, ChangeHash.hash(keyBytes: row.key, dot: dot, body: body) != hash {
            note("\(place): its body is not the one that was received")
        }
        let before = chains[dot.replica] ?? .start(of: dot.replica, in: audit.id)
        if dot.n != before.dot.n + 1 {
            note("\(place): the device's number before it is \(before.dot.n)")
        }
        let chain = ChangeHash.chain(after: before.chain, hash)
        chains[dot.replica] = ChainEnd(dot: dot, chain: chain)
        hashes[dot] = hash
    }

    mutating func take(vector: [ChainEnd]) {
        for entry in vector {
            guard let found = chains.removeValue(forKey: entry.dot.replica) else {
                note("device \(entry.dot.replica.hex): the log has nothing of its chain")
                continue
            }
            guard found != entry else { continue }
            note("device \(entry.dot.replica.hex): its chain ends otherwise than is told")
        }
        for replica in chains.keys.sorted() { note("device \(replica.hex): its chain is not told") }
    }

    /// - Parameter healed: The hash that was brought back under a dot; nil when none was.
    mutating func take(_ item: RecordTable.FeedItem, healed: (Dot) throws -> Hash256?) rethrows {
        records += 1
        root = root &+ item.digest
        let place = "record changed at sequence \(item.sequence)"
        guard let record = try? Record(decoding: [UInt8](item.image)) else {
            note("\(place): it cannot be read")
            return
        }
        let name = "\(place), key \(record.key.bytes.hex)"
        if record.digest != item.digest { note("\(name): its digest is not that of its content") }
        for entry in record.changes {
            let dot = entry.change.dot
            guard try hashes[dot] ?? healed(dot) != entry.change.hash else { continue }
            note("\(name): the log has no such change as device \(dot.replica.hex) number \(dot.n)")
        }
    }

    mutating func finish() -> AuditVerification {
        if last != audit.sequence || trail != audit.trail {
            note("head: the log leads to another trail than sequence \(audit.sequence) is told of")
        }
        if root != audit.root { note("head: the root is not the sum of the records' digests") }
        if records != audit.count { note("head: \(audit.count) records are told of") }
        return AuditVerification(
            changes: last, records: records, root: root, trail: trail, faults: faults)
    }
}
