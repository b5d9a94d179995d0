import Foundation
import Shared
import struct Shared.Record
import Storage
import Testing

@testable import Server

/// Who may show a restored server something, and how much of it: asked before anything is done.
struct ReconcileAdmissionTests {
    @Test func `one replica's chain is acknowledged once a request`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        let problem = await #expect(throws: Problem.self) {
            try await team.heal(by: team.tester, acks: [ack, ack])
        }
        #expect(problem?.code == .malformed)
        // Whatever they say: repeats are refused before a seal is looked at.
        var forged = ack
        forged.n = 7
        let second = await #expect(throws: Problem.self) {
            try await team.heal(by: team.tester, acks: [ack, forged])
        }
        #expect(second?.code == .malformed)
    }

    @Test func `a chain is shown by its own person`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        let problem = await #expect(throws: Problem.self) {
            try await team.heal(by: team.lead, acks: [ack])
        }
        #expect(problem?.code == .notAllowed)
    }

    @Test func `a stranger learns nothing`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Nora", person: 9, replica: 9)
        let known = try await team.sealedRecords(by: team.other)
        var forged = try #require(known.first)
        forged.record = Data(forged.record.dropLast() + [0])
        for records in [[], [forged], [WirePulledRecord()]] {
            await #expect(throws: Problem(.notAMember)) {
                try await team.heal(by: stranger, records: records)
            }
        }
        var ack = WireAcknowledgement()
        ack.epoch = team.server.core.epoch.data
        ack.replica = stranger.replica.data
        ack.n = 1
        ack.chain = Hash256.zero.data
        ack.receipt = Data(repeating: 0, count: 48)
        await #expect(throws: Problem(.notAMember)) {
            try await team.heal(by: stranger, acks: [ack])
        }
    }

    @Test func `who is a member no more brings back what she has and is told nothing of the audit`()
        async throws
    {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.tester)
        try team.putBack()
        try await team.server.core.declareRestore()
        try team.server.store.write { [team] db in
            try db.run("delete from member where person = ?", team.tester.person)
        }
        let states = records.filter {
            (try? Record(decoding: [UInt8]($0.record)))?.key == team.state()
        }
        let answer = try await team.heal(by: team.tester, records: states)
        #expect(answer.joined == 1)
        #expect(!answer.hasHead && answer.cursor.isEmpty)
        // The plan makes her one again.
        let plan = records.filter {
            (try? Record(decoding: [UInt8]($0.record)))?.key == .plan(team.audit)
        }
        #expect(plan.count == 1)
    }

    @Test func `more acknowledgements or records than a request holds are too large`()
        async throws
    {
        var limits = Limits.standard
        limits.pushChangesMax = 2
        let team = try await TestServer(limits: limits).team()
        let acks = (0..<UInt64(3)).map { number in
            var ack = WireAcknowledgement()
            ack.replica = ReplicaID(high: 7, low: number).data
            return ack
        }
        let problem = await #expect(throws: Problem.self) {
            try await team.heal(by: team.tester, acks: acks)
        }
        #expect(problem?.code == .tooLarge)
    }

    @Test func `a join that no laptop could read is set aside whole`() async throws {
        var limits = Limits.standard
        limits.recordBytesMax = 600
        var team = try await TestServer(limits: limits).team()
        team.other.judge(team.state(), .cantTell)
        try await team.server.push(&team.other, to: team.audit)
        try team.backUp()
        for _ in 1...4 { team.tester.record(team.state(), [Self.note()]) }
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other).suffix(1)
        try team.putBack()
        try await team.server.core.declareRestore()
        let before = try await team.recordsByKey()

        let answer = try await team.heal(by: team.tester, records: Array(records))
        #expect(answer.quarantined == 1 && answer.joined == 0)
        #expect(try await team.recordsByKey() == before)
        let reasons = try await team.server.store.read { db in
            try db.rows("select reason, image from set_aside") {
                ($0.text(0), $0.blob(1))
            }
        }
        #expect(reasons.map(\.0).allSatisfy { $0.hasPrefix("too-large: ") })
        #expect(reasons.map { Data($0.1) } == records.map(\.record))
    }

    private static func note() -> Write {
        Write(
            field: .note, value: .text(String(repeating: "x", count: 100)), replaces: [])
    }
}
