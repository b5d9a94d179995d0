@testable import Client
import Foundation
import Shared
import TestSupport
import Testing

/// The laptop's database: what is saved, sent, answered and pulled, against real SQLite.
struct ClientStoreTests {
    private let folder: TemporaryFolder
    private let store: ClientStore
    private let audit = AuditID(high: 1, low: 2)
    private let person = PersonID(high: 3, low: 4)
    private let replica = ReplicaID(high: 5, low: 6)
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        store = try ClientStore(path: folder.url.appending(path: "accord.sqlite").path)
        try store.initialise(
            home: AuditID(high: 0, low: 1), person: person, name: "Maya", replica: replica)
    }

    @Test func `a saved change is there after the file is opened again`() throws {
        try save("one")
        try store.close()
        let again = try ClientStore(path: store.path)
        #expect(try again.push.queue(audit).count == 1)
        #expect(try again.plan(audit)?.title == "one")
    }

    @Test func `a batch begins after what was acknowledged and goes out as written`() throws {
        let changes = try ["one", "two", "three"].flatMap(save)
        _ = try store.push.settle(audit, acknowledgement(changes, through: 1))
        let batch = try #require(
            try store.push.nextBatch(audit, countMax: 10, bytesMax: 1_000_000))
        #expect(batch.first == 2)
        #expect(batch.changes.map(\.body) == changes.dropFirst().map(\.bytes))
        #expect(batch.before.chain == chain(changes, through: 1))
    }

    @Test func `a batch keeps its bounds but always takes one change`() throws {
        for title in ["one", "two", "three"] { try save(title) }
        #expect(
            try store.push.nextBatch(audit, countMax: 2, bytesMax: 1_000_000)?.changes.count == 2
        )
        #expect(try store.push.nextBatch(audit, countMax: 9, bytesMax: 1)?.changes.count == 1)
    }

    @Test func `an acknowledgement repeated changes nothing`() throws {
        let changes = try save("one")
        #expect(try store.push.settle(audit, acknowledgement(changes, through: 1)) == .settled)
        let once = try #require(try store.pull.standing(audit))
        #expect(try store.push.settle(audit, acknowledgement(changes, through: 1)) == .settled)
        #expect(try store.pull.standing(audit) == once)
        #expect(try store.push.queue(audit).count == 0)
        // It is kept, under its own epoch, to be shown to a server that was put back.
        let told = try store.reconcile.receipts(audit).acks
        #expect(told.map(\.epoch) == [EpochID(high: 0, low: 1)])
    }

    @Test func `an acknowledgement of other content is a fork and changes nothing`() throws {
        let changes = try save("one")
        var wrong = acknowledgement(changes, through: 1)
        wrong = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: wrong.end.n), chain: .zero), seal: [],
            answers: [])
        #expect(try store.push.settle(audit, wrong) == .forked)
        #expect(try store.push.queue(audit).count == 1)
    }

    @Test func `a server with more or less than was written is told apart`() throws {
        let changes = try ["one", "two"].flatMap(save)
        _ = try store.push.settle(audit, acknowledgement(changes, through: 2))
        #expect(
            try store.push.settle(audit, acknowledgement(changes, through: 1))
                == .behind(acknowledged: 2))
        let ahead = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: 5), chain: .zero), seal: [], answers: [])
        #expect(try store.push.settle(audit, ahead) == .ahead(by: 3))
    }

    @Test func `a refused change leaves what is shown and is kept with its reason`() throws {
        try save("one")
        let all = try [try onlyChange(), save("two")[0]]
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: 2), chain: chain(all, through: 2)),
            seal: [],
            answers: [ChangeAnswer(2, .quarantined, "not-allowed: only leads change the plan")])
        #expect(try store.push.settle(audit, answer) == .settled)
        #expect(try store.plan(audit)?.title == "one")
        let refused = try store.push.notAccepted(audit)
        #expect(refused.map(\.change) == [all[1]])
        #expect(refused.first?.reason?.contains("only leads") == true)
        let check = try #require(try store.reconcile.verify(audit))
        #expect(check.isSound)
    }

    @Test func `the base is what the server has and shown is that and the unconfirmed`() throws {
        let first = try save("one")
        _ = try store.push.settle(audit, acknowledgement(first, through: 1))
        let confirmed = try #require(try store.pull.standing(audit)?.root)
        try save("two")
        #expect(try store.pull.standing(audit)?.root == confirmed)
        #expect(try store.plan(audit)?.title == "two")
        let record = Record(key: .plan(audit)).applying(first[0])
        #expect(confirmed == record.digest)
    }

    @Test func `an audit that is made while another heals says nothing of the device`() throws {
        let epoch = EpochID(high: 0, low: 1)
        try store.pull.created(audit, cursor: [1], epoch: epoch)
        // The server is in the epoch that it told, and does not know the device any more.
        try store.reconcile.begin(audit, to: epoch)
        try store.pull.created(AuditID(high: 1, low: 3), cursor: [1], epoch: epoch)
        #expect(try store.home()?.epoch == nil)
        try store.reconcile.finish(audit)
        #expect(try store.reconcile.stage(audit) == .broughtBack)
    }

    @Test func `a healing that goes on takes no device for forgotten`() throws {
        try store.reconcile.begin(audit, to: EpochID(high: 0, low: 1))
        // Another audit was healed first, and a device enrolled for it.
        let epoch = EpochID(high: 0, low: 2)
        try store.pull.remember(epoch: epoch)
        #expect(try store.reconcile.stage(audit) == .due(epoch))
        try store.reconcile.begin(audit, to: epoch)
        try store.reconcile.finish(audit)
        #expect(try store.reconcile.stage(audit) == .entering)
    }

    // MARK: Steps

    @discardableResult
    private func save(_ title: String) throws -> [Change] {
        var generator = SeededGenerator(seed: 1)
        let edit = FieldEdit(FieldID(.title), Drafts.text(title))
        return try Recorder(store: store).save(
            [RecordDraft(key: .plan(audit), act: .plan, edits: [edit])], in: audit, at: now,
            using: &generator)
    }

    private func onlyChange() throws -> Change {
        let record = try #require(try store.record(.plan(audit)))
        return try #require(record.changes.first).change
    }

    private func acknowledgement(_ changes: [Change], through n: UInt64) -> Acknowledgement {
        Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(
                dot: Dot(replica: replica, n: n), chain: chain(changes, through: Int(n))),
            seal: [9], answers: [])
    }

    private func chain(_ changes: [Change], through n: Int) -> Hash256 {
        changes.prefix(n).reduce(ChangeHash.chainStart(audit: audit, replica: replica)) {
            ChangeHash.chain(after: $0, $1.hash)
        }
    }
}
