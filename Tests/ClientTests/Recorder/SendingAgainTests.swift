import Foundation
import Reading
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// What the server rejected goes again under a number of its own, and stays rejected in the log.
struct SendingAgainTests {
    private let desk: Desk
    private let store: ClientStore

    init() throws {
        desk = try Desk()
        store = desk.client.store
        try desk.record(.failed)
        // The plan and the component were taken, the team and the verdict were not.
        try answer([
            ChangeAnswer(3, .rejected, "invalid: no"),
            ChangeAnswer(4, .rejected, "invalid: neither"),
        ])
    }

    @Test func `one of them, by its number`() throws {
        #expect(try desk.item().findings.isEmpty)
        #expect(try desk.client.recording.sendAgain("4", in: desk.audit) == 1)
        #expect(try desk.finding().judgements.count == 1, "it is shown as recorded again")
        #expect(try store.push.queue(desk.audit).count == 1)
        #expect(try outcomes() == [.applied, .applied, .rejected, .rejected, nil])
        #expect(try store.recovery.rejected(desk.audit).map(\.change.dot.n) == [3])
    }

    @Test func `all of them, once, under the same edits`() throws {
        #expect(try desk.client.recording.sendAgain("all", in: desk.audit) == 2)
        #expect(try desk.client.recording.sendAgain("all", in: desk.audit) == 0)
        var edits: [EditID] = []
        try store.log.ownChanges(desk.audit) { edits.append($0.change.edit) }
        #expect(edits[2...3] == edits[4...5])
        #expect(try desk.client.queries.overview(of: desk.audit).notAccepted == 0)
    }

    @Test func `what is rejected once more can be sent once more`() throws {
        _ = try desk.client.recording.sendAgain("4", in: desk.audit)
        try answer([ChangeAnswer(5, .rejected, "invalid: still")])
        #expect(try store.recovery.rejected(desk.audit).map(\.change.dot.n) == [3, 5])
        #expect(try desk.client.recording.sendAgain("5", in: desk.audit) == 1)
        try answer([])
        #expect(try store.recovery.rejected(desk.audit).map(\.change.dot.n) == [3])
        #expect(
            try outcomes() == [.applied, .applied, .rejected, .rejected, .rejected, .applied])
    }

    @Test func `what was not rejected cannot be sent again`() throws {
        let told = trouble { _ = try desk.client.recording.sendAgain("1", in: desk.audit) }
        #expect(told?.kind == .notFound)
        #expect(try store.push.queue(desk.audit).count == 0)
    }

    // MARK: Steps

    /// The server answers the whole chain.
    private func answer(_ answers: [ChangeAnswer]) throws {
        let replica = try desk.client.whoami().replica
        var chain = ChangeHash.chainStart(audit: desk.audit, replica: replica)
        var count: UInt64 = 0
        try store.log.ownChanges(desk.audit) {
            chain = ChangeHash.chain(after: chain, $0.change.hash)
            count += 1
        }
        let acknowledgement = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: replica, n: count), chain: chain), seal: [1],
            answers: answers)
        #expect(try store.push.settle(desk.audit, acknowledgement) == .settled)
    }

    private func outcomes() throws -> [Trail.Outcome?] {
        var outcomes: [Trail.Outcome?] = []
        try store.log.ownChanges(desk.audit) { outcomes.append($0.outcome) }
        return outcomes
    }
}
