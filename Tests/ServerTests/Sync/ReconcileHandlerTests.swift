import Foundation
import Shared
import Storage
import SwiftProtobuf
import Testing

@testable import Server

/// A restored server believes what it once sealed, and nothing else.
struct ReconcileHandlerTests {
    // MARK: Joining

    @Test func `a record comes back as it was and is logged as healed`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        let change = team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other)
        let before = try await team.recordsByKey()
        try await team.putBackDeclared()

        let answer = try await team.heal(by: team.other, records: records)
        #expect([answer.joined, answer.known, answer.quarantined, answer.refused] == [1, 1, 0, 0])
        #expect(try await team.recordsByKey() == before)
        #expect(answer.head.sequence == 2)
        #expect(try await team.server.recomputedRoot(team.audit).data == answer.head.root)
        let pulled = try await team.server.pull(team.audit, by: team.reader)
        let record = try Record(try #require(pulled.records.last))
        #expect(record.siblings(of: .judgement).map(\.author) == [team.tester.person])
        #expect(record.siblings(of: .judgement).map(\.edit) == [change.edit])
        let since = try #require(pulled.checkpoint?.cursor)
        let next = try await team.server.pull(team.audit, by: team.reader, since: [UInt8](since))
        #expect(next.records.isEmpty && next.checkpoint != nil)
    }

    @Test func `what both sides have is joined, so that nothing of either is lost`()
        async throws
    {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other)
        try team.putBack()
        team.other.judge(team.state(), .cantTell)
        try await team.server.push(&team.other, to: team.audit)
        try await team.server.core.declareRestore()

        #expect(try await team.heal(by: team.tester, records: records).joined == 1)
        let pulled = try await team.server.pull(team.audit, by: team.reader)
        let record = try Record(try #require(pulled.records.last))
        #expect(
            Set(record.siblings(of: .judgement).map(\.author))
                == [team.tester.person, team.other.person])
    }

    @Test func `the same again changes nothing`() async throws {
        var team = try await TestServer().team()
        let records = try await team.lostRecords()
        let first = try await team.heal(by: team.other, records: records)
        let second = try await team.heal(by: team.tester, records: records)
        #expect(second.joined == 0 && second.known == 2)
        #expect(second.head == first.head)
    }

    @Test func `a record without a seal of this server is refused alone`() async throws {
        var team = try await TestServer().team()
        var records = try await team.lostRecords()
        var forged = try WireRecord(serializedBytes: records[0].record)
        forged.receipt[0] ^= 1
        records[0].record = Data(forged.canonicalBytes())
        records.append(WirePulledRecord())
        let answer = try await team.heal(by: team.other, records: records)
        #expect(answer.refused == 2 && answer.joined == 1)
    }

    @Test func `a server that lost everything gets audit, members and records back`()
        async throws
    {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other)
        let before = try await team.recordsByKey()
        try team.loseEverything()

        await #expect(throws: Problem(.auditUnknown)) {
            try await team.heal(by: team.other, records: records)
        }
        // She began nothing, but she was told of the audit by this server.
        var request = WireCreateAuditRequest()
        await #expect(throws: Problem(.notItsCreator)) {
            try await team.server.core.createAudit(
                team.audit, WireCreateAuditRequest(), by: team.other.bearer, at: TestServer.now)
        }
        let cursor = Cursor(
            epoch: team.server.core.epoch, audit: team.audit, floor: 0, position: 0, head: 0,
            trail: .zero)
        request.cursor = Data(cursor.sealed(by: team.server.secret.sealKey))
        _ = try await team.server.core.createAudit(
            team.audit, request, by: team.other.bearer, at: TestServer.now)
        #expect(try await team.heal(by: team.other, records: records).joined == 2)
        #expect(try await team.recordsByKey() == before)
        let pulled = try await team.server.pull(team.audit, by: team.other)
        #expect(pulled.records.count == 2)
    }

    // MARK: Contradictions

    @Test func `a record that means another change by a number is set aside`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        var copy = team.tester
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other)
        try team.putBack()
        copy.judge(team.state(), .cantTell)
        try await team.server.push(&copy, to: team.audit)
        try await team.server.core.declareRestore()
        let before = try await team.recordsByKey()

        for _ in 1...2 {
            let answer = try await team.heal(by: team.other, records: records)
            #expect(answer.quarantined == 1 && answer.joined == 0)
        }
        #expect(try await team.recordsByKey() == before)
        let aside = try await team.server.store.read { db in
            try db.count("select count(*) from set_aside")
        }
        #expect(aside == 1)
    }

    @Test func `a record that rests on another history of a chain is set aside`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        var copy = team.tester
        // The first change of each is in a record that is not shown; the second ones are alike.
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let epoch = team.server.core.epoch
        let checkpoint = try #require(
            try await team.server.pull(team.audit, by: team.other).checkpoint)
        let records = try await team.sealedRecords(by: team.other).suffix(1)
        try team.putBack()
        copy.judge(team.state(1), .cantTell)
        copy.judge(team.state(2), .passed)
        try await team.server.push(&copy, to: team.audit)
        try await team.server.core.declareRestore()

        let answer = try await team.heal(
            by: team.other, records: Array(records), checkpoint: (epoch, checkpoint))
        #expect(answer.quarantined == 1)
    }

    // MARK: Own chains

    @Test func `what is above the top comes back by its seal alone`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        var laptop = team.tester
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        try await team.putBackDeclared()

        var request = laptop.request()
        request.epoch = team.server.core.epoch.data
        await #expect(throws: (any Error).self) { try await team.returned(request) }
        request.proof = ack
        request.changes[0].outcome = .applied
        #expect(try await team.returned(request).outcomes.isEmpty)

        // The number after it was never acknowledged: it needs a new replica.
        laptop.acknowledge(through: 1)
        laptop.judge(team.state(2), .passed)
        var next = laptop.request()
        next.epoch = team.server.core.epoch.data
        next.proof = ack
        await #expect(throws: (any Error).self) { try await team.returned(next) }
    }

    @Test(arguments: [true, false])
    func `an outcome stands that was sealed, a mere word for it does not`(
        isTrue: Bool
    )
        async throws
    {
        var team = try await TestServer().team()
        try team.backUp()
        if !isTrue { try await team.makeReader() }
        team.tester.judge(team.state(), .passed)
        let laptop = team.tester
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        try await team.putBackDeclared()
        team.lead = TestDevice(
            person: team.lead.person, replica: team.lead.replica, token: team.lead.token,
            epoch: team.server.core.epoch)
        let lead = try await team.server.device("Tomas", person: 1, replica: 11)
        team.lead = lead
        try await team.makeReader()

        var request = laptop.request()
        request.epoch = team.server.core.epoch.data
        request.proof = ack
        request.changes[0].outcome = .applied
        let answer = try await team.returned(request)
        #expect(answer.outcomes.map(\.outcome) == (isTrue ? [] : [.quarantined]))
    }

    @Test func `a seal tells how far each of the laptop's chains is known`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        try await team.server.core.declareRestore()
        let answer = try await team.heal(by: team.tester, acks: [ack])
        #expect(answer.chains.map(\.n) == [1])
        #expect(answer.chains.map(\.chain) == [ack.chain])
    }

    // MARK: A restore that nobody declared

    @Test func `an acknowledgement above the top begins a new epoch`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        try team.putBack()
        let epoch = team.server.core.epoch

        var forged = ack
        forged.n = 9
        _ = try await team.heal(by: team.tester, acks: [forged])
        #expect(team.server.core.epoch == epoch)
        await #expect(throws: (any Error).self) {
            try await team.heal(by: team.tester, acks: [ack])
        }
        let new = team.server.core.epoch
        #expect(new != epoch)
        // Shown again, it heals the epoch that has begun, and begins no other.
        _ = try await team.heal(by: team.tester, acks: [ack])
        #expect(team.server.core.epoch == new)
    }

    @Test func `an acknowledgement of other content begins a new epoch`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        var copy = team.tester
        team.tester.judge(team.state(), .passed)
        let ack = try await team.server.push(&team.tester, to: team.audit)
            .sealedAck(of: team.tester)
        try team.putBack()
        // Overtaken: the numbers are there again, and mean something else.
        copy.judge(team.state(), .cantTell)
        copy.judge(team.state(2), .cantTell)
        try await team.server.push(&copy, to: team.audit)
        let epoch = team.server.core.epoch
        await #expect(throws: (any Error).self) {
            try await team.heal(by: team.tester, acks: [ack])
        }
        #expect(team.server.core.epoch != epoch)
        // Healing, she learns that the server's chain is not hers.
        let answer = try await team.heal(by: team.tester, acks: [ack])
        #expect(answer.chains.map(\.n) == [1])
        #expect(answer.chains.map(\.chain) != [ack.chain])
    }

    @Test func `a healed server that goes back once more is noticed by the next pull`()
        async throws
    {
        var team = try await TestServer().team()
        let records = try await team.lostRecords()
        try team.backUp()
        let cursor = try await team.heal(by: team.other, records: records).cursor
        let epoch = team.server.core.epoch
        let all = try await team.server.pull(team.audit, by: team.other, since: [UInt8](cursor))
        #expect(all.records.count == 2)
        try team.putBack()
        await #expect(throws: (any Error).self) {
            try await team.server.pull(team.audit, by: team.other, since: [UInt8](cursor))
        }
        #expect(team.server.core.epoch != epoch)
    }

    @Test func `nothing is joined by a batch that proves a restore`() async throws {
        var team = try await TestServer().team()
        let old = try await team.lostRecords()
        try team.backUp()
        team.lead = try await team.server.device("Tomas", person: 1, replica: 11)
        team.lead.judge(team.state(2), .passed)
        try await team.server.push(&team.lead, to: team.audit)
        let new = try await team.sealedRecords(by: team.other)
        try team.putBack()
        let before = try await team.recordsByKey()
        await #expect(throws: (any Error).self) {
            try await team.heal(by: team.other, records: old + new)
        }
        #expect(try await team.recordsByKey() == before)
        #expect(try await team.heal(by: team.other, records: old + new).joined == 2)
    }

    @Test func `a record that says more than the server has begins a new epoch`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let records = try await team.sealedRecords(by: team.other)
        try team.putBack()
        let epoch = team.server.core.epoch
        await #expect(throws: (any Error).self) {
            try await team.heal(by: team.other, records: records)
        }
        #expect(team.server.core.epoch != epoch)
    }

    @Test func `a cursor of a history that is gone begins a new epoch`() async throws {
        var team = try await TestServer().team()
        try team.backUp()
        team.tester.judge(team.state(), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let cursor = try #require(
            try await team.server.pull(team.audit, by: team.other).checkpoint?.cursor)
        try team.putBack()
        // Overtaken: the head is where it was, with other changes.
        team.other.judge(team.state(), .cantTell)
        try await team.server.push(&team.other, to: team.audit)
        let epoch = team.server.core.epoch
        await #expect(throws: (any Error).self) {
            try await team.server.pull(team.audit, by: team.other, since: [UInt8](cursor))
        }
        #expect(team.server.core.epoch != epoch)
    }

    @Test func `a laptop that heals another epoch is told the present one`() async throws {
        let team = try await TestServer().team()
        let epoch = team.server.core.epoch
        try await team.server.core.declareRestore()
        await #expect(
            throws: Problem(
                .epochChanged, expected: team.server.core.epoch.hex, actual: epoch.hex)
        ) {
            try await team.heal(by: team.other, epoch: epoch)
        }
    }
}

extension TestTeam {
    fileprivate mutating func putBackDeclared() async throws {
        try putBack()
        try await server.core.declareRestore()
    }

    /// Records of a plan that the server has and of a state that it lost.
    fileprivate mutating func lostRecords() async throws -> [WirePulledRecord] {
        try backUp()
        tester.judge(state(), .passed)
        try await server.push(&tester, to: audit)
        let records = try await sealedRecords(by: other)
        try await putBackDeclared()
        return records
    }

    fileprivate mutating func makeReader() async throws {
        let role = Write(field: .role(of: tester.person), value: .role(.reader), replaces: [])
        lead.record(.plan(audit), [role], act: .plan)
        try await server.push(&lead, to: audit)
    }

    fileprivate func returned(_ request: WirePushRequest) async throws -> WirePushResponse {
        try await server.core.push(
            request, to: audit, by: tester.bearer, at: TestServer.now)
    }
}
