import Shared
import Testing

@testable import Client

/// A server's history, held against what a laptop knows of it.
struct TrailCheckTests {
    private static let audit = AuditID(high: 9, low: 9)
    private static let epoch = EpochID(high: 7, low: 1)
    private static let own = ReplicaID(high: 2, low: 1)
    private static let other = ReplicaID(high: 2, low: 2)

    private static func change(
        _ sequence: UInt64, _ replica: ReplicaID, _ n: UInt64, hash: String = "",
        _ outcome: Trail.Outcome = .applied
    ) -> TrailEntry {
        TrailEntry(
            sequence: sequence, kind: 3,
            event: .change(
                Dot(replica: replica, n: n), hash: Hash256(of: Array("\(n)\(hash)".utf8)),
                outcome))
    }

    /// Four places: own, another's, own and refused, and a record that was brought back.
    private static let entries = [
        change(1, own, 1), change(2, other, 1), change(3, own, 2, .rejected),
        TrailEntry(
            sequence: 4, kind: 2, event: .healed(by: other, digest: Hash256(of: [UInt8]()))),
    ]

    private static func head(of entries: [TrailEntry]) -> TrailHead {
        TrailHead(
            epoch: epoch, sequence: UInt64(entries.count),
            trail: entries.reduce(Trail.start(audit: audit)) { $1.trail(after: $0) })
    }

    /// What the laptop knows after a sync that ended at the third place.
    private static let history = OwnHistory(
        count: 2, broken: nil, witnessed: head(of: Array(entries.prefix(3))),
        acknowledged: [
            Dot(replica: own, n: 1): known(1, .applied),
            Dot(replica: own, n: 2): known(2, .rejected),
        ])

    private static func known(
        _ n: UInt64, _ outcome: Trail.Outcome?
    ) -> (hash: Hash256, outcome: Trail.Outcome?) {
        (hash: Hash256(of: Array("\(n)".utf8)), outcome: outcome)
    }

    private static func report(
        _ entries: [TrailEntry], head told: TrailHead? = nil, _ history: OwnHistory = history
    ) -> TrailReport {
        var check = TrailCheck(of: audit, against: history)
        for entry in entries { check.take(entry) }
        return check.report(told ?? head(of: entries))
    }

    @Test func `a history that goes on from what was witnessed holds`() {
        let found = Self.report(Self.entries)
        #expect(found.mismatch == nil)
        #expect(found.entries == 4)
        #expect(found.witnessed == 3)
    }

    @Test func `whatever was altered is named`() {
        var entries = Self.entries
        entries[0] = Self.change(1, Self.own, 1, hash: "x")
        let own = Dot(replica: Self.own, n: 1)
        #expect(Self.report(entries).mismatch == .otherContent(1, own))
        entries[0] = Self.change(1, Self.own, 1, .rejected)
        #expect(Self.report(entries).mismatch == .otherOutcome(1, own))
        entries = Self.entries
        entries[1] = Self.change(2, Self.other, 1, hash: "x")
        #expect(Self.report(entries).mismatch == .otherHistory(upTo: 3))
        entries = Self.entries
        entries.remove(at: 1)
        #expect(Self.report(entries).mismatch == .missing(2))
        #expect(Self.report(Array(Self.entries.prefix(2))).mismatch == .endsEarly(at: 2))
        let told = Self.head(of: Array(Self.entries.prefix(3)))
        #expect(Self.report(Self.entries, head: told).mismatch == .otherHead(3))
    }

    @Test func `a confirmed change that stands nowhere is missed`() {
        let lost = Dot(replica: Self.own, n: 3)
        var acknowledged = Self.history.acknowledged
        acknowledged[lost] = Self.known(3, nil)
        let history = OwnHistory(
            count: 3, broken: nil, witnessed: nil, acknowledged: acknowledged)
        #expect(Self.report(Self.entries, history).mismatch == .lost(lost))
    }

    @Test func `a cursor tells the head that the server sealed in it`() {
        let key = ReceiptKey(bytes: [UInt8](repeating: 1, count: 32))
        let head = Self.head(of: Self.entries)
        let cursor = Cursor(
            epoch: Self.epoch, audit: Self.audit, floor: 1, position: 2, head: head.sequence,
            trail: head.trail
        ).sealed(by: key)
        #expect(TrailHead(witnessedIn: cursor) == head)
        #expect(TrailHead(witnessedIn: Array(cursor.dropLast())) == nil)
    }
}
