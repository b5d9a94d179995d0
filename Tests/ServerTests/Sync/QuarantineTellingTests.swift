import Foundation
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// What leads made of a change reaches whoever wrote it, with her next pull.
struct QuarantineTellingTests {
    private let clock = ManualClock()

    /// A team whose reader has brought judgements that she may not make.
    private static func overreached(
        _ count: UInt64 = 2
    ) async throws -> (team: TestTeam, changes: [Change]) {
        var team = try await TestServer().team()
        let changes = (1...count).map { team.reader.judge(team.state($0), .passed) }
        try await team.server.push(&team.reader, to: team.audit)
        return (team, changes)
    }

    @Test func `an author hears once that a lead discarded her change, and why`() async throws {
        let (team, changes) = try await Self.overreached()
        let had = try await team.having(by: team.reader)
        #expect(try await team.server.core.pull(had, by: team.reader.bearer) == .unchanged)
        try await team.settle(changes[1], .discard(reason: "Recorded twice."))

        let opening = try await team.opening(had, by: team.reader)
        let told = try #require(opening.resolutions.first)
        #expect(opening.resolutions.count == 1)
        #expect(told.replica == team.reader.replica.data && told.n == 2)
        #expect(told.kind == .discarded && told.reason == "Recorded twice.")
        #expect(told.person == team.lead.person.data)
        #expect(told.resolvedMilliseconds == TestServer.now.unixMilliseconds)
        let other = try await team.having(by: team.tester)
        #expect(try await team.server.core.pull(other, by: team.tester.bearer) == .unchanged)
        // The head has not moved, and she knows it now.
        let knows = had.knowing(opening.resolved)
        #expect(try await team.server.core.pull(knows, by: team.reader.bearer) == .unchanged)
    }

    @Test func `another verdict on the same change is told again, and alone`() async throws {
        let (team, changes) = try await Self.overreached()
        for change in changes { try await team.settle(change, .discard(reason: "No.")) }
        let had = try await team.having(by: team.reader)
        let first = try await team.opening(had, by: team.reader)
        #expect(first.resolutions.map(\.n) == [1, 2])
        try await team.settle(changes[0], .adopt())
        let second = try await team.opening(had.knowing(first.resolved), by: team.reader)
        #expect(second.resolutions.map(\.n) == [1])
        #expect(second.resolutions.map(\.kind) == [.adopted])
        #expect(second.resolved > first.resolved)
        // Whoever had heard of nothing hears each change's last verdict, in their order.
        let both = try await team.opening(had, by: team.reader)
        #expect(both.resolutions.map(\.n) == [2, 1])
    }

    @Test func `her other device hears of it too, and nobody else does`() async throws {
        let (team, changes) = try await Self.overreached()
        let second = try await team.server.device("Rosa", person: 4, replica: 14)
        try await team.settle(changes[0], .discard(reason: "No."))
        let told = try await team.opening(PullRequest(audit: team.audit), by: second)
        #expect(told.resolutions.map(\.replica) == [team.reader.replica.data])
        for device in [team.tester, team.lead] {
            let other = try await team.opening(PullRequest(audit: team.audit), by: device)
            #expect(other.resolutions.isEmpty && other.resolved == 0)
        }
        let answer = try await team.server.core.pull(
            PullRequest(audit: team.audit), by: .exporter(audit: team.audit, token: .zero))
        #expect(try answer.stream().opening?.resolutions.isEmpty == true)
    }

    @Test func `whoever knows more than a server that was put back is told everything`()
        async throws
    {
        let (team, changes) = try await Self.overreached()
        try await team.settle(changes[0], .discard(reason: "No."))
        let had = try await team.having(by: team.reader).knowing(UInt64(Int64.max))
        let opening = try await team.opening(had, by: team.reader)
        #expect(opening.resolutions.map(\.n) == [1])
        let knows = had.knowing(opening.resolved)
        #expect(try await team.server.core.pull(knows, by: team.reader.bearer) == .unchanged)
    }

    @Test func `a server that was put back gives no ordinal a second time`() async throws {
        var (team, changes) = try await Self.overreached()
        try team.backUp()
        try await team.settle(changes[0], .discard(reason: "No."))
        let knows = try await team.opening(PullRequest(audit: team.audit), by: team.reader).resolved
        // Nothing in the log tells that it was put back: a discard is no change of the record.
        try team.putBack()
        try await team.settle(
            changes[1], .discard(reason: "Twice."), at: TestServer.now.addingTimeInterval(1))
        let had = try await team.having(by: team.reader).knowing(knows)
        #expect(try await team.opening(had, by: team.reader).resolutions.map(\.n) == [2])
    }

    @Test func `long reasons come in several openings`() async throws {
        let (team, changes) = try await Self.overreached(20)
        let reason = String(repeating: "r", count: 16_000)
        for change in changes { try await team.settle(change, .discard(reason: reason)) }
        var had = try await team.having(by: team.reader)
        var told: [[UInt64]] = []
        while case .stream(let bytes, _) = try await team.server.core.pull(
            had, by: team.reader.bearer)
        {
            let opening = try #require(try PulledStream(bytes).opening)
            told.append(opening.resolutions.map(\.n))
            had = had.knowing(opening.resolved)
        }
        #expect(told.map(\.count) == [17, 3])
        #expect(told.flatMap(\.self) == Array(1...20))
    }

    @Test func `a discard answers a held pull of its author`() async throws {
        let (team, changes) = try await Self.overreached()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.reader)
        let path =
            ProtocolNames.records(team.audit)
            + "?since=\(cursor.base64URL)&ack=\(team.reader.acked)&resolved=0&wait=30"
        try await team.server.overHTTP(.live, clock: clock) { [clock, team] client in
            async let held = client.get(path, .bearer(team.reader.token))
            await clock.sleepers(1)
            // The clock stands still, so that only the notification can end the waiting.
            try await team.settle(changes[0], .discard(reason: "Recorded twice."))
            let opening = try PulledStream(try await held.bytes).opening
            #expect(opening?.resolutions.map(\.reason) == ["Recorded twice."])
        }
    }
}

extension TestTeam {
    fileprivate func settle(
        _ change: Change, _ order: ServerCore.QuarantineOrder, at now: Date = TestServer.now
    ) async throws {
        _ = try await server.core.settle(
            change.hash.hex, of: audit, order, by: lead.bearer, at: now)
    }

    /// What a device asks with that has everything but what leads made of its changes.
    fileprivate func having(by device: TestDevice) async throws -> PullRequest {
        let cursor = try await server.checkpoint(of: audit, by: device)
        let head = try await server.core.audit(audit, by: device.bearer).head.sequence
        return PullRequest(
            audit: audit, since: cursor, acked: device.acked,
            known: "\(server.core.epoch.hex).\(head)")
    }

    fileprivate func opening(
        _ request: PullRequest, by device: TestDevice
    ) async throws -> WirePullOpening {
        let answer = try await server.core.pull(request, by: device.bearer)
        return try #require(try answer.stream().opening)
    }
}

extension PullRequest {
    fileprivate func knowing(_ settled: UInt64) -> PullRequest {
        PullRequest(
            audit: audit, since: since, acked: acked, settled: settled, limit: limit, known: known)
    }
}

extension PullAnswer {
    fileprivate func stream() throws -> PulledStream {
        guard case .stream(let bytes, _) = self else { return PulledStream() }
        return try PulledStream(bytes)
    }
}
