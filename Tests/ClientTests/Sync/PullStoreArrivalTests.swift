import Foundation
import Reading
import Shared
import Testing

@testable import Client

/// An audit whose first pull broke off (`PullStore+Arrival.swift`).
struct PullStoreArrivalTests {
    private let desk: Desk
    private let other = AuditID(high: 0x36AF_DEDF_D094_0000, low: 1)

    init() throws { desk = try Desk() }

    @Test func `without its plan it hides no other audit, and says how much of it has come`() throws
    {
        try arrive(2_401)
        let arrival = try #require(try desk.client.store.pull.arrival(other))
        #expect(arrival.words == "on its way here, 1 of 2,401 records")
        #expect(arrival.title == nil)
        // The other one is still the only one that can be meant.
        #expect(try desk.client.audit(named: nil) == desk.audit)
        #expect(try desk.client.audit(named: "36afdedfd094") == other)
        let error = #expect(throws: ReportedError.self) { try desk.client.view(other) }
        #expect(error?.kind == .busy)
        #expect(error?.message.contains("is on its way here, 1 of 2,401 records") == true)
        let unknown = #expect(throws: AuditError.self) { try desk.client.audit(named: "Orchard") }
        guard case .notFound(_, _, let known)? = unknown else {
            Issue.record("\(String(describing: unknown))")
            return
        }
        #expect(known.contains { $0.hasSuffix("on its way here, 1 of 2,401 records") })
    }

    @Test func `a server that does not tell how many there are is no reason to hide it`() throws {
        try arrive(0)
        #expect(try desk.client.store.pull.arrival(other)?.words == "on its way here, 1 record")
    }

    @Test func `with its plan it is shown, and still said to be on its way`() throws {
        try arrive(
            3,
            desk.client.store.record(.plan(desk.audit)).map { record in
                Record(key: .plan(other), context: record.context, changes: [])
            })
        let arrival = try #require(try desk.client.store.pull.arrival(other))
        #expect(arrival.title != nil)
        #expect(arrival.words == "on its way here, 2 of 3 records")
        #expect(try desk.client.queries.overview(of: other).arrival == arrival)
    }

    @Test func `the first checkpoint says that all of it is here, whatever was told before`() throws
    {
        try arrive(
            3,
            desk.client.store.record(.plan(desk.audit)).map { record in
                Record(key: .plan(other), context: record.context, changes: [])
            })
        let checkpoint = PullCheckpoint(cursor: [2], vector: [], root: .zero, sequence: 3)
        try store([], told: 0, .checkpoint(checkpoint))
        #expect(try desk.client.store.pull.arrival(other) == nil)
        // What is pulled anew later is no first time.
        try store([], told: 9, .more(cursor: [3]))
        #expect(try desk.client.store.pull.arrival(other) == nil)
        #expect(try desk.client.store.pull.arrival(desk.audit) == nil)
    }

    // MARK: Doing

    /// A first piece with a component, and perhaps with the plan.
    private func arrive(_ told: UInt64, _ plan: Record? = nil) throws {
        let component = Record(
            key: .component(other, ComponentID(high: 1, low: 1)), context: VersionVector(),
            changes: [])
        try store([component] + (plan.map { [$0] } ?? []), told: told, .more(cursor: [1]))
    }

    private func store(_ records: [Record], told: UInt64, _ end: PullPiece.End) throws {
        let home = try #require(try desk.client.store.home())
        let epoch = EpochID(high: 0, low: 1)
        let chain = ChangeHash.chainStart(audit: other, replica: home.replica)
        let acknowledgement = Acknowledgement(
            epoch: epoch, end: ChainEnd(dot: Dot(replica: home.replica, n: 0), chain: chain),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: epoch, sequence: 3, root: .zero, acknowledgement: acknowledgement,
                records: told),
            records: records.map { PulledRecord(record: $0, bytes: $0.encoded()) }, end: end)
        #expect(try desk.client.store.pull.store(piece, of: other, at: Date()) == .settled)
    }
}
