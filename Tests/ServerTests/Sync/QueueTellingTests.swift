import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// What devices say with a pull of the work that they have not sent reaches the leads.
struct QueueTellingTests {
    /// Asks as a laptop does that has so much to send.
    private func pull(
        _ team: TestTeam, by device: TestDevice, unsent: Int = 0, age: Int = 0,
        status: Int = 200
    ) async throws {
        var path = "\(ProtocolNames.records(team.audit))?ack=\(device.acked)"
        if unsent > 0 { path += "&unsent=\(unsent)&unsent_age=\(age)" }
        let asked = path
        try await team.server.overHTTP { client in
            let answer = try await client.get(asked, .bearer(device.token))
            #expect(answer.status.code == status)
        }
    }

    private func opening(
        _ team: TestTeam, by device: TestDevice, knowing queues: UInt64? = nil
    ) async throws -> WirePullOpening {
        let answer = try await team.server.core.pull(
            PullRequest(audit: team.audit, queues: queues), by: device.bearer)
        guard case .stream(let bytes, _) = answer else { return WirePullOpening() }
        return try #require(try PulledStream(bytes).opening)
    }

    @Test func `a lead hears how much a device has not sent, and since when`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 3 * 86_400)
        let told = try await opening(team, by: team.lead)
        let queue = try #require(told.queues.first)
        #expect(told.queues.count == 1)
        #expect(queue.replica == team.tester.replica.data)
        #expect(queue.person == team.tester.person.data)
        #expect(queue.unsent == 12)
        let now = TestServer.now.unixMilliseconds
        #expect(queue.toldMilliseconds == now)
        #expect(queue.oldestMilliseconds == now - 3 * 86_400_000)
    }

    @Test func `nobody but leads is told`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        for device in [team.tester, team.other, team.reader] {
            let told = try await opening(team, by: device)
            #expect(told.queues.isEmpty && told.queuesTold == 0)
        }
    }

    @Test func `once it is sent the lead hears of that too, and of each only once`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        let first = try await opening(team, by: team.lead)
        #expect(try await opening(team, by: team.lead, knowing: first.queuesTold).queues.isEmpty)
        try await pull(team, by: team.tester)
        let second = try await opening(team, by: team.lead, knowing: first.queuesTold)
        #expect(second.queues.map(\.unsent) == [0])
        #expect(second.queuesTold > first.queuesTold)
    }

    @Test func `a lead with everything else is not answered that nothing is new`() async throws {
        let team = try await TestServer().team()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.lead)
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head.sequence
        func had(_ queues: UInt64?) -> PullRequest {
            PullRequest(
                audit: team.audit, since: cursor, acked: team.lead.acked,
                known: "\(team.server.core.epoch.hex).\(head)", queues: queues)
        }
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        #expect(try await team.server.core.pull(had(3), by: team.lead.bearer) != .unchanged)
        let known = try await opening(team, by: team.lead).queuesTold
        #expect(try await team.server.core.pull(had(known), by: team.lead.bearer) == .unchanged)
        // Who does not ask is not told by that.
        #expect(try await team.server.core.pull(had(nil), by: team.lead.bearer) == .unchanged)
    }

    @Test func `a device that always says the same is written down once a minute`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        let known = try await opening(team, by: team.lead).queuesTold
        try await pull(team, by: team.tester, unsent: 13, age: 61)
        #expect(try await opening(team, by: team.lead).queuesTold == known)
        await team.server.core.noteQueue(
            of: PullRequest(audit: team.audit, unsent: (14, 120)), by: team.tester.bearer,
            at: TestServer.now.addingTimeInterval(60))
        #expect(try await opening(team, by: team.lead).queues.map(\.unsent) == [14])
    }

    @Test func `a stranger is not listened to`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Eve", person: 9, replica: 9)
        try await pull(team, by: stranger, unsent: 12, age: 60, status: 403)
        await team.server.core.noteQueue(
            of: PullRequest(audit: team.audit, unsent: (12, 60)), by: stranger.bearer,
            at: TestServer.now)
        #expect(try await opening(team, by: team.lead).queues.isEmpty)
    }

    @Test(arguments: [UInt64.max, UInt64(Int64.max), 1 << 40])
    func `whatever a device says, nothing overflows`(_ number: UInt64) async throws {
        let team = try await TestServer().team()
        await team.server.core.noteQueue(
            of: PullRequest(audit: team.audit, unsent: (number, number)), by: team.tester.bearer,
            at: TestServer.now)
        let queue = try #require(try await opening(team, by: team.lead).queues.first)
        #expect(queue.unsent == UInt64(UInt32.max))
    }

    @Test func `who runs the server sees it beside each device`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        let queues = try await team.server.core.queues()
        #expect(queues.map(\.replica) == [team.tester.replica.hex])
        #expect(queues.map(\.unsent) == [12])
        #expect(queues.first?.told == TestServer.now)
    }

    @Test func `a device that has ended has nothing to come`() async throws {
        let team = try await TestServer().team()
        try await pull(team, by: team.tester, unsent: 12, age: 60)
        _ = try await team.server.core.retire(
            team.tester.replica, as: .retired, by: nil, at: TestServer.now)
        #expect(try await opening(team, by: team.lead).queues.map(\.unsent) == [0])
        #expect(try await team.server.core.queues().isEmpty)
    }
}
