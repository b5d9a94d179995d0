import Shared
import struct Shared.Record

/// Shows own and carried changes together: each after everything that its writer had seen.
///
/// A name does nothing before its edit has come, so a change that came first would leave beside
/// itself what it had replaced.
struct CarriedOrder {
    /// One for each chain; own ones are one lane, in the order in which base and shown have them.
    private var lanes: [[Change]]
    private var shown: Record
    /// Edits that are part of it: a change that was issued again counts once.
    private var known: Set<EditID>

    init(pulled: Record, overlay: [Overlay.Entry]) {
        shown = pulled
        let own = overlay.filter { $0.standing != .carried }.map(\.change)
        let carried = overlay.filter { $0.standing == .carried }.map(\.change)
        let byReplica = Dictionary(grouping: carried, by: \.dot.replica)
        lanes = [own] + byReplica.sorted { $0.key < $1.key }.map(\.value)
        known = Set(pulled.changes.map(\.change.edit)).union(own.map(\.edit))
    }

    /// Applies everything; what the context covers by then is skipped.
    mutating func compose() -> Record {
        var positions = [Int](repeating: 0, count: lanes.count)
        while let lane = next(positions) {
            let change = lanes[lane][positions[lane]]
            positions[lane] += 1
            if lane == 0 {
                shown.apply(change)
            } else if known.insert(change.edit).inserted {
                shown.apply(change)
            }
        }
        return shown
    }

    /// The first lane whose next change waits for none of the others; nil when all are done.
    private func next(_ positions: [Int]) -> Int? {
        let open = lanes.indices.filter { positions[$0] < lanes[$0].count }
        return open.first { lane in
            let change = lanes[lane][positions[lane]]
            return open.allSatisfy { other in
                other == lane || !lanes[other][positions[other]...].contains(where: change.follows)
            }
        } ?? open.first  // Only a forged vector waits for itself.
    }
}

extension Change {
    /// Whether its writer knew the other one.
    func follows(_ other: Change) -> Bool {
        if body.sees.covers(other.dot) { return true }
        guard edit != other.edit else { return false }
        return body.writes.contains { $0.replaces.contains(other.edit) }
    }
}
