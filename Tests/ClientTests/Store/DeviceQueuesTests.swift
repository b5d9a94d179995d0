import Foundation
import HTTPClient
import Shared
import Testing

@testable import Client

/// What a lead's laptop was told of the work that devices have not sent.
struct DeviceQueuesTests {
    private let desk: Desk
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { desk = try Desk() }

    private func hear(_ queues: [DeviceQueue], through ordinal: UInt64) throws {
        let elsewhere = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 0), chain: .zero),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: elsewhere,
                queues: Told(queues, through: ordinal)),
            records: [], end: .more(cursor: [1]))
        _ = try desk.client.store.pull.store(piece, of: desk.audit, at: now)
    }

    private func queue(_ unsent: Int, replica: ReplicaID? = nil) -> DeviceQueue {
        DeviceQueue(
            replica: replica ?? ReplicaID(high: 3, low: 3), person: desk.maya,
            device: "laptop-7", unsent: unsent, oldest: now.addingTimeInterval(-4 * 86_400),
            told: now.addingTimeInterval(-86_400))
    }

    @Test func `a lead reads how much, how old, and when it was said`() throws {
        try hear([queue(12)], through: 7)
        let queues = try desk.client.queries.overview(of: desk.audit).queues
        #expect(
            try queues.map { $0.words(in: try desk.view(), at: now) } == [
                "Maya Lindqvist’s laptop-7 has 12 changes unsent, the oldest of 3 days, as of "
                    + "24 hours ago"
            ])
    }

    @Test func `what was sent since is listed no more`() throws {
        try hear([queue(12)], through: 7)
        try hear([queue(0)], through: 8)
        #expect(try desk.client.queries.overview(of: desk.audit).queues.isEmpty)
    }

    @Test func `one's own laptop is not among them`() throws {
        try hear([queue(12, replica: try desk.client.whoami().replica)], through: 7)
        #expect(try desk.client.queries.overview(of: desk.audit).queues.isEmpty)
    }

    @Test func `the next pull says up to where it is known, and nothing where nothing is`() throws {
        func path() throws -> String {
            try PullStart(of: desk.audit, in: desk.client.store)
                .request(of: desk.audit, countMax: 10).path
        }
        #expect(try !path().contains("queues"))
        try hear([queue(12)], through: 7)
        #expect(try path().contains("&queues=7"))
        // Who leads no more is told of none, and a server that was put back knows of none.
        try hear([], through: 0)
        #expect(try !path().contains("queues"))
    }

    @Test func `a tester's laptop lists none`() throws {
        let tester = try Desk(role: .tester)
        #expect(try tester.client.queries.overview(of: tester.audit).queues.isEmpty)
    }
}
