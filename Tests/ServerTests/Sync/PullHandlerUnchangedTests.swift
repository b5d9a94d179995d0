import Foundation
import GRDB
import Shared
import TestSupport
import Testing

@testable import Server
@testable import Storage

/// GRDB has cursors too.
private typealias Cursor = Shared.Cursor

/// When a pull may be answered with "you have all there is", and when that would hide something.
struct PullHandlerUnchangedTests {
    @Test func `who has the checkpoint at the head, and all outcomes, is told so`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let had = try await team.having(by: team.tester)
        #expect(try await team.ask(had, by: team.tester.bearer) == .unchanged)
    }

    @Test func `a script that names no cursor is told so by the tag alone`() async throws {
        let team = try await TestServer().team()
        let had = PullRequest(
            audit: team.audit, known: try await team.having(by: team.tester).known)
        #expect(
            try await team.ask(had, by: .exporter(audit: team.audit, token: .zero)) == .unchanged)
    }

    @Test func `another's change and one's own end it`() async throws {
        var team = try await TestServer().team()
        for isOwn in [true, false] {
            let had = try await team.having(by: team.tester)
            if isOwn {
                team.tester.judge(team.state(1), .passed)
                try await team.server.push(&team.tester, to: team.audit)
            } else {
                team.other.judge(team.state(2), .passed)
                try await team.server.push(&team.other, to: team.audit)
            }
            #expect(try await team.ask(had, by: team.tester.bearer) != .unchanged)
        }
    }

    @Test func `a change that was refused ends it, for the whole team`() async throws {
        var team = try await TestServer().team()
        let had = try await team.having(by: team.other)
        team.tester.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        let answer = try await team.server.push(&team.tester, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
        #expect(try await team.ask(had, by: team.other.bearer) != .unchanged)
    }

    @Test(arguments: [UInt64(0), 2])
    func `a number other than the server's own is answered in full`(acked: UInt64) async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let had = try await team.having(by: team.tester, acked: acked)
        let stream = try await team.ask(had, by: team.tester.bearer).stream()
        #expect(stream.opening?.number == 1)
    }

    @Test func `what resumes an earlier pull is not the end of it`() async throws {
        var team = try await TestServer().team()
        for index in 1...3 { team.tester.judge(team.state(UInt64(index)), .passed) }
        try await team.server.push(&team.tester, to: team.audit)
        let had = try await team.having(by: team.other)
        let piece = try await team.server.pull(team.audit, by: team.other, limit: 2)
        let resumed = PullRequest(audit: team.audit, since: piece.more, known: had.known)
        #expect(try await team.ask(resumed, by: team.other.bearer).stream().records.count == 2)
    }

    @Test func `a cursor of another epoch, history or audit is refused`() async throws {
        let team = try await TestServer().team()
        let had = try await team.having(by: team.tester)
        let key = team.server.secret.sealKey
        let since = try #require(had.since)
        let cursor = try #require(Cursor(sealed: since, by: key))
        let others: [(Cursor, ProblemCode)] = [
            (cursor.with(epoch: EpochID(high: 1, low: 1)), .epochChanged),
            (cursor.with(audit: AuditID(high: 1, low: 1)), .cursorExpired),
            // The last, because a server that is contradicted by its own seal begins another life.
            (cursor.with(trail: .zero), .epochChanged),
        ]
        for (other, code) in others {
            let request = PullRequest(
                audit: team.audit, since: other.sealed(by: key), known: had.known)
            let problem = await #expect(throws: Problem.self) {
                try await team.ask(request, by: team.tester.bearer)
            }
            #expect(problem?.code == code)
        }
    }

    @Test func `whoever may not read any more hears that instead`() async throws {
        let team = try await TestServer().team()
        let had = try await team.having(by: team.tester)
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        try await team.server.retire(team.tester.replica)
        let refused: [(Bearer, ProblemCode)] = [
            (team.tester.bearer, .replicaRetired), (stranger.bearer, .notAMember),
            (.exporter(audit: AuditID(high: 1, low: 1), token: .zero), .notAMember),
        ]
        for (bearer, code) in refused {
            await #expect(throws: Problem(code)) { try await team.ask(had, by: bearer) }
        }
    }

    @Test func `it is found by index alone`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let had = try await team.having(by: team.tester)
        let bearer = team.tester.bearer
        let server = team.server
        let plans = try await server.store.read { db in
            var statements: [String] = []
            db.connection.trace { statements.append($0.expandedDescription) }
            let reader = try AuditReader(bearer, of: had.audit, in: db)
            let handler = PullHandler(
                epoch: server.core.epoch, secret: server.secret, limits: .standard,
                now: 0)
            #expect(try handler.run(had, by: reader, in: db) == .unchanged)
            db.connection.trace(options: [])
            return try statements.filter { $0.hasPrefix("select") }.map { statement in
                try db.rows("explain query plan " + statement) { $0.text(3) }
            }
        }
        #expect(plans.count == 7)
        for step in plans.joined() { #expect(!step.contains("SCAN"), "\(step)") }
    }
}

extension TestTeam {
    /// What a device asks with that has everything up to now.
    fileprivate func having(by device: TestDevice, acked: UInt64? = nil) async throws -> PullRequest
    {
        let answer = try await server.core.pull(
            PullRequest(audit: audit, acked: device.acked), by: device.bearer)
        guard case .stream(let bytes, let tag) = answer else { return PullRequest(audit: audit) }
        let checkpoint = try PulledStream(bytes).checkpoint
        return PullRequest(
            audit: audit, since: checkpoint.map { [UInt8]($0.cursor) },
            acked: acked ?? device.acked,
            known: tag)
    }

    fileprivate func ask(_ request: PullRequest, by bearer: Bearer) async throws -> PullAnswer {
        try await server.core.pull(request, by: bearer)
    }
}

extension PullAnswer {
    fileprivate func stream() throws -> PulledStream {
        guard case .stream(let bytes, _) = self else { return PulledStream() }
        return try PulledStream(bytes)
    }
}

extension Cursor {
    fileprivate func with(
        epoch: EpochID? = nil, audit: AuditID? = nil, trail: Hash256? = nil
    ) -> Cursor {
        Cursor(
            epoch: epoch ?? self.epoch, audit: audit ?? self.audit, floor: floor,
            position: position, head: head, trail: trail ?? self.trail)
    }
}

extension TestServer {
    fileprivate func retire(_ replica: ReplicaID) async throws {
        try await core.write { db in
            try db.run("update replica set retired_ms = 1 where id = ?", replica)
        }
    }
}
