import Foundation
import Shared
import Testing

@testable import Server

/// How many devices a person may have, and how many new ones a day.
struct DeviceLimitTests {
    private static let day: TimeInterval = 24 * 3600

    @Test func `above its bound enrolment is refused and says which device to retire`()
        async throws
    {
        var limits = Limits.standard
        limits.devicesPerPersonMax = 3
        let crowd = try await Crowd(limits: limits)
        for number in UInt64(2)...3 { try await crowd.invite(number, after: Self.day) }
        let problem = await #expect(throws: Problem.self) {
            try await crowd.invite(4, after: 2 * Self.day)
        }
        #expect(problem?.code == .tooManyDevices)
        let detail = try #require(problem?.detail)
        #expect(detail.contains("has 3 devices; retire one"))
        #expect(detail.contains("accord-server device retire \(crowd.first.replica.hex)"))
        // Once it is retired there is room.
        _ = try await crowd.server.core.retire(
            crowd.first.replica, as: .retired, by: nil, at: TestServer.now)
        try await crowd.invite(4, after: 2 * Self.day)
    }

    @Test func `who goes on with a new device has room, and the old one counts for thirty days`()
        async throws
    {
        var limits = Limits.standard
        limits.devicesPerPersonMax = 2
        let crowd = try await Crowd(limits: limits)
        try await crowd.invite(2, after: 0)
        try await crowd.succeed(crowd.first, by: 3, after: Self.day)
        // The one that it succeeds is heard of still.
        await #expect(throws: Problem.self) { try await crowd.invite(4, after: 20 * Self.day) }
        await #expect(throws: Problem.self) { try await crowd.invite(4, after: 32 * Self.day) }
        _ = try await crowd.server.core.retire(
            TestKey.replica(2), as: .retired, by: nil, at: TestServer.now)
        try await crowd.invite(4, after: 32 * Self.day)
    }

    @Test func `within a day so many are enrolled and no more`() async throws {
        var limits = Limits.standard
        limits.newDevicesPerDayMax = 3
        let crowd = try await Crowd(limits: limits)
        for number in UInt64(2)...3 { try await crowd.invite(number, after: 60) }
        let problem = await #expect(throws: Problem.self) { try await crowd.invite(4, after: 120) }
        #expect(problem?.code == .tooManyDevices)
        #expect(problem?.detail?.contains("tomorrow") == true)
        // An answer that was lost is given again, and others have a day of their own.
        try await crowd.invite(3, after: 120)
        _ = try await crowd.server.device("Lee", person: 2, replica: 20)
        try await crowd.invite(4, after: Self.day + 61)
    }

    @Test func `a lead's adoptions make no devices of hers`() async throws {
        var limits = Limits.standard
        limits.newDevicesPerDayMax = 1
        limits.devicesPerPersonMax = 2
        var team = try await TestServer(limits: limits).team()
        team.reader.judge(team.state(), .passed)
        try await team.server.push(&team.reader, to: team.audit)
        let item = try await team.server.store.read { db in
            try QuarantineTables(db: db, audit: 1).page(after: nil, waitingOnly: false)
                .rows[0].item
        }
        _ = try await team.server.core.settle(
            item.hex, of: team.audit, .adopt(), by: team.lead.bearer, at: TestServer.now)
        try await team.server.store.read { [team] db in
            let counted = try IdentityTables(db: db).countedDevices(of: team.lead.person)
            #expect(counted.map(\.replica) == [team.lead.replica])
        }
    }
}

/// One person who enrols many devices.
private struct Crowd {
    let server: TestServer
    let first: TestDevice

    init(limits: Limits) async throws {
        server = try TestServer(limits: limits)
        first = try await server.device("Maya", person: 1, replica: 1)
    }

    /// Enrols by an invite of its own; the same number is the same device.
    func invite(_ number: UInt64, after seconds: TimeInterval) async throws {
        let time = TestServer.now.addingTimeInterval(seconds)
        var generator = SystemRandomNumberGenerator()
        let code = InviteCode.random(using: &generator)
        try await server.core.invite(name: "Maya", person: first.person, code: code, at: time)
        _ = try await server.core.enrol(
            TestKey(number).enrolment(invite: code.text, person: first.person), at: time)
    }

    func succeed(
        _ device: TestDevice, by number: UInt64, after seconds: TimeInterval
    ) async throws {
        _ = try await server.core.enrol(
            TestKey(number).enrolment(), by: device.bearer,
            at: TestServer.now.addingTimeInterval(seconds))
    }
}
