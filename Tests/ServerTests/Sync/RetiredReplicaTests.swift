import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// A laptop that is gone for good, and what it had written.
struct RetiredReplicaTests {
    @Test func `work of a retired laptop stays, conflicts, and is replaced like any other`()
        async throws
    {
        var team = try await TestServer().team()
        let gone = team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let replica = team.tester.replica
        try team.server.store.write { db in
            try db.run("update replica set retired_ms = 1 where id = ?", replica)
        }
        #expect(try await live(in: team) == [replica])
        // Others disagree or agree, whether or not they have seen it: every verdict stays.
        team.lead.judge(team.state(), .cantTell)
        try await team.server.push(&team.lead, to: team.audit)
        #expect(try await live(in: team) == [team.lead.replica, replica])
        team.other.judge(
            team.state(), .passed, replacing: [gone.edit], sees: VersionVector([gone.dot]))
        try await team.server.push(&team.other, to: team.audit)
        #expect(
            try await live(in: team)
                == [team.lead.replica, replica, team.other.replica].sorted())
        // The context still knows it, or its write would be taken for a new one.
        let record = try await record(of: team)
        #expect(record.context.covers(gone.dot))
        #expect(try await team.server.recomputedRoot(team.audit) == root(of: team))
    }

    private func record(of team: TestTeam) async throws -> Shared.Record {
        let stream = try await team.server.pull(team.audit, by: team.lead)
        let records = try stream.records.map { try Shared.Record($0) }
        return try #require(records.first { $0.key == team.state() })
    }

    /// Whose writes live in the state's record.
    private func live(in team: TestTeam) async throws -> [ReplicaID] {
        try await record(of: team).changes.map(\.change.dot.replica)
    }

    private func root(of team: TestTeam) async throws -> Hash256? {
        let stream = try await team.server.pull(team.audit, by: team.lead)
        return stream.checkpoint.flatMap { Hash256(bytes: $0.root) }
    }
}
