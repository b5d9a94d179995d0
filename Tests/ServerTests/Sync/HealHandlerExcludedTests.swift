import Foundation
import Shared
import Testing

@testable import Server

/// Whoever reads nothing on a restored server any more still brings back what it once sealed.
struct HealHandlerExcludedTests {
    @Test func `a device that is retired after a restore brings back what was acknowledged`()
        async throws
    {
        var team = try await TestServer().team()
        let lost = try await team.lose(team.state(1))
        try await team.retire(team.tester.replica)

        let healed = try await team.heal(
            by: team.tester, records: lost.records, acks: [lost.ack])
        #expect(healed.joined == 1 && healed.chains.isEmpty)
        let answer = try await team.push(lost.request, by: team.tester)
        #expect(answer.acknowledged == 1 && answer.outcomes.isEmpty, "it stays applied")
        let pulled = try await team.server.pull(team.audit, by: team.other)
        let record = try Record(try #require(pulled.records.last))
        #expect(record.siblings(of: .judgement).map(\.edit) == [lost.edit])
    }

    @Test func `what it had not sent waits for the leads, under a device retired from birth`()
        async throws
    {
        var team = try await TestServer().team()
        let lost = try await team.lose(team.state(1))
        try await team.retire(team.tester.replica)
        _ = try await team.push(lost.request, by: team.tester)
        // Beyond the seal its numbers may stand for something that the backup has not.
        team.tester.judge(team.state(2), .cantTell)
        var late = team.tester.request()
        late.epoch = team.server.core.epoch.data
        late.proof = lost.ack
        #expect(await team.refusal(of: late) == .epochChanged)

        var successor = try await team.enrol(22, by: team.tester)
        successor.judge(team.state(2), .cantTell)
        let answer = try await team.server.push(&successor, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
        #expect(answer.outcomes.allSatisfy { $0.reason.hasPrefix("retired-device: ") })
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.server.pull(team.audit, by: successor)
        }
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.enrol(23, by: successor)
        }
        // Once more put back, the server has forgotten the successor, and that it is retired.
        try await team.putBackDeclared()
        try await team.server.core.reapplyRetirements()
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.server.pull(team.audit, by: successor)
        }
    }

    @Test func `a retired device enrols so many replicas for deposits and no more`() async throws {
        let team = try await TestServer().team()
        try await team.retire(team.tester.replica)
        try await team.server.core.declareRestore()
        let count = UInt64(Limits.standard.depositReplicasMax)
        for number in 1...count {
            _ = try await team.enrol(300 + number, by: team.tester)
        }
        let problem = await #expect(throws: Problem.self) {
            try await team.enrol(300 + count + 1, by: team.tester)
        }
        #expect(problem?.code == .replicaRetired && problem?.detail != nil)
        // Who asks again for one that it has is answered, and others have room of their own.
        _ = try await team.enrol(300 + count, by: team.tester)
        try await team.retire(team.other.replica)
        _ = try await team.enrol(300 + count + 1, by: team.other)
    }

    @Test func `a retired device does not come by the token of one that may sync`() async throws {
        let team = try await TestServer().team()
        _ = try await team.enrol(22, by: team.tester)
        try await team.retire(team.tester.replica)
        try await team.server.core.declareRestore()
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.enrol(22, by: team.tester)
        }
    }

    @Test func `a lost device heals nothing`() async throws {
        var team = try await TestServer().team()
        let lost = try await team.lose(team.state())
        try await team.retire(team.tester.replica, as: .lost)
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.heal(by: team.tester, records: lost.records)
        }
        #expect(await team.refusal(of: lost.request) == .replicaRetired)
        await #expect(throws: Problem(.replicaRetired)) {
            try await team.enrol(22, by: team.tester)
        }
    }

    @Test func `what was acknowledged to a member stands although she was removed since`()
        async throws
    {
        var team = try await TestServer().team()
        let lost = try await team.lose(team.state())
        try await team.removeTester()

        var bare = lost.request
        bare.clearProof()
        #expect(await team.refusal(of: bare) == .notAMember, "membership is asked for new work")
        var forged = lost.request
        forged.proof.receipt[0] ^= 1
        #expect(await team.refusal(of: forged) == .notAMember)
        let answer = try await team.push(lost.request, by: team.tester)
        #expect(answer.acknowledged == 1 && answer.outcomes.isEmpty)
        let pulled = try await team.server.pull(team.audit, by: team.other)
        let states = try pulled.records.map { try Record($0) }.filter { $0.key == team.state() }
        #expect(states.flatMap { $0.siblings(of: .judgement) }.map(\.edit) == [lost.edit])
        #expect(await team.refusal(of: bare) == .notAMember, "nor is she answered without it")
    }

    @Test func `an outcome that is only said is not taken from somebody who was removed`()
        async throws
    {
        var team = try await TestServer().team()
        try await team.makeReader()
        // Sealed as quarantined; she says that it was applied.
        let lost = try await team.lose(team.state())
        try await team.removeTester()
        let answer = try await team.push(lost.request, by: team.tester)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
        #expect(answer.outcomes.allSatisfy { $0.reason.hasPrefix("not-a-member: ") })
    }
}

