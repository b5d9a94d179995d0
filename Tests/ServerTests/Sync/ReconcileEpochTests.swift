import Shared
import Testing

@testable import Server

/// What begins an epoch, and what does not.
struct ReconcileEpochTests {
    @Test func `a checkpoint of an earlier epoch proves no restore beside a present record`()
        async throws
    {
        var team = try await TestServer().team()
        try team.backUp()
        var copy = team.tester
        team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let old = try #require(
            try await team.server.pull(team.audit, by: team.other).checkpoint)
        let first = team.server.core.epoch
        try team.putBack()
        copy.judge(team.state(1), .cantTell)
        try await team.server.push(&copy, to: team.audit)
        // It is a seal of this very epoch: once, it proves that the server was put back.
        await #expect(throws: Problem.self) {
            try await team.heal(by: team.other, checkpoint: (first, old))
        }
        let epoch = team.server.core.epoch
        #expect(epoch != first)
        for _ in 1...3 {
            let records = try await team.sealedRecords(by: team.other)
            let answer = try await team.heal(
                by: team.other, records: records, checkpoint: (first, old))
            #expect(answer.known == UInt32(records.count) && answer.quarantined == 0)
            #expect(team.server.core.epoch == epoch)
        }
    }
}
