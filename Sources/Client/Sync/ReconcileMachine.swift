package import Shared

/// Decides each step of healing one audit on a server that was put back to an older state.
///
/// Pure, and without memory of its own beyond one run: a laptop that is killed anywhere starts
/// over, and what the server took already is not sent again. The order matters: first it shows what
/// the server once said of the own chains, and the plan, which says who is who; then records, so
/// that what own changes replace is there when they arrive.
package struct ReconcileMachine: Sendable {
    private let limits: Limits
    /// Own chains that lack numbers at the server which it had acknowledged, older ones first.
    private var lacking: [LackingChanges] = []
    /// Own chains that cannot go back under their numbers.
    private var contradicted: [ReplicaID] = []
    private var buckets: ArraySlice<UInt8> = []
    private var keys: ArraySlice<RecordKey> = []
    /// Records that one request takes at most; halved when the server finds one too large.
    private var recordsMax: Int
    /// Changes of a chain that one request takes back at most; halved likewise.
    private var changesMax: Int
    /// Buckets that one request asks for: each costs the server a look at every record.
    private static let bucketsMax = 64

    init(limits: Limits) {
        self.limits = limits
        recordsMax = limits.pushChangesMax
        changesMax = limits.pushChangesMax
    }

    mutating func handle(_ event: ReconcileEvent) -> ReconcileAction {
        switch event {
        case .shown(let lacking, let contradicted):
            self.lacking = lacking
            self.contradicted = contradicted
            return .compare
        case .compared(let differing): buckets = differing[...]
        case .compareRefused: return .listAll
        case .listed(let differing): keys += differing
        case .broughtBack(let count): keys = keys.dropFirst(count)
        case .returned(let acknowledgement, let first): return .settle(acknowledgement, from: first)
        case .settled(let replica, let through):
            lacking.removeAll { $0.replica == replica && $0.acknowledged <= through }
            let index = lacking.firstIndex { $0.replica == replica }
            if let index { lacking[index].known = through }
        case .chainRefused: contradicted.append(lacking.removeFirst().replica)
        case .chainTooLarge(let count):
            // One change alone cannot go back under its number, nor what follows it.
            guard count > 1 else { return handle(.chainRefused) }
            changesMax = count / 2
        case .reclaimed(let replica): contradicted.removeAll { $0 == replica }
        case .tooLarge(let count):
            // One record alone is larger than the server takes: it stays here.
            if count <= 1 { keys = keys.dropFirst() }
            recordsMax = count <= 1 ? limits.pushChangesMax : count / 2
        }
        return next()
    }

    private mutating func next() -> ReconcileAction {
        if !keys.isEmpty {
            return .bringBack(Array(keys.prefix(recordsMax)), bytesMax: limits.pushBytesMax / 2)
        }
        if !buckets.isEmpty {
            let asked = Array(buckets.prefix(Self.bucketsMax))
            buckets = buckets.dropFirst(asked.count)
            return .list(asked)
        }
        if let changes = lacking.first {
            return .returnChain(
                changes.replica, above: changes.known, countMax: changesMax,
                bytesMax: limits.pushBytesMax / 2)
        }
        return contradicted.first.map { .reclaim($0) } ?? .finish
    }
}

/// What a restored server lacks of one of the laptop's chains.
package struct LackingChanges: Hashable, Sendable {
    package let replica: ReplicaID
    /// The last number that it had acknowledged, and the last that it has now.
    package let acknowledged: UInt64
    package var known: UInt64
}

/// What happened while healing.
package enum ReconcileEvent: Sendable {
    /// The server has seen the seals: it lacks something of some chains, and has others otherwise.
    case shown([LackingChanges], contradicted: [ReplicaID])
    case compared([UInt8])
    /// Who reads nothing there cannot compare: a retired device, or one who was removed.
    case compareRefused
    /// Records that the server lacks or has otherwise, or may.
    case listed([RecordKey])
    /// So many of the records asked for have arrived.
    case broughtBack(Int)
    case returned(Acknowledgement, from: UInt64)
    case settled(ReplicaID, through: UInt64)
    /// The server has another history of the chain.
    case chainRefused
    /// The server takes less at a time than so many changes of the chain.
    case chainTooLarge(Int)
    /// What the server has not of that chain goes out under a new replica; of one that it will not
    /// show, since this device reads nothing there, all stays here.
    case reclaimed(ReplicaID)
    /// The server takes less at a time than so many records.
    case tooLarge(Int)
}

/// What to do next to heal a server; each is one request or one transaction.
package enum ReconcileAction: Sendable {
    case show
    case compare
    case list([UInt8])
    /// Take every record that was pulled as one that the server may lack.
    case listAll
    case bringBack([RecordKey], bytesMax: Int)
    case returnChain(ReplicaID, above: UInt64, countMax: Int, bytesMax: Int)
    case settle(Acknowledgement, from: UInt64)
    /// Take what was acknowledged of a chain, and the server has otherwise, as never sent.
    case reclaim(ReplicaID)
    case finish
}