/// What a tester had been told is safe, before the server was put back.
private struct LostWork {
    let edit: EditID
    let ack: WireAcknowledgement
    let records: [WirePulledRecord]
    /// Brings it back, with its seal.
    let request: WirePushRequest
}

extension TestTeam {
    fileprivate mutating func putBackDeclared() async throws {
        try putBack()
        try await server.core.declareRestore()
    }

    /// The tester judges, is acknowledged, and the server forgets it.
    fileprivate mutating func lose(_ key: RecordKey) async throws -> LostWork {
        try backUp()
        let change = tester.judge(key, .passed)
        var request = tester.request()
        let ack = try await server.push(&tester, to: audit).sealedAck(of: tester)
        let records = try await sealedRecords(by: other)
        try await putBackDeclared()
        request.epoch = server.core.epoch.data
        request.proof = ack
        request.changes[0].outcome = .applied
        return LostWork(edit: change.edit, ack: ack, records: records, request: request)
    }

    fileprivate func push(
        _ request: WirePushRequest, by device: TestDevice
    ) async throws -> WirePushResponse {
        try await server.core.push(request, to: audit, by: device.bearer, at: TestServer.now)
    }

    /// Why the tester's push is refused; nil when it is not.
    fileprivate func refusal(of request: WirePushRequest) async -> ProblemCode? {
        do throws(Problem) {
            _ = try await server.core.push(
                request, to: audit, by: tester.bearer, at: TestServer.now)
            return nil
        } catch {
            return error.code
        }
    }

    /// Enrols another device of a device's person by its token.
    fileprivate func enrol(
        _ number: UInt64, by device: TestDevice
    ) async throws -> TestDevice {
        let key = TestKey(number)
        let answer = try await server.core.enrol(
            key.enrolment(), by: device.bearer, at: TestServer.now)
        return TestDevice(
            person: device.person, replica: key.replica, token: answer.token,
            epoch: server.core.epoch)
    }

    fileprivate mutating func makeReader() async throws {
        try await give(.role(.reader))
    }

    fileprivate mutating func removeTester() async throws {
        try await give(nil)
        await #expect(throws: Problem(.notAMember)) {
            try await server.pull(audit, by: tester)
        }
    }

    /// A lead of the present epoch writes the tester's role, or takes it away.
    private mutating func give(_ role: FieldValue?) async throws {
        let pulled = try await server.pull(audit, by: lead)
        let plan = try pulled.records.map { try Record($0) }.first { $0.key == .plan(audit) }
        let shown = plan?.siblings(of: .role(of: tester.person)).map(\.edit) ?? []
        lead = try await server.device("Tomas", person: 1, replica: lead.replica.low + 10)
        lead.record(
            .plan(audit), [Write(field: .role(of: tester.person), value: role, replaces: shown)],
            act: .plan)
        try await server.push(&lead, to: audit)
    }
}
