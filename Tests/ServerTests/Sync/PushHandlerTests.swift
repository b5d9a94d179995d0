import Foundation
import Shared
import Storage
import Testing

@testable import Server

struct PushHandlerTests {
    @Test func `a push is acknowledged with number, chain hash and seal`() async throws {
        var team = try await TestServer().team()
        let change = team.tester.judge(team.state(), .passed)
        let answer = try await team.server.push(&team.tester, to: team.audit)
        let dot = Dot(replica: team.tester.replica, n: 1)
        let chain = ChangeHash.chain(
            after: ChangeHash.chainStart(audit: team.audit, replica: team.tester.replica),
            change.hash)
        #expect(answer.acknowledged == 1)
        #expect(answer.chain == chain.data)
        #expect(answer.outcomes.isEmpty)
        #expect(answer.head.sequence == 2)
        let seal = team.server.secret.sealKey.acknowledgement(
            epoch: team.server.core.epoch, audit: team.audit,
            end: ChainEnd(dot: dot, chain: chain),
            outcomes: Trail.outcomes(after: Trail.noOutcomes, .applied))
        #expect([UInt8](answer.receipt) == seal)
    }

    @Test func `a repeated push is answered with its recorded outcomes`() async throws {
        var team = try await TestServer().team()
        team.tester.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        team.tester.judge(team.state(), .passed)
        let request = team.tester.request()
        let core = team.server.core
        let first = try await core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(first.outcomes.map(\.outcome) == [.quarantined])
        #expect(first.outcomes.map(\.repeated) == [false])

        let second = try await core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(second.outcomes.map(\.outcome) == [.quarantined, .applied])
        #expect(second.outcomes.map(\.repeated) == [true, true])
        #expect(second.outcomes[0].reason == first.outcomes[0].reason)
        #expect(second.acknowledged == first.acknowledged)
        #expect(second.chain == first.chain)
        #expect(second.head == first.head)
    }

    @Test func `a long batch is taken in pieces and answered as one`() async throws {
        var team = try await TestServer().team()
        for index in 1...300 { team.reader.judge(team.state(UInt64(index)), .passed) }
        let core = team.server.core
        let request = team.reader.request()
        let first = try await core.push(
            request, to: team.audit, by: team.reader.bearer, at: TestServer.now)
        #expect(first.acknowledged == 300)
        #expect(first.outcomes.map(\.n) == Array(1...300))
        #expect(first.outcomes.allSatisfy { $0.outcome == .quarantined && !$0.repeated })
        let ends = try await core.store.read { db in
            try db.numbers("select n from change where trail is not null and n > 1 order by n")
        }
        #expect(ends == [128, 256, 300])

        let second = try await core.push(
            request, to: team.audit, by: team.reader.bearer, at: TestServer.now)
        #expect(second.outcomes.map(\.n) == Array(1...300))
        #expect(second.outcomes.allSatisfy { $0.repeated })
        #expect(second.chain == first.chain && second.head == first.head)
    }

    @Test func `who removes herself in a long batch is heard to its end`() async throws {
        var team = try await TestServer().team()
        let plan = RecordKey.plan(team.audit)
        let pulled = try await team.server.pull(team.audit, by: team.lead)
        let record = try pulled.records.map { try Record($0) }.first { $0.key == plan }
        let own = FieldID.role(of: team.lead.person)
        let shown = record?.siblings(of: own).map(\.edit) ?? []
        let heir = Write(field: .role(of: team.other.person), value: .role(.lead), replaces: [])
        team.lead.record(plan, [heir], act: .plan)
        team.lead.record(plan, [Write(field: own, value: nil, replaces: shown)], act: .plan)
        for index in 1...200 { team.lead.judge(team.state(UInt64(index)), .passed) }
        let answer = try await team.server.push(&team.lead, to: team.audit)
        #expect(answer.acknowledged == 203)
        #expect(answer.outcomes.map(\.n) == Array(4...203))
        #expect(answer.outcomes.allSatisfy { $0.reason.hasPrefix("not-a-member") })
    }

