import Foundation
import GRDB
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// Own and imported chains lie in one table and never mix.
struct ImportedChainsTests {
    private let meeting: Meeting
    private let maya: AuditClient
    private let lee: AuditClient
    private let audit = Meeting.audit
    private let now = Meeting.now

    /// Maya has two changes of her own, Lee one, and has imported hers.
    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        lee = try meeting.laptop("lee")
        try meeting.introduce(maya, lee)
        try meeting.save("one", on: maya)
        try meeting.save("two", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "first"))
        try meeting.save("three", on: lee)
    }

    @Test func `own numbers, queue and log are those of the own chain alone`() throws {
        #expect(try lee.store.push.queue(audit).count == 1)
        #expect(try dots(lee) == [Dot(replica: try replica(lee), n: 1)])
        #expect(try lee.store.log.unsent(audit, countMax: 9).map(\.change.dot) == dots(lee))
        #expect(try lee.store.log.acknowledgedNumbers(audit)[replica(lee)] == 0)
        #expect(try lee.store.bundles.importedCount(audit) == 2)
        #expect(try lee.store.log.ownHistory(audit)?.count == 1)
        #expect(try lee.store.reconcile.verify(audit)?.isSound == true)
    }

    @Test func `what is imported is no change of this laptop to journal, identity and successor`()
        throws
    {
        #expect(try lee.store.recovery.unanswered().map(\.dot.replica) == [replica(lee)])
        let noor = try meeting.laptop("noor")
        try meeting.introduce(maya, lee, noor)
        try noor.bundles.importBundle(from: meeting.bundle(of: maya, "again"))
        #expect(try !noor.store.hasRecorded())
        #expect(try noor.store.recovery.replayJournal(at: now) == nil)
        try noor.rekey(after: noor.identity(), because: .copied, at: now)
        #expect(try noor.store.push.queue(audit).count == 0)
        try lee.rekey(after: lee.identity(), because: .copied, at: now)
        #expect(try lee.store.push.queue(audit).count == 1)
        #expect(try lee.store.bundles.importedCount(audit) == 2)
    }

    @Test func `what is imported goes first where the own work follows it, each by its numbers`()
        throws
    {
        let first = try #require(try next(lee))
        #expect(first.replica == (try replica(maya)))
        #expect(first.first == 1 && first.changes.count == 2 && first.signed != nil)
        #expect(try lee.store.push.settle(audit, answer(to: first)) == .settled)
        let second = try #require(try next(lee))
        #expect(second.replica == (try replica(lee)))
        #expect(second.first == 1 && second.changes.count == 1 && second.signed == nil)
    }

    @Test func `an answer counts for the chain that it names, and for no other`() throws {
        let theirs = try #require(try next(lee))
        let refusal = ChangeAnswer(2, .quarantined, "not-allowed")
        #expect(try lee.store.push.settle(audit, answer(to: theirs, but: [refusal])) == .settled)
        #expect(try lee.store.push.queue(audit).count == 1)
        #expect(try lee.store.push.notAccepted(audit).isEmpty)
        #expect(try lee.store.bundles.importedRefusals(audit).map(\.change.dot.n) == [2])
        #expect(try lee.store.reconcile.receipts(audit).acks.isEmpty)

        let own = try #require(try next(lee))
        #expect(try lee.store.push.settle(audit, answer(to: own)) == .settled)
        #expect(try lee.store.log.acknowledgedNumbers(audit)[replica(lee)] == 1)
        #expect(try lee.store.push.queue(audit).count == 0)
        #expect(try next(lee) == nil)
        #expect(try lee.store.recovery.derivedFaults(audit).isClean)
    }

    @Test func `a chain that a server does not take counts as rejected, with its reason`() throws {
        try lee.store.push.refuseImported(
            audit, replica(maya), because: "it was never enrolled", forGood: true)
        let refused = try lee.store.bundles.importedRefusals(audit)
        #expect(refused.map(\.change.dot.n) == [1, 2])
        for one in refused {
            #expect(one.outcome == .rejected && one.reason == "it was never enrolled")
            #expect(one.importedFrom == "maya")
            #expect(one.recorded.unixMilliseconds == one.change.body.wallTime)
        }
    }

    @Test func `of two answers about one change the one that is understood counts`() throws {
        let theirs = try #require(try next(lee))
        let answers = [
            ChangeAnswer(n: 2, code: 9, reason: "of later"),
            ChangeAnswer(2, .quarantined, "not-allowed"),
        ]
        #expect(try lee.store.push.settle(audit, answer(to: theirs, but: answers)) == .settled)
        #expect(try lee.store.bundles.importedRefusals(audit).map(\.outcome) == [.quarantined])
    }

    @Test func `an answer that does not fit an imported chain is no fork of this laptop`() throws {
        let theirs = try #require(try next(lee))
        let wrong = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: theirs.replica, n: 2), chain: .zero), seal: [],
            answers: [])
        #expect(try lee.store.push.settle(audit, wrong) == .settled)
        #expect(try lee.store.bundles.importedTroubles(audit).map(\.personName) == ["maya"])
        // Another run offers it again; until then the own work goes.
        #expect(try next(lee)?.replica == (try replica(lee)))
        try lee.store.push.offerImportedAgain(audit)
        #expect(try next(lee)?.replica == (try replica(maya)))
    }

    @Test func `a bundle hands on both, the imported one as it was signed`() throws {
        let chains = try lee.store.bundles.chains(audit)
        #expect(chains.map(\.row.source) == [.own, .imported])
        #expect(chains.map(\.row.replica) == [try replica(lee), try replica(maya)])
        #expect(chains.map(\.end.dot.n) == [1, 2])
        #expect(chains[1].row.signed?.device == (try maya.identity().proof))
        #expect(chains[1].row.signed?.isSigned(in: audit) == true)
        let noor = try meeting.laptop("noor")
        try meeting.introduce(maya, lee, noor)
        #expect(
            try noor.bundles.importBundle(from: meeting.bundle(of: lee, "on")).taken.changes == 3)
        #expect(try meeting.titles(noor) == ["three"])
    }

    @Test func `of one replica the own chain and a longer imported one stand side by side`() throws
    {
        let copy = try meeting.twin(of: maya)
        try copy.rekey(after: copy.identity(), because: .copied, at: now)
        try meeting.save("later", on: maya)
        #expect(
            try copy.bundles.importBundle(from: meeting.bundle(of: maya, "longer")).taken.changes
                == 1)
        #expect(try dots(copy).filter { $0.replica == (try? replica(maya)) }.map(\.n) == [1, 2])
        #expect(try copy.store.bundles.importedCount(audit) == 1)
        #expect(try copy.store.reconcile.verify(audit)?.isSound == true)
        #expect(try meeting.titles(copy).contains("later"))
    }

    @Test func `the table takes no chain that is neither, or half of both`() throws {
        for columns in ["source = 3", "source = 2", "person = zeroblob(16)"] {
            #expect(throws: DatabaseError.self) {
                let queue = try DatabaseQueue(path: lee.store.path)
                defer { try? queue.close() }
                try queue.writeWithoutTransaction {
                    try $0.execute(sql: "update chain set \(columns) where source = 1")
                }
            }
        }
    }

    // MARK: What is told

    private func replica(_ client: AuditClient) throws -> ReplicaID { try client.whoami().replica }

    /// Of every own change, in the order of the log.
    private func dots(_ client: AuditClient) throws -> [Dot] {
        var dots: [Dot] = []
        try client.store.log.ownChanges(audit) { dots.append($0.change.dot) }
        return dots
    }

    private func next(_ client: AuditClient) throws -> OutgoingBatch? {
        try client.store.push.nextBatch(audit, countMax: 10, bytesMax: 1_000_000)
    }

    /// What a server says that takes all of a batch.
    private func answer(
        to batch: OutgoingBatch, but answers: [ChangeAnswer] = []
    ) -> Acknowledgement {
        let chain = batch.changes.reduce(batch.before.chain) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        return Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: batch.last), chain: chain), seal: [9],
            answers: answers)
    }
}
