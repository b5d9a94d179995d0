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
    /// Bytes of one request; halved too, since a proxy counts those and no records.
    private var bytesMax: Int
    private static let bytesMin = 64 * 1024
    /// Buckets that one request asks for: each costs the server a look at every record.
    private static let bucketsMax = 64

    init(limits: Limits) {
        self.limits = limits
        recordsMax = limits.pushChangesMax
        changesMax = limits.pushChangesMax
        bytesMax = limits.pushBytesMax / 2
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
        case .broughtBack(let count):
            keys = keys.dropFirst(count)
            recordsMax = min(recordsMax * 2, limits.pushChangesMax)
        case .returned(let acknowledgement, let first): return .settle(acknowledgement, from: first)
        case .settled(let replica, let through):
            lacking.removeAll { $0.replica == replica && $0.acknowledged <= through }
            let index = lacking.firstIndex { $0.replica == replica }
            if let index { lacking[index].known = through }
        case .chainRefused: contradicted.append(lacking.removeFirst().replica)
        case .chainTooLarge(let count):
            // One change alone cannot go back under its number, nor what follows it.
            guard count > 1 else { return handle(.chainRefused) }
            changesMax = less(than: count)
        case .reclaimed(let replica): contradicted.removeAll { $0 == replica }
        case .planTooLarge: return .show(withPlan: false)
        case .tooLarge(let count):
            // One record alone is larger than server or way take: it is kept for another day.
            if count <= 1, let key = keys.first { return .setAside(key) }
            recordsMax = less(than: count)
        case .broughtLeft: break  // It was left by an earlier healing, and is no part of this one.
        case .idForgotten: break  // The run ends with it.
        case .wasSetAside:
            keys = keys.dropFirst()
            recordsMax = limits.pushChangesMax
        }
        return next()
    }

    /// How many are asked for next where so many were too large.
    ///
    /// Once there are few bytes already, the first one is looked at alone: the others may be small.
    private mutating func less(than count: Int) -> Int {
        guard bytesMax > Self.bytesMin else { return 1 }
        bytesMax = max(bytesMax / 2, Self.bytesMin)
        return max(1, count / 2)
    }

    private mutating func next() -> ReconcileAction {
        if !keys.isEmpty {
            return .bringBack(Array(keys.prefix(recordsMax)), bytesMax: bytesMax)
        }
        if !buckets.isEmpty {
            let asked = Array(buckets.prefix(Self.bucketsMax))
            buckets = buckets.dropFirst(asked.count)
            return .list(asked)
        }
        if let changes = lacking.first {
            return .returnChain(
                changes.replica, above: changes.known, countMax: changesMax, bytesMax: bytesMax)
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
    /// The server has forgotten an id under which she wrote, and learns it when she enrols there.
    case idForgotten
    /// What the server has not of that chain goes out under a new replica; of one that it will not
    /// show, since this device reads nothing there, all stays here.
    case reclaimed(ReplicaID)
    /// Server or way take less at a time than so many records.
    case tooLarge(Int)
    /// The receipts do not get through together with the plan.
    case planTooLarge
    case wasSetAside
    /// A record that had been set aside got through at last.
    case broughtLeft
}

/// What to do next to heal a server; each is one request or one transaction.
package enum ReconcileAction: Sendable {
    /// Show the receipts; with the plan, unless that is too large, and comes among the records.
    case show(withPlan: Bool)
    case compare
    case list([UInt8])
    /// Take every record that was pulled as one that the server may lack.
    case listAll
    case bringBack([RecordKey], bytesMax: Int)
    /// Keep a record as it was pulled, beside what comes from now on, until it gets through.
    case setAside(RecordKey)
    /// Bring a record that was set aside, behind everything else.
    case bringLeft(RecordKey)
    case returnChain(ReplicaID, above: UInt64, countMax: Int, bytesMax: Int)
    case settle(Acknowledgement, from: UInt64)
    /// Take what was acknowledged of a chain, and the server has otherwise, as never sent.
    case reclaim(ReplicaID)
    case finish
}
