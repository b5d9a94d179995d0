import Foundation
import HTTPClient
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// What leads made of set-aside changes, as the laptop keeps it beside them.
struct ResolutionTests {
    private static let discarded = Resolution(
        .discarded, by: PersonID(high: 8, low: 8), at: Date(unixMilliseconds: 7_000),
        reason: "Recorded twice.")
    private static let adopted = Resolution(
        .adopted, by: PersonID(high: 8, low: 8), at: Date(unixMilliseconds: 9_000), reason: "")

    private let folder: TemporaryFolder
    private let store: ClientStore
    private let audit = AuditID(high: 1, low: 2)
    private let replica = ReplicaID(high: 5, low: 6)
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        store = try ClientStore(path: folder.url.appending(path: "accord.sqlite").path)
        try store.initialise(
            home: AuditID(high: 0, low: 1), person: PersonID(high: 3, low: 4), name: "Maya",
            replica: replica)
        try save("one")
        try save("two")
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: 2), chain: try chain()), seal: [9],
            answers: [
                ChangeAnswer(1, .quarantined, "not-allowed: no"),
                ChangeAnswer(2, .rejected, "invalid: no"),
            ])
        #expect(try store.push.settle(audit, answer) == .settled)
    }

    @Test func `what is discarded is told with the reason, and no longer waits`() throws {
        #expect(try store.push.notAccepted(audit).map(\.resolution) == [nil, nil])
        try hear([(Dot(replica: replica, n: 1), Self.discarded)], through: 40)
        #expect(try store.push.notAccepted(audit).map(\.resolution) == [Self.discarded, nil])
        #expect(try log() == [Self.discarded, nil])
        #expect(try store.pull.pullStart(audit).settled == 40)
    }

    @Test func `the last verdict stands, and what was adopted is no longer listed`() throws {
        let dot = Dot(replica: replica, n: 1)
        try hear([(dot, Self.discarded)], through: 40)
        try hear([(dot, Self.adopted)], through: 41)
        #expect(try store.pull.resolutions(audit) == [dot: Self.adopted])
        #expect(try store.push.notAccepted(audit).map(\.change.dot.n) == [2])
        var adopted: [Bool] = []
        try store.log.ownChanges(audit) { adopted.append($0.isAdopted) }
        #expect(adopted == [true, false])
        // A piece that tells nothing leaves it as it is.
        try hear([], through: 41)
        #expect(try log() == [Self.adopted, nil])
    }

    @Test func `what another laptop of hers wrote is left to that one`() throws {
        try hear([(Dot(replica: ReplicaID(high: 5, low: 7), n: 1), Self.discarded)], through: 40)
        #expect(try store.pull.resolutions(audit).isEmpty)
        #expect(try store.pull.pullStart(audit).settled == 40)
    }

    @Test func `an earlier chain of the laptop is told of as well`() throws {
        try store.recovery.rekey(with: ReplicaID(high: 5, low: 9), pullsAfresh: false, at: now)
        let dot = Dot(replica: replica, n: 1)
        try hear([(dot, Self.discarded)], through: 40)
        #expect(try store.pull.resolutions(audit) == [dot: Self.discarded])
    }

    @Test func `nothing is kept of a piece whose opening contradicts the chain`() throws {
        let dot = Dot(replica: replica, n: 1)
        try hear([(dot, Self.discarded)], through: 40, chain: .zero, is: .forked)
        #expect(try store.pull.resolutions(audit).isEmpty)
        #expect(try store.pull.pullStart(audit).settled == 0)
    }

    @Test func `another life of the server counts anew, and what was told is kept`() throws {
        let dot = Dot(replica: replica, n: 1)
        try hear([(dot, Self.discarded)], through: 40)
        try store.reconcile.begin(audit, to: EpochID(high: 0, low: 2))
        try store.reconcile.enterEpoch(audit)
        #expect(try store.pull.pullStart(audit).settled == 0)
        #expect(try store.pull.resolutions(audit) == [dot: Self.discarded])
    }

    @Test(arguments: [false, true])
    func `what waited for the leads where a restored server has something else is brought again`(
        isDiscarded: Bool
    ) throws {
        if isDiscarded { try hear([(Dot(replica: replica, n: 1), Self.discarded)], through: 40) }
        try store.reconcile.reclaim(replica, above: 0, in: audit)
        let issued = try store.recovery.rekey(
            with: ReplicaID(high: 5, low: 9), pullsAfresh: false, at: now)
        #expect(issued == (isDiscarded ? 0 : 1))
        // What was refused is told as that, whoever has forgotten it.
        #expect(try store.push.notAccepted(audit).last?.reason == "invalid: no")
    }

    @Test func `a pull says up to where it is known, or it would not be told`() throws {
        let path = try PullStart(of: audit, in: store).request(of: audit, countMax: 10).path
        #expect(path.contains("&resolved=0"))
        try hear([], through: 40)
        let later = try PullStart(of: audit, in: store).request(of: audit, countMax: 10).path
        #expect(later.contains("&resolved=40"))
    }

    @Test func `an opening is read, and a verdict of a later version passed over`() throws {
        var wire = WirePullOpening()
        wire.epoch = Data(EpochID(high: 1, low: 1).bytes)
        wire.chain = Data(count: 32)
        wire.head.root = Data(count: 32)
        wire.resolved = 41
        for verdict in [WireResolutionKind.discarded, .UNRECOGNIZED(9), .unspecified] {
            var told = WireResolution()
            told.replica = Data(replica.bytes)
            told.n = 1
            told.kind = verdict
            told.person = Data(Self.discarded.person.bytes)
            told.resolvedMilliseconds = 7_000
            told.reason = Self.discarded.reason
            wire.resolutions.append(told)
        }
        var item = WirePullItem()
        item.opening = wire
        var bytes: [UInt8] = []
        Framing.append(item.canonicalBytes(), to: &bytes)
        let resolutions = try PullPiece(
            reading: bytes, of: audit, replica: replica, limits: .standard
        ).opening.resolutions
        #expect(resolutions.ordinal == 41)
        #expect(resolutions.items.map(\.resolution) == [Self.discarded])
        #expect(resolutions.items.map(\.dot) == [Dot(replica: replica, n: 1)])
    }

    // MARK: Steps

    private func save(_ title: String) throws {
        var generator = SeededGenerator(seed: 1)
        let edit = FieldEdit(FieldID(.title), Drafts.text(title))
        _ = try Recorder(store: store).save(
            [RecordDraft(key: .plan(audit), act: .plan, edits: [edit])], in: audit, at: now,
            using: &generator)
    }

    private func chain() throws -> Hash256 {
        var chain = ChangeHash.chainStart(audit: audit, replica: replica)
        try store.log.ownChanges(audit) { chain = ChangeHash.chain(after: chain, $0.change.hash) }
        return chain
    }

    /// Stores a piece without records that tells resolutions, and the own chain as it is.
    private func hear(
        _ resolutions: [(dot: Dot, resolution: Resolution)], through ordinal: UInt64,
        chain: Hash256? = nil, is expected: AcknowledgementResult = .settled
    ) throws {
        let home = try #require(try store.home())
        let acknowledgement =
            home.replica == replica
            ? Acknowledgement(
                epoch: EpochID(high: 0, low: 1),
                end: ChainEnd(dot: Dot(replica: replica, n: 2), chain: try chain ?? self.chain()),
                seal: [9],
                answers: [])
            : Acknowledgement(
                epoch: EpochID(high: 0, low: 1),
                end: ChainEnd(
                    dot: Dot(replica: home.replica, n: 0),
                    chain: ChangeHash.chainStart(audit: audit, replica: home.replica)), seal: [],
                answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: acknowledgement,
                resolutions: Told(resolutions, through: ordinal)),
            records: [], end: .more(cursor: [1]))
        #expect(try store.pull.store(piece, of: audit, at: now) == expected)
    }

    private func log() throws -> [Resolution?] {
        var resolutions: [Resolution?] = []
        try store.log.ownChanges(audit) { resolutions.append($0.resolution) }
        return resolutions
    }
}
