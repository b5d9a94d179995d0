import Foundation
import Shared
import SwiftProtobuf
import Testing

@testable import Server

struct PullHandlerTests {
    @Test func `a first pull brings everything, sealed, and a checkpoint`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .cantTell)
        try await team.server.push(&team.tester, to: team.audit)

        let stream = try await team.server.pull(team.audit, by: team.other)
        let opening = try #require(stream.opening)
        #expect(opening.number == 0)
        #expect(opening.head.sequence == 3)
        #expect(stream.records.count == 3)
        for wire in stream.records {
            let seal = team.server.secret.sealKey.record(
                epoch: team.server.core.epoch, audit: team.audit, digest: try Record(wire).digest)
            #expect([UInt8](wire.receipt) == seal)
        }
        let checkpoint = try #require(stream.checkpoint)
        #expect(checkpoint.count == 3)
        #expect(checkpoint.root == opening.head.root)
        #expect(checkpoint.vector.map(\.n) == [1, 2])
        let sum = try stream.records.reduce(Hash256.zero) { $0 &+ (try Record($1).digest) }
        #expect(sum.data == checkpoint.root)
    }

    @Test func `a record travels as the generated code would write it`() async throws {
        let team = try await TestServer().team()
        let request = PullRequest(audit: team.audit)
        let answer = try await team.server.core.pull(request, by: team.other.bearer)
        guard case .stream(let bytes, _) = answer else { return }
        var again: [UInt8] = []
        for item in try PulledStream(bytes).items {
            Framing.append(item.canonicalBytes(), to: &again)
        }
        #expect(again == bytes)
    }

    @Test func `nothing new is a checkpoint without records`() async throws {
        let team = try await TestServer().team()
        let first = try await team.server.pull(team.audit, by: team.tester)
        let cursor = [UInt8](try #require(first.checkpoint).cursor)
        let second = try await team.server.pull(team.audit, by: team.tester, since: cursor)
        #expect(second.records.isEmpty)
        #expect(second.checkpoint?.root == first.checkpoint?.root)
    }

    @Test func `an asker who knows the head is told that it is unchanged`() async throws {
        let team = try await TestServer().team()
        let bearer = team.tester.bearer
        let first = try await team.server.core.pull(
            PullRequest(audit: team.audit), by: bearer)
        guard case .stream(_, let tag) = first else { return }
        #expect(tag == "\(team.server.core.epoch.hex).1")
        let second = try await team.server.core.pull(
            PullRequest(audit: team.audit, known: tag), by: bearer)
        #expect(second == .unchanged)
    }

    @Test func `refused changes are told again until they are acknowledged`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        team.tester.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        try await team.server.push(&team.tester, to: team.audit)
        let lost = try await team.server.pull(team.audit, by: team.tester, acked: 0)
        #expect(lost.opening?.number == 2)
        #expect(lost.opening?.outcomes.map(\.n) == [2])
        #expect(lost.opening?.outcomes.map(\.outcome) == [.quarantined])
        let known = try await team.server.pull(team.audit, by: team.tester, acked: 2)
        #expect(known.opening?.outcomes.isEmpty == true)
    }

    @Test func `a limit cuts the stream where the next pull goes on`() async throws {
        var team = try await TestServer().team()
        for index in 1...5 { team.tester.judge(team.state(UInt64(index)), .passed) }
        try await team.server.push(&team.tester, to: team.audit)
        var keys: [Data] = []
        var cursor: [UInt8]?
        var pulls = 0
        repeat {
            let stream = try await team.server.pull(
                team.audit, by: team.other, since: cursor, limit: 2)
            keys += stream.records.map(\.key)
            cursor = stream.more
            pulls += 1
            #expect((stream.more == nil) == (stream.checkpoint != nil))
        } while cursor != nil
        #expect(pulls == 3)
        #expect(keys.count == 6)
        #expect(Set(keys).count == 6)
    }

    @Test func `in a pull of everything the plan comes first, with a mark, and once`() async throws
    {
        var team = try await TestServer().team()
        for index in 1...5 { team.tester.judge(team.state(UInt64(index)), .passed) }
        try await team.server.push(&team.tester, to: team.audit)
        // Whoever is added last changes it last.
        team.lead.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Renamed"), replaces: [])], act: .plan)
        try await team.server.push(&team.lead, to: team.audit)
        let plan = Data(RecordKey.plan(team.audit).bytes)
        let stream = try await team.server.pull(team.audit, by: team.other)
        #expect(stream.opening?.records == 6)
        #expect(stream.records.map(\.key).filter { $0 == plan }.count == 1)
        #expect(stream.records.first?.key == plan)
        guard case .mark(let cursor) = try #require(stream.items.dropFirst(2).first).item else {
            Issue.record("no mark behind it")
            return
        }
        // A line that breaks behind it loses nothing of what follows.
        let rest = try await team.server.pull(
            team.audit, by: team.other, since: [UInt8](cursor))
        #expect(rest.opening?.records == 6)
        #expect(rest.records.count == 6)
        #expect(rest.checkpoint?.root == stream.checkpoint?.root)
        // Later pulls have their order alone.
        let since = [UInt8](try #require(stream.checkpoint).cursor)
        let later = try await team.server.pull(team.audit, by: team.other, since: since)
        #expect(later.opening?.records == 0 && later.records.isEmpty && later.marks.isEmpty)
    }

    @Test func `a long stream has marks to resume from`() async throws {
        var team = try await TestServer().team()
        let note = String(repeating: "n", count: 16_000)
        for index in 1...40 {
            team.tester.record(
                team.state(UInt64(index)),
                [Write(field: .note, value: .text(note), replaces: [])])
        }
        try await team.server.push(&team.tester, to: team.audit)
        let stream = try await team.server.pull(team.audit, by: team.other)
        #expect(stream.marks.count == 3)
        let resumed = try await team.server.pull(
            team.audit, by: team.other, since: stream.marks[1])
        #expect(resumed.records.count < stream.records.count)
        #expect(resumed.checkpoint?.root == stream.checkpoint?.root)
    }

    @Test func `an exporter reads its audit and no other, and writes nothing`() async throws {
        var team = try await TestServer().team()
        let audit = team.audit
        let bearer = Bearer.exporter(audit: audit, token: .zero)
        let stream = try await team.server.core.pull(PullRequest(audit: audit), by: bearer)
        #expect(stream != .unchanged)
        let elsewhere = PullRequest(audit: AuditID(high: 8, low: 8))
        await #expect(throws: Problem(.notAMember)) {
            try await team.server.core.pull(elsewhere, by: bearer)
        }
        team.tester.judge(team.state(), .passed)
        await #expect(throws: Problem.self) {
            try await team.server.core.push(
                team.tester.request(), to: audit, by: bearer, at: TestServer.now)
        }
    }

    @Test func `a stranger learns nothing of an audit`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        await #expect(throws: Problem(.notAMember)) {
            try await team.server.pull(team.audit, by: stranger)
        }
        await #expect(throws: Problem(.auditUnknown)) {
            try await team.server.pull(AuditID(high: 8, low: 8), by: team.lead)
        }
        #expect(try await team.server.core.audits(by: stranger.bearer).audits.isEmpty)
    }
}
