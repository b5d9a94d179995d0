import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Client

/// The devices of an audit, as a laptop knows them from its records and from pulls.
struct AuditDevicesTests {
    private let desk: Desk
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let other = ReplicaID(high: 3, low: 3)

    init() throws { desk = try Desk() }

    private func hear(
        _ queues: [DeviceQueue] = [], ended: [ReplicaID: UInt64] = [:], through ordinal: UInt64 = 7
    ) throws {
        let elsewhere = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: ReplicaID(high: 0, low: 0), n: 0), chain: .zero),
            seal: [], answers: [])
        let piece = PullPiece(
            opening: PullOpening(
                epoch: EpochID(high: 0, low: 1), sequence: 1, root: .zero,
                acknowledgement: elsewhere,
                ended: EndedDevices(last: ended, stamp: ended.isEmpty ? 0 : 1),
                queues: Told(queues, through: ordinal)),
            records: [], end: .more(cursor: [1]))
        _ = try desk.client.store.pull.store(piece, of: desk.audit, at: now)
    }

    private func queue(_ unsent: Int, of replica: ReplicaID) -> DeviceQueue {
        DeviceQueue(
            replica: replica, person: desk.maya, device: "laptop-7", unsent: unsent,
            oldest: now.addingTimeInterval(-4 * 86_400), told: now.addingTimeInterval(-86_400))
    }

    private func devices(_ desk: Desk) throws -> [AuditDevice] {
        try desk.client.queries.devices(of: try desk.view())
    }

    @Test func `one's own laptop is among them, with what it has to send`() throws {
        let all = try devices(desk)
        #expect(all.map(\.name) == ["This laptop"])
        let unsent = try desk.client.store.push.queue(desk.audit).count
        #expect(unsent > 0 && all.map(\.work) == [.here(unsent: unsent)])
        #expect(all[0].changes == UInt64(unsent))
        #expect(all[0].heard != nil)
    }

    @Test func `whoever wrote is found by what stands, and who told by what the server says`()
        throws
    {
        try desk.hear(from: desk.lee, .passed)
        try hear([queue(12, of: other)])
        let view = try desk.view()
        let all = try devices(desk)
        #expect(all.map { $0.owner(in: view) } == ["Lee Okafor", "Maya Lindqvist", "Tomas Berg"])
        #expect(all[0].work == .untold && all[0].changes == 1)
        #expect(all[0].heard == now)
        #expect(all[0].name == "Device \(all[0].replica.hex.prefix(8))")
        #expect(all[1].name == "laptop-7" && all[1].work.words == "Had 12 changes to send")
        #expect(all[1].heard == now.addingTimeInterval(-86_400) && all[1].changes == 0)
        try hear([queue(0, of: other)], through: 8)
        #expect(try devices(desk)[1].work.words == "All sent")
    }

    @Test func `what somebody says of another's verdict hides no device`() throws {
        try desk.hear(from: desk.lee, .passed)
        let field = FieldID(criterion: Desk.criterion, .judgement)
        let hers = try desk.item().record.siblings(of: field).map(\.edit)
        // What Maya replaces is Lee's, and so stays.
        try desk.hear(
            from: desk.maya, [Write(field: field, value: nil, replaces: hers)], seen: true)
        let all = try devices(desk)
        #expect(all.count == 3)
        let lee = try #require(all.first { $0.replica.low == desk.lee.low })
        #expect(lee.person == desk.lee && lee.changes == 1)
    }

    @Test func `an ended one stands last, and holds nothing back`() throws {
        try hear([queue(12, of: other)], ended: [other: 5])
        let all = try devices(desk)
        #expect(all.last?.work == .ended(after: 5) && all.last?.name == "laptop-7")
        #expect(all.last?.work.words == "Ended after its change 5")
        #expect(all.last?.work.unsent == nil)
    }

    @Test func `whoever does not lead has her own devices alone`() throws {
        let tester = try Desk(role: .tester)
        try tester.hear(from: tester.lee, .passed)
        let all = try devices(tester)
        #expect(all.map(\.name) == ["This laptop"])
    }

    @Test func `each device is whose the records say, however many there are`() throws {
        for seed in 1...20 {
            let desk = try Desk(seed: UInt64(seed))
            var generator = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<30 {
                let author = Bool.random(using: &generator) ? desk.lee : desk.maya
                let name = Bool.random(using: &generator) ? Desk.open : Desk.grey
                try desk.hear(
                    from: author, on: name, .passed, seen: Bool.random(using: &generator))
            }
            var authors: [ReplicaID: Set<PersonID>] = [:]
            var numbers: [ReplicaID: UInt64] = [:]
            let view = try desk.view()
            var records = [try desk.plan(), try desk.component()]
            try view.records.states(.all) { records.append($0) }
            for record in records {
                for dot in record.context.entries {
                    numbers[dot.replica] = max(numbers[dot.replica] ?? 0, dot.n)
                }
                for change in record.changes.map(\.change) {
                    authors[change.dot.replica, default: []].insert(change.body.author)
                }
            }
            let found = try WritingDevices(of: view).all
            #expect(found.mapValues(\.changes) == numbers)
            for (replica, device) in found {
                let known = authors[replica] ?? []
                #expect(known.count < 2 && device.person == known.first, "seed \(seed)")
            }
        }
    }
}
