import Foundation
import HTTPClient
import Reading
import Shared
import Testing

@testable import Client

/// Records that carry the numbers of many devices are told to leads, with what to do.
struct WideRecordTests {
    private func fill(_ desk: Desk, _ devices: Int) throws {
        var record = try desk.item().record
        for device in 1...devices {
            let replica = ReplicaID(high: 77, low: UInt64(device))
            let write = Write(
                field: FieldID(criterion: Desk.criterion, .tag, "t\(device)"), value: .present,
                replaces: [])
            record.apply(
                Change(
                    key: record.key, dot: Dot(replica: replica, n: 1),
                    body: ChangeBody(
                        author: desk.maya, act: .edit, writes: [write], sees: VersionVector(),
                        wallTime: 1)))
        }
        try desk.arrive(record)
    }

    @Test func `a lead hears of a record with 64 devices, and of none with fewer`() throws {
        let desk = try Desk()
        try fill(desk, 63)
        #expect(try desk.client.queries.overview(of: desk.audit).wide.isEmpty)
        try fill(desk, 64)
        let wide = try desk.client.queries.overview(of: desk.audit).wide
        #expect(wide.map(\.devices) == [64])
        let words = try #require(wide.first).words(in: try desk.view())
        #expect(words.hasPrefix("\(Desk.open) carries the numbers of 64 devices."))
        #expect(words.contains("Nothing is lost"))
    }

    @Test func `the checkup of a lead's laptop tells it with what to do`() async throws {
        let desk = try Desk()
        try fill(desk, 64)
        var checkup = Checkup(of: desk.home, now: { Date() })
        await checkup.run { _ throws(TransportError) -> any Transport in
            throw TransportError.timedOut
        }
        let line = checkup.lines.first { $0.words.contains("numbers of 64 devices") }
        #expect(line?.verdict == .attention)
        #expect(line?.next?.contains("keep to one laptop") == true)
    }

    @Test func `a tester is not asked to do anything about it`() throws {
        let desk = try Desk(role: .tester)
        try fill(desk, 64)
        #expect(try desk.client.queries.overview(of: desk.audit).wide.isEmpty)
    }
}
