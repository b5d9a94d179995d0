import Foundation
import Shared
import Storage
import Testing

@testable import Server

/// A chain is followed from the last mark, never from its beginning.
struct ChainMarksTests {
    @Test func `every 256th number of a chain is a mark, across pushes`() async throws {
        var team = try await TestServer().team()
        let whole = try await Self.push(600, in: &team)
        var top = ChainTop.start(of: team.tester.replica, in: team.audit)
        var expected: [UInt64: ChainTop] = [:]
        for change in whole {
            top = ChainTop(
                end: ChainEnd(
                    dot: change.dot, chain: ChangeHash.chain(after: top.end.chain, change.hash)),
                outcomes: Trail.outcomes(after: top.outcomes, .applied))
            if [1, 255, 256, 257, 512, 600].contains(top.end.n) { expected[top.end.n] = top }
        }
        let found = expected
        try await team.server.store.read { [team] db in
            let number = try IdentityTables(db: db).known(team.tester.replica).number
            let chains = ChainTables(db: db, audit: 1)
            let start = ChainTop.start(of: team.tester.replica, in: team.audit)
            for (n, top) in found {
                let told = try chains.top(of: number, at: n, from: start)
                #expect(told.end.n == n && told.end == top.end)
                #expect(told.outcomes == top.outcomes)
            }
            let marks = try db.rows("select n from chain_mark order by n") { $0.int(0) }
            #expect(marks == [256, 512])
        }
    }

    @Test func `an old request that comes late is answered as it was, and a fork is noticed`()
        async throws
    {
        var team = try await TestServer().team()
        let first = team.tester
        let whole = try await Self.push(600, in: &team)
        var late = first
        for change in whole.prefix(300) { late.record(change.key, change.body.writes) }
        var request = late.request()
        let answer = try await team.server.core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(answer.acknowledged == 300 && answer.outcomes.count == 300)
        let chain = whole.prefix(300).reduce(
            ChangeHash.chainStart(audit: team.audit, replica: team.tester.replica)
        ) { ChangeHash.chain(after: $0, $1.hash) }
        #expect(answer.chain == chain.data)

        request.first = 290
        request.changes = Array(request.changes.suffix(11))
        request.chainBefore = Hash256.zero.data
        let problem = await #expect(throws: Problem.self) {
            try await team.server.core.push(
                request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        }
        #expect(problem?.code == .replicaForked)
    }

    private static func push(_ count: Int, in team: inout TestTeam) async throws -> [Change] {
        var all: [Change] = []
        while all.count < count {
            for _ in 0..<min(150, count - all.count) {
                let index = UInt64(all.count % 40)
                let state = team.state(index)
                let before = all.last { $0.key == state }.map { [$0.edit] } ?? []
                all.append(team.tester.judge(state, .passed, replacing: before))
            }
            try await team.server.push(&team.tester, to: team.audit)
        }
        return all
    }
}
