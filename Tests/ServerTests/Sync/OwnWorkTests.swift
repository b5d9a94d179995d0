import Foundation
import Shared
import Testing

@testable import Server

/// What a pull leaves out: the asker's own work, up to her last checkpoint and never further.
struct OwnWorkTests {
    @Test func `own work does not come back`() async throws {
        var team = try await TestServer().team()
        let floor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let stream = try await team.server.pull(team.audit, by: team.tester, since: floor)
        #expect(stream.records.isEmpty)
        #expect(stream.checkpoint?.count == 2)
        let other = try await team.server.pull(team.audit, by: team.other, since: floor)
        #expect(other.records.count == 1)
    }

    @Test func `own work on what somebody else changed since the checkpoint comes back`()
        async throws
    {
        var team = try await TestServer().team()
        let floor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        team.other.judge(team.state(1), .cantTell)
        try await team.server.push(&team.other, to: team.audit)
        team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let stream = try await team.server.pull(team.audit, by: team.tester, since: floor)
        #expect(stream.records.count == 1)
        let next = try await team.server.checkpoint(of: team.audit, by: team.tester)
        team.tester.judge(team.state(1), .inapplicable)
        try await team.server.push(&team.tester, to: team.audit)
        #expect(
            try await team.server.pull(team.audit, by: team.tester, since: next).records.isEmpty)
    }

    @Test func `a cut pull leaves out by its checkpoint, not by where it was cut`() async throws {
        var team = try await TestServer().team()
        let floor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        team.other.judge(team.state(1), .cantTell)
        team.other.judge(team.state(2), .cantTell)
        try await team.server.push(&team.other, to: team.audit)
        // The first piece brings state 1; then the asker writes on state 2, which she has not got.
        let piece = try await team.server.pull(
            team.audit, by: team.tester, since: floor, limit: 1)
        let cursor = try #require(piece.more)
        team.tester.judge(team.state(2), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let rest = try await team.server.pull(team.audit, by: team.tester, since: cursor)
        let record = try Record(try #require(rest.records.first))
        #expect(record.siblings(of: .judgement).count == 2)
    }

    @Test func `without a cursor nothing is left out, in no piece`() async throws {
        var team = try await TestServer().team()
        for index in 1...4 { team.tester.judge(team.state(UInt64(index)), .passed) }
        try await team.server.push(&team.tester, to: team.audit)
        let first = try await team.server.pull(team.audit, by: team.tester, limit: 2)
        let rest = try await team.server.pull(
            team.audit, by: team.tester, since: first.more)
        #expect(first.records.count + rest.records.count == 5)
    }

    @Test func `a new audit's cursor leaves out its creator's work`() async throws {
        let server = try TestServer()
        var lead = try await server.device("Tomas", person: 1, replica: 1)
        var request = WireCreateAuditRequest()
        request.person = lead.person.data
        request.nonce = Data(repeating: 5, count: 16)
        let audit = AuditID.founded(by: lead.person, nonce: [UInt8](request.nonce))
        let created = try await server.core.createAudit(
            audit, request, by: lead.bearer, at: TestServer.now)
        lead.record(
            .component(audit, ComponentID(high: 5, low: 1)),
            [Write(field: FieldID(.label), value: .text("Accounts"), replaces: [])])
        try await server.push(&lead, to: audit)
        let stream = try await server.pull(audit, by: lead, since: [UInt8](created.cursor))
        #expect(stream.records.isEmpty)
        #expect(stream.checkpoint?.count == 1)
    }
}

/// Cursors are believed only as this server sealed them.
struct CursorTests {
    @Test func `a changed cursor is not resumed from`() async throws {
        let team = try await TestServer().team()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        for index in stride(from: 0, to: cursor.count, by: 7) {
            var changed = cursor
            changed[index] ^= 1
            await #expect(throws: Problem(.cursorExpired)) {
                try await team.server.pull(team.audit, by: team.tester, since: changed)
            }
        }
        await #expect(throws: Problem(.cursorExpired)) {
            try await team.server.pull(team.audit, by: team.tester, since: [])
        }
    }

    @Test func `a cursor of a history that is no longer this one begins a new epoch`()
        async throws
    {
        let team = try await TestServer().team()
        let core = team.server.core
        let elsewhere = Cursor(
            epoch: core.epoch, audit: team.audit, floor: 1, position: 1, head: 1, trail: .zero)
        let ahead = Cursor(
            epoch: core.epoch, audit: team.audit, floor: 9, position: 9, head: 9, trail: .zero)
        for cursor in [elsewhere, ahead] {
            let problem = await #expect(throws: Problem.self) {
                try await team.server.pull(
                    team.audit, by: team.tester,
                    since: cursor.sealed(by: team.server.secret.sealKey))
            }
            #expect(problem?.code == .epochChanged)
        }
    }

    @Test func `a cursor of another epoch names the present one`() async throws {
        let team = try await TestServer().team()
        let old = Cursor(
            epoch: EpochID(high: 1, low: 1), audit: team.audit, floor: 1, position: 1, head: 1,
            trail: .zero)
        let problem = await #expect(throws: Problem.self) {
            try await team.server.pull(
                team.audit, by: team.tester, since: old.sealed(by: team.server.secret.sealKey))
        }
        #expect(problem?.code == .epochChanged)
    }
}

extension TestServer {
    /// The cursor of a complete pull.
    func checkpoint(of audit: AuditID, by device: TestDevice) async throws -> [UInt8] {
        [UInt8](try #require(try await pull(audit, by: device).checkpoint).cursor)
    }
}