    @Test func `a long batch that is refused as a whole leaves no piece of it`() async throws {
        var team = try await TestServer().team()
        for index in 1...300 { team.tester.judge(team.state(UInt64(index)), .passed) }
        var request = team.tester.request()
        var forged = team.other
        forged.judge(team.state(301), .cantTell)
        request.changes.append(forged.request().changes[0])
        await #expect(throws: Problem.self) {
            try await team.server.core.push(
                request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        }
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer)
        #expect(head.head.sequence == 1)
    }

    @Test func `a batch that is half known goes on where the server stands`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        var whole = team.tester
        whole.judge(team.state(2), .cantTell)
        try await team.server.push(&team.tester, to: team.audit)
        let answer = try await team.server.push(&whole, to: team.audit)
        #expect(answer.acknowledged == 2)
        #expect(answer.outcomes.map(\.n) == [1])
        #expect(answer.head.sequence == 3)
    }

    @Test func `an older batch is acknowledged through its own end, not further`() async throws {
        var team = try await TestServer().team()
        let early = team.tester
        team.tester.judge(team.state(1), .passed)
        var first = team.tester
        try await team.server.push(&team.tester, to: team.audit)
        team.tester.judge(team.state(2), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        let answer = try await team.server.push(&first, to: team.audit)
        #expect(answer.acknowledged == 1)
        let empty = try await team.server.core.push(
            early.request(), to: team.audit, by: early.bearer, at: TestServer.now)
        #expect(empty.acknowledged == 0)
    }

    @Test func `a gap names the number that is expected`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .passed)
        var request = team.tester.request()
        request.first = 2
        request.changes.removeFirst()
        let problem = await team.refusal(of: request, by: team.tester)
        #expect(problem?.code == .gap)
        #expect(problem?.expected == "1")
        #expect(problem?.actual == "2")
    }

    @Test func `another change under a known number is a fork`() async throws {
        var team = try await TestServer().team()
        var clone = team.tester
        team.tester.judge(team.state(), .passed)
        clone.judge(team.state(), .cantTell)
        try await team.server.push(&team.tester, to: team.audit)
        #expect(await team.refusal(of: clone.request(), by: clone)?.code == .replicaForked)
    }

    @Test func `a fork below the batch is noticed by its chain hash`() async throws {
        var team = try await TestServer().team()
        var clone = team.tester
        team.tester.judge(team.state(), .passed)
        clone.judge(team.state(), .cantTell)
        try await team.server.push(&team.tester, to: team.audit)
        clone.acknowledge(through: 1)
        clone.judge(team.state(2), .passed)
        #expect(await team.refusal(of: clone.request(), by: clone)?.code == .replicaForked)
    }

    @Test func `what cannot be read is rejected and kept, and blocks nothing`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .passed)
        team.tester.judge(team.state(3), .passed)
        var request = team.tester.request()
        request.changes[0].body = Data([0xFF, 0xFF, 0xFF])
        request.changes[1].key = Data([0x01])
        let answer = try await team.server.core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(answer.acknowledged == 3)
        #expect(answer.outcomes.map(\.n) == [1, 2])
        #expect(answer.outcomes.map(\.outcome) == [.rejected, .rejected])
        #expect(answer.outcomes.allSatisfy { $0.reason.hasPrefix("unreadable: ") })
        let chain = try await team.server.core.chain(
            of: team.tester.replica, from: 1, in: team.audit, by: team.tester.bearer)
        #expect(chain.changes.map(\.body) == request.changes.map(\.body))
        #expect(chain.chain == answer.chain)
    }

    @Test func `content that no rule allows is rejected, kept, and shown in the chain`()
        async throws
    {
        var team = try await TestServer().team()
        team.tester.record(
            team.state(), [Write(field: FieldID(.title), value: .text("x"), replaces: [])])
        let answer = try await team.server.push(&team.tester, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.rejected])
        #expect(answer.outcomes.first?.reason.hasPrefix("invalid: ") == true)
        let chain = try await team.server.core.chain(
            of: team.tester.replica, from: 1, in: team.audit, by: team.lead.bearer)
        #expect(chain.changes.first?.body.isEmpty == false)
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer)
        #expect(head.count == 1)
        #expect(head.head.sequence == 2)
    }

    @Test func `a reader's change is quarantined and alters no record`() async throws {
        var team = try await TestServer().team()
        team.reader.judge(team.state(), .passed)
        let before = try await team.server.core.audit(team.audit, by: team.lead.bearer).head.root
        let answer = try await team.server.push(&team.reader, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
        #expect(answer.head.root == before)
    }

    @Test func `nobody pushes another's chain, another's name, or where she is no member`()
        async throws
    {
        var team = try await TestServer().team()
        var stranger = try await team.server.device("Sam", person: 7, replica: 7)
        stranger.judge(team.state(), .passed)
        #expect(await team.refusal(of: stranger.request(), by: stranger)?.code == .notAMember)

        team.tester.judge(team.state(), .passed)
        #expect(
            await team.refusal(of: team.tester.request(), by: team.other)?.code == .notAllowed)

        team.other.record(
            team.state(),
            [Write(field: .judgement, value: .judgement(.passed), replaces: [])],
            author: team.tester.person)
        #expect(await team.refusal(of: team.other.request(), by: team.other)?.code == .notAllowed)
    }

    @Test func `a key of another audit is no change of this one`() async throws {
        var team = try await TestServer().team()
        team.tester.record(
            .component(AuditID(high: 8, low: 8), ComponentID(high: 5, low: 1)),
            [Write(field: FieldID(.label), value: .text("x"), replaces: [])])
        var request = team.tester.request()
        request.chainBefore =
            ChangeHash.chainStart(
                audit: team.audit, replica: team.tester.replica
            ).data
        let answer = try await team.server.core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(answer.outcomes.map(\.outcome) == [.rejected])
        #expect(try await team.server.core.audit(team.audit, by: team.lead.bearer).count == 1)
    }

    @Test func `another epoch is answered with the present one`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        var request = team.tester.request()
        request.epoch = EpochID(high: 1, low: 1).data
        let problem = await team.refusal(of: request, by: team.tester)
        #expect(problem?.code == .epochChanged)
        #expect(problem?.expected == team.server.core.epoch.hex)
    }

    @Test func `a device of another epoch is told of this one, in whatever name it writes`()
        async throws
    {
        var team = try await TestServer().team()
        try await team.server.core.declareRestore()
        team.other.record(
            team.state(),
            [Write(field: .judgement, value: .judgement(.passed), replaces: [])],
            author: team.tester.person)
        var request = team.other.request()
        request.epoch = team.server.core.epoch.data
        #expect(await team.refusal(of: request, by: team.other)?.code == .epochChanged)
    }

    @Test func `a batch above the limit is to be halved`() async throws {
        var limits = Limits.standard
        limits.pushChangesMax = 1
        var team = try await TestServer(limits: limits).team()
        team.tester.judge(team.state(1), .passed)
        team.tester.judge(team.state(2), .passed)
        #expect(await team.refusal(of: team.tester.request(), by: team.tester)?.code == .tooLarge)
    }

    @Test func `a role counts from the change that gives it`() async throws {
        var team = try await TestServer().team()
        let audit = team.audit
        let held = try await team.server.pull(audit, by: team.lead).records.first
        let plan = try Record(try #require(held))
        let field = FieldID.role(of: team.tester.person)
        team.lead.record(
            .plan(audit),
            [
                Write(
                    field: field, value: .role(.lead),
                    replaces: plan.siblings(of: field).map(\.edit))
            ], act: .plan)
        team.tester.record(
            .plan(audit), [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])],
            act: .plan)
        try await team.server.push(&team.lead, to: audit)
        let answer = try await team.server.push(&team.tester, to: audit)
        #expect(answer.outcomes.isEmpty)
        let audits = try await team.server.core.audits(by: team.tester.bearer)
        #expect(audits.audits.map(\.title) == ["Larkfield / Mine"])
    }

    @Test func `the root is the sum of the stored records' digests`() async throws {
        var team = try await TestServer().team()
        for index in 1...20 {
            let first = team.tester.judge(team.state(UInt64(index % 5)), .passed)
            team.tester.judge(
                team.state(UInt64(index % 5)), .cantTell, replacing: [first.edit])
        }
        let answer = try await team.server.push(&team.tester, to: team.audit)
        #expect(try await team.server.recomputedRoot(team.audit).data == answer.head.root)
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer)
        #expect(head.count == 6)
    }
}

extension TestTeam {
    /// The problem that a push is refused with, nil when it is taken.
    func refusal(of request: WirePushRequest, by device: TestDevice) async -> Problem? {
        do throws(Problem) {
            _ = try await server.core.push(
                request, to: audit, by: device.bearer, at: TestServer.now)
            return nil
        } catch {
            return error
        }
    }
}
