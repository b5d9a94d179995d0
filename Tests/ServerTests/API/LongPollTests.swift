import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

struct LongPollTests {
    private let clock = ManualClock()

    @Test func `a held pull is answered as soon as somebody else's work is there`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 30)
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            async let held = client.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            // The clock stands still, so that only the notification can end the waiting.
            try await team.pushFromOther()
            let answer = try await held
            #expect(answer.status == .ok)
            #expect(try PulledStream(answer.bytes).records.count == 1)
            await clock.sleepers(0)
        }
    }

    @Test func `an adoption by a command beside the server answers a held pull`() async throws {
        var team = try await TestServer().team()
        try await team.retire(team.tester.replica)
        let change = team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let path = try await team.upToDate(team.other, wait: 30)
        let audit = team.audit
        let lead = team.lead.person
        let folder = team.server.folder.url
        try await team.server.overHTTP(.live, clock: clock) { [clock, team] client in
            async let held = client.get(path, .bearer(team.other.token))
            await clock.sleepers(1)
            var generator = SeededGenerator(seed: 3)
            let command = try Administration(
                dataFolder: folder, at: TestServer.now, using: &generator)
            _ = try await command.core.settle(
                change.hash.hex, of: audit, .adopt(), by: lead, at: TestServer.now)
            let answer = try await held
            #expect(try PulledStream(answer.bytes).records.count == 1)
            try command.close()
        }
    }

    @Test func `when the time is over the answer is what it would have been at once`() async throws
    {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 12)
        let tag = "\"\(team.server.core.epoch.hex).1\""
        let others: [HTTPFields] = [[:], [.ifNoneMatch: tag]]
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            for fields in others {
                async let held = client.get(path, .bearer(team.tester.token, fields))
                await clock.sleepers(1)
                clock.advance(by: .seconds(12))
                let answer = try await held
                #expect(answer.status == (fields.isEmpty ? .ok : .notModified))
                #expect(try PulledStream(answer.bytes).records.isEmpty)
            }
        }
    }

    @Test func `nobody is held longer than the limit`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: UInt64.max)
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            async let held = client.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            clock.advance(by: team.server.core.limits.waitMax)
            let answer = try await held
            #expect(answer.status == .ok)
        }
    }

    @Test func `whoever has something to hear is not held`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 30)
        try await team.pushFromOther()
        try await team.server.overHTTP(clock: clock) { client in
            let paths = [path, ProtocolNames.records(team.audit) + "?wait=30"]
            for path in paths {
                let answer = try await client.get(path, .bearer(team.tester.token))
                #expect(try PulledStream(answer.bytes).records.isEmpty == false)
            }
        }
    }

    @Test func `a client that hangs up gives its place back at once`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 30)
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            let port = try #require(client.port)
            let connection = try RawConnection(port: port)
            connection.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            connection.close()
            await clock.sleepers(0)
        }
    }

    @Test func `a server that stops answers what it holds`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 30)
        let answers = AsyncStream<[UInt8]>.makeStream()
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            let connection = try RawConnection(port: try #require(client.port))
            connection.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            Task { answers.continuation.yield(await connection.readToEnd()) }
        }
        // The server has ended by now, although its clock never moved.
        let answer = await answers.stream.first { _ in true } ?? []
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `one device holds so many pulls and no more`() async throws {
        var limits = Limits.standard
        limits.heldPullsPerPersonMax = 1
        let team = try await TestServer(limits: limits).team()
        let path = try await team.upToDate(team.tester, wait: 30)
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            let connection = try RawConnection(port: try #require(client.port))
            connection.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            #expect(try await client.get(path, .bearer(team.tester.token)).status == .ok)
            // Somebody else's place is her own.
            async let other = client.get(path, .bearer(team.other.token))
            await clock.sleepers(2)
            clock.advance(by: .seconds(30))
            let answer = try await other
            #expect(answer.status == .ok)
        }
    }

    @Test func `who loses her rights while she waits gets nothing more`() async throws {
        let team = try await TestServer().team()
        let path = try await team.upToDate(team.tester, wait: 30)
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            async let held = client.get(path, .bearer(team.tester.token))
            await clock.sleepers(1)
            try team.server.store.write { db in
                try db.run(
                    "update replica set retired_ms = 1 where id = ?", team.tester.replica)
            }
            try await team.pushFromOther()
            let answer = try await held
            #expect(Problem(json: answer.bytes)?.code == .replicaRetired)
        }
    }
}

extension TestTeam {
    /// The path of a pull by a device that has everything there is.
    fileprivate func upToDate(_ device: TestDevice, wait: UInt64) async throws -> String {
        let cursor = try await server.checkpoint(of: audit, by: device)
        let path = ProtocolNames.records(audit)
        return path + "?since=\(cursor.base64URL)&ack=\(device.acked)&wait=\(wait)"
    }

    /// A verdict of the other tester.
    fileprivate func pushFromOther() async throws {
        var other = other
        other.judge(state(), .passed)
        try await server.push(&other, to: audit)
    }
}
