import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

/// A number that a laptop used before it was put back together with the server, and after.
@Suite(.timeLimit(.usual))
struct ReconcileReusedNumberTests {
    @Test func `a record behind its checkpoint takes nothing that may be of another history`()
        async throws
    {
        try await expectBothStand(showingCheckpoint: false, at: TestServer.now)
    }

    @Test func `what came after a checkpoint is not taken away by it`() async throws {
        try await expectBothStand(showingCheckpoint: true, at: TestServer.now + 1)
    }

    /// - Parameter later: When the number came for the second time.
    private func expectBothStand(showingCheckpoint: Bool, at later: Date) async throws {
        var team = try await TestServer().team()
        try team.backUp()
        var copy = team.tester
        let first = team.tester.judge(team.state(), .passed)
        team.tester.judge(team.state(), .inapplicable, replacing: [first.edit])
        try await team.server.push(&team.tester, to: team.audit)
        let epoch = team.server.core.epoch
        let checkpoint = try #require(
            try await team.server.pull(team.audit, by: team.other).checkpoint)
        let records = try await team.sealedRecords(by: team.other)
        try team.putBack()
        copy.judge(team.state(), .cantTell)
        try await team.server.push(&copy, to: team.audit, at: later)
        try await team.server.core.declareRestore()

        for joined in [1, 0] {
            let answer = try await team.heal(
                by: team.other, records: records,
                checkpoint: showingCheckpoint ? (epoch, checkpoint) : nil)
            #expect(answer.joined == joined)
        }
        let pulled = try await team.server.pull(team.audit, by: team.lead).records
        let record = try pulled.map(Record.init).first { $0.key == team.state() }
        #expect(record?.siblings(of: .judgement).count == 2)
    }
}
