import Foundation
import Shared
import SwiftProtobuf

@testable import Server

/// A laptop as the server sees it: one chain, and what of it is not acknowledged yet.
struct TestDevice {
    let person: PersonID
    let replica: ReplicaID
    let token: String
    let epoch: EpochID
    private(set) var acked: UInt64 = 0
    private var chainAtAcked: Hash256?
    private(set) var pending: [Change] = []

    init(person: PersonID, replica: ReplicaID, token: String, epoch: EpochID) {
        self.person = person
        self.replica = replica
        self.token = token
        self.epoch = epoch
    }

    var bearer: Bearer { .device(person: person, replica: replica) }

    /// The number that the next change will have.
    var next: Dot { Dot(replica: replica, n: acked + UInt64(pending.count) + 1) }

    /// Makes the next change of the chain.
    @discardableResult
    mutating func record(
        _ key: RecordKey, _ writes: [Write], act: Act = .edit, author: PersonID? = nil,
        sees: VersionVector = VersionVector()
    ) -> Change {
        let body = ChangeBody(
            author: author ?? person, act: act, writes: writes, sees: sees,
            wallTime: 1_700_000_000_000)
        let change = Change(key: key, dot: next, body: body)
        pending.append(change)
        return change
    }

    /// Issues a change again, under the next number of this chain.
    @discardableResult
    mutating func reissue(
        _ change: Change, adoptedBy lead: PersonID? = nil, isUnplaced: Bool = false
    ) -> Change {
        let again = change.issuedAgain(at: next, adoptedBy: lead, isUnplaced: isUnplaced)
        pending.append(again)
        return again
    }

    /// Judges the test's one criterion.
    @discardableResult
    mutating func judge(
        _ key: RecordKey, _ judgement: Judgement, replacing: [EditID] = [],
        sees: VersionVector = VersionVector()
    ) -> Change {
        record(
            key, [Write(field: .judgement, value: .judgement(judgement), replaces: replacing)],
            sees: sees)
    }

    /// A request with everything that is not acknowledged.
    func request() -> WirePushRequest {
        var request = WirePushRequest()
        request.epoch = epoch.data
        request.replica = replica.data
        request.first = acked + 1
        request.chainBefore = chainBefore(audit: pending.first?.key.audit).data
        request.changes = pending.map { change in
            var pushed = WirePushedChange()
            pushed.key = Data(change.key.bytes)
            pushed.body = Data(change.bytes)
            return pushed
        }
        return request
    }

    /// Forgets what the server has, as a laptop does with an acknowledgement.
    mutating func acknowledge(through n: UInt64) {
        var chain = chainBefore(audit: pending.first?.key.audit)
        while let change = pending.first, change.dot.n <= n {
            chain = ChangeHash.chain(after: chain, change.hash)
            acked = change.dot.n
            pending.removeFirst()
        }
        chainAtAcked = chain
    }

    private func chainBefore(audit: AuditID?) -> Hash256 {
        chainAtAcked
            ?? ChangeHash.chainStart(audit: audit ?? AuditID(high: 9, low: 9), replica: replica)
    }
}

/// The frames of a pull, decoded.
struct PulledStream {
    var items: [WirePullItem] = []

    init() {}

    init(_ bytes: [UInt8]) throws {
        guard let ranges = Framing.ranges(in: bytes, bytesMax: bytes.count),
            ranges.last?.upperBound ?? 0 == bytes.count
        else { throw Problem(.malformed, detail: "not whole frames") }
        items = try ranges.map { try WirePullItem(serializedBytes: Array(bytes[$0])) }
    }

    var opening: WirePullOpening? {
        items.lazy.compactMap { if case .opening(let opening) = $0.item { opening } else { nil } }
            .first
    }

    var records: [WireRecord] {
        items.compactMap { if case .record(let record) = $0.item { record } else { nil } }
    }

    var marks: [[UInt8]] {
        items.compactMap { if case .mark(let cursor) = $0.item { [UInt8](cursor) } else { nil } }
    }

    var checkpoint: WireCheckpoint? {
        if case .checkpoint(let checkpoint) = items.last?.item { checkpoint } else { nil }
    }

    var more: [UInt8]? {
        if case .more(let cursor) = items.last?.item { [UInt8](cursor) } else { nil }
    }
}

extension Record {
    /// A record as it came in a pull.
    init(_ wire: WireRecord) throws(ChangeError) {
        try self.init(decoding: wire.canonicalBytes())
    }
}

extension TestDevice {
    /// What it has not pushed, as somebody else brings it, signed by a key.
    func carried(in audit: AuditID, by key: TestKey) -> WirePushRequest {
        var request = request()
        let before = chainAtAcked ?? ChangeHash.chainStart(audit: audit, replica: replica)
        let end = ChainEnd(
            dot: Dot(replica: replica, n: acked + UInt64(pending.count)),
            chain: pending.reduce(before) { ChangeHash.chain(after: $0, $1.hash) })
        let signature = key.sign(SignedChain.bytes(audit: audit, end: end, keys: key.keys))
        let signed = SignedChain(end: end, device: key.proof(), signature: signature)
        request.signed = signed.wire
        request.device = signed.device.wire
        return request
    }

    /// Some of that, by their numbers; what follows them is told by its hashes.
    func carried(
        _ numbers: ClosedRange<Int>, in audit: AuditID, by key: TestKey
    ) -> WirePushRequest {
        var request = carried(in: audit, by: key)
        let start = ChangeHash.chainStart(audit: audit, replica: replica)
        let before = pending.prefix(numbers.lowerBound - 1).reduce(start) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        request.first = UInt64(numbers.lowerBound)
        request.chainBefore = before.data
        request.changes = Array(request.changes[(numbers.lowerBound - 1)..<numbers.upperBound])
        let following = pending.dropFirst(numbers.upperBound)
        request.following = Data(following.flatMap { $0.hash.bytes + [0] })
        return request
    }
}
