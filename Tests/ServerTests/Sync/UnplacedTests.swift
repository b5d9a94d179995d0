import Foundation
import Shared
import Testing

@testable import Server

/// Carried chains that the server cannot place: kept for the leads, and nobody's number.
struct UnplacedTests {
    private let key = TestKey(6)

    @Test func `the work of a device that nobody knows is kept, once, and has no effect`()
        async throws
    {
        let team = try await TestServer().team()
        let stranger = stranger(judging: team)
        let request = stranger.carried(in: team.audit, by: key)
        let before = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        for carrier in [team.tester, team.lead] {
            let answer = try await push(request, by: carrier, to: team)
            #expect(answer.unplaced == 2 && answer.acknowledged == 0 && answer.outcomes.isEmpty)
        }
        let after = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        #expect(after == before)
        let kept = try await kept(of: team)
        #expect(kept.count == 2)
        #expect(kept.allSatisfy { $0.fingerprint == DeviceKey.fingerprint(of: key.publicKey) })
        #expect(Set(kept.compactMap(\.carrier?.id)) == [team.tester.person.hex])
    }

    @Test func `what its owner brings herself is decided as if nobody had`() async throws {
        var team = try await TestServer().team()
        let stranger = stranger(judging: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.tester, to: team)
        try await join(&team)
        var owner = TestDevice(
            person: key.person, replica: key.replica, token: "", epoch: team.server.core.epoch)
        owner.judge(team.state(), .passed)
        owner.judge(team.state(2), .cantTell)
        let answer = try await team.server.push(&owner, to: team.audit)
        #expect(answer.acknowledged == 2 && answer.outcomes.isEmpty)
    }

    @Test func `what its owner brings and is quarantined is one item, which a lead can settle`()
        async throws
    {
        var team = try await TestServer().team()
        let stranger = stranger(judging: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.tester, to: team)
        try await join(&team)
        _ = try await team.server.core.retire(
            key.replica, as: .retired, by: nil, at: TestServer.now)
        var owner = stranger
        let answer = try await team.server.push(&owner, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined, .quarantined])
        let items = try await kept(of: team)
        #expect(items.map(\.fingerprint) == [nil, nil])
        for item in items {
            let settled = try await team.server.core.settle(
                item.id, of: team.audit, .adopt(), by: team.lead.bearer, at: TestServer.now)
            #expect(settled.settled?.kind == .adopted)
        }
    }

    @Test func `a lead adopts it under its author's name, and the owner's comes again`()
        async throws
    {
        var team = try await TestServer().team()
        let stranger = stranger(judging: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.tester, to: team)
        let lead = team.lead.bearer
        for item in try await kept(of: team) {
            let settled = try await team.server.core.settle(
                item.id, of: team.audit, .adopt(), by: lead, at: TestServer.now)
            #expect(settled.settled?.kind == .adopted)
        }
        let records = try await team.server.pull(team.audit, by: team.other).records
        let wire = try #require(records.first { $0.key == Data(team.state().bytes) })
        let state = try Record(decoding: wire.canonicalBytes())
        #expect(state.siblings(of: .judgement).map(\.author) == [key.person])
        #expect(
            state.siblings(of: .judgement).map(\.unplaced)
                == [UnplacedOrigin(lead: team.lead.person, replica: key.replica)])

        try await join(&team)
        var owner = stranger
        let answer = try await team.server.push(&owner, to: team.audit)
        #expect(answer.outcomes.map(\.outcome) == [.again, .again])
        let after = try await team.record(1).siblings(of: .judgement)
        #expect(after.map(\.author) == [key.person] && after.allSatisfy { $0.unplaced == nil })
    }

    @Test func `what is adopted of a device of nobody turns nobody's verdict round`() async throws {
        var team = try await TestServer().team()
        let hers = team.tester.judge(team.state(), .failed(.critical, .app))
        try await team.server.push(&team.tester, to: team.audit)
        var forger = TestDevice(
            person: team.tester.person, replica: key.replica, token: "",
            epoch: team.server.core.epoch)
        forger.judge(team.state(), .passed, replacing: [hers.edit])
        _ = try await push(
            forger.carried(in: team.audit, by: key), by: team.other, to: team)
        let item = try #require(try await kept(of: team).first)
        _ = try await team.server.core.settle(
            item.id, of: team.audit, .adopt(), by: team.lead.bearer, at: TestServer.now)
        let standing = try await team.record(1).siblings(of: .judgement)
        #expect(
            Set(standing.map(\.value))
                == [.judgement(.failed(.critical, .app)), .judgement(.passed)])
        #expect(standing.filter { $0.unplaced == nil }.map(\.edit) == [hers.edit])
    }

    @Test func `what its owner brings after its adoption takes away what it names, by her rights`()
        async throws
    {
        for isMember in [true, false] {
            var team = try await TestServer().team()
            let theirs = team.tester.record(
                team.state(), [Write(field: .note, value: .text("mine"), replaces: [])])
            try await team.server.push(&team.tester, to: team.audit)
            var owner = TestDevice(
                person: key.person, replica: key.replica, token: "",
                epoch: team.server.core.epoch)
            owner.record(
                team.state(),
                [Write(field: .note, value: .text("hers"), replaces: [theirs.edit])])
            _ = try await push(
                owner.carried(in: team.audit, by: key), by: team.tester, to: team)
            let item = try #require(try await kept(of: team).first)
            _ = try await team.server.core.settle(
                item.id, of: team.audit, .adopt(), by: team.lead.bearer, at: TestServer.now)
            #expect(try await team.record(1).siblings(of: .note).count == 2)
            try await join(&team, as: isMember ? .tester : .reader)
            let answer = try await team.server.push(&owner, to: team.audit)
            #expect(answer.outcomes.map(\.outcome) == [isMember ? .again : .quarantined])
            let standing = try await team.record(1).siblings(of: .note)
            #expect(standing.count == (isMember ? 1 : 2))
            #expect(standing.contains { $0.author == key.person })
        }
    }

    @Test func `a tester's adoption of what she deposited is refused, and so is a lead's unmarked`()
        async throws
    {
        var team = try await TestServer().team()
        let stranger = stranger(judging: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.tester, to: team)
        let first = stranger.pending[0]
        team.tester.reissue(first, adoptedBy: team.tester.person)
        let refused = try await team.server.push(&team.tester, to: team.audit)
        #expect(refused.outcomes.map(\.outcome) == [.rejected])
        team.lead.reissue(first, adoptedBy: team.lead.person)
        let unmarked = try await team.server.push(&team.lead, to: team.audit)
        #expect(unmarked.outcomes.map(\.outcome) == [.rejected])
        team.lead.reissue(first, adoptedBy: team.lead.person, isUnplaced: true)
        let marked = try await team.server.push(&team.lead, to: team.audit)
        #expect(marked.outcomes.isEmpty, "applied")
        // Nothing that was refused makes the server hold it as its author's own.
        #expect(try await team.record(1).siblings(of: .judgement).allSatisfy { $0.unplaced != nil })
    }

    @Test func `who deposits another's edits first hides nobody's fingerprint`() async throws {
        let team = try await TestServer().team()
        let stranger = stranger(judging: team)
        let squatter = TestKey(8)
        var wrapping = TestDevice(
            person: key.person, replica: squatter.replica, token: "",
            epoch: team.server.core.epoch)
        for change in stranger.pending { wrapping.reissue(change) }
        _ = try await push(
            wrapping.carried(in: team.audit, by: squatter), by: team.tester, to: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.lead, to: team)
        let kept = try await kept(of: team)
        for one in [key, squatter] {
            let fingerprint = DeviceKey.fingerprint(of: one.publicKey)
            #expect(kept.count { $0.fingerprint == fingerprint } == 2)
        }
        // To adopt one of two is to adopt the edit; the other one then says it again.
        for item in kept {
            let settled = try await team.server.core.settle(
                item.id, of: team.audit, .adopt(), by: team.lead.bearer, at: TestServer.now)
            #expect(settled.settled?.kind == .adopted)
        }
        #expect(try await team.record(1).siblings(of: .judgement).count == 1)
    }

    @Test(arguments: ["number", "chain", "device"])
    func `a carried chain whose signature is incomplete is no own one`(_ part: String) async throws
    {
        let team = try await TestServer().team()
        var device = team.tester
        device.judge(team.state(), .passed)
        // It is the bearer's own chain, which would be taken without any signature.
        var request = device.carried(in: team.audit, by: key)
        switch part {
        case "number": request.signed.n = 0
        case "chain": request.signed.chain = Data()
        default: request.clearDevice()
        }
        #expect(await refusal(of: request, by: team.tester, to: team) == .notAllowed)
    }

    @Test func `a retired device's chain is kept apart, and so is one from before a restore`()
        async throws
    {
        let team = try await TestServer().team()
        let answer = try await team.server.core.enrol(
            key.enrolment(), by: team.tester.bearer, at: TestServer.now)
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: team.server.core.epoch)
        device.judge(team.state(), .passed)
        let request = device.carried(in: team.audit, by: key)
        _ = try await team.server.core.retire(key.replica, as: .lost, by: nil, at: TestServer.now)
        #expect(try await push(request, by: team.lead, to: team).unplaced == 1)

        let restored = try await TestServer().team()
        _ = try await restored.server.core.enrol(
            key.enrolment(), by: restored.tester.bearer, at: TestServer.now)
        try await restored.server.core.declareRestore()
        var late = request
        late.epoch = restored.server.core.epoch.data
        let carrier = TestKey(8)
        _ = try await restored.server.core.enrol(
            carrier.enrolment(), by: restored.lead.bearer, at: TestServer.now)
        let kept = try await restored.server.core.push(
            late, to: restored.audit,
            by: .device(person: restored.lead.person, replica: carrier.replica),
            at: TestServer.now)
        #expect(kept.unplaced == 1 && kept.acknowledged == 0)
    }

    @Test func `of a chain whose beginning a restored server has the rest is kept`() async throws {
        let team = try await TestServer().team()
        let core = team.server.core
        let answer = try await core.enrol(
            key.enrolment(), by: team.tester.bearer, at: TestServer.now)
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: core.epoch)
        for index in 1...2 { device.judge(team.state(UInt64(index)), .passed) }
        try await team.server.push(&device, to: team.audit)
        // Her colleague, who has her file, brings what the server has not acknowledged.
        device.judge(team.state(3), .passed)
        try await core.declareRestore()
        var late = device.carried(in: team.audit, by: key)
        late.epoch = core.epoch.data
        let carrier = TestKey(8)
        _ = try await core.enrol(
            carrier.enrolment(), by: team.lead.bearer, at: TestServer.now)
        let bearer = Bearer.device(person: team.lead.person, replica: carrier.replica)
        let kept = try await core.push(late, to: team.audit, by: bearer, at: TestServer.now)
        #expect(kept.unplaced == 3 && kept.acknowledged == 0)
        #expect(try await self.kept(of: team, by: bearer).map(\.n) == [3])
        // Behind another history nothing is.
        late.chainBefore = Hash256.zero.data
        await #expect(throws: Problem.self) {
            try await core.push(late, to: team.audit, by: bearer, at: TestServer.now)
        }
    }

    @Test func `another history of a device that is known is kept for the leads, and goes on`()
        async throws
    {
        let team = try await TestServer().team()
        let core = team.server.core
        let answer = try await core.enrol(
            key.enrolment(), by: team.tester.bearer, at: TestServer.now)
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: core.epoch)
        device.judge(team.state(1), .passed)
        var copy = device
        for index in 2...3 { device.judge(team.state(UInt64(index)), .passed) }
        let whole = device
        try await team.server.push(&device, to: team.audit)
        let head = try await core.audit(team.audit, by: team.lead.bearer).head

        // What the log has wholly is told again, whoever brings it.
        let repeated = try await push(
            whole.carried(in: team.audit, by: key), by: team.lead, to: team)
        #expect(repeated.acknowledged == 3 && repeated.unplaced == 0)
        #expect(repeated.outcomes.allSatisfy { $0.repeated })
        copy.judge(team.state(2), .cantTell)
        let fork = try await push(copy.carried(in: team.audit, by: key), by: team.lead, to: team)
        #expect(fork.unplaced == 2 && fork.acknowledged == 0)
        #expect(try await kept(of: team).map(\.n) == [2])
        // It goes on, beyond the end of what the server has.
        for index in 4...6 { copy.judge(team.state(UInt64(index)), .cantTell) }
        for part in [3...4, 5...5] {
            let request = copy.carried(part, in: team.audit, by: key)
            let answer = try await push(request, by: team.lead, to: team)
            #expect(answer.unplaced == UInt64(part.upperBound))
        }
        #expect(try await kept(of: team).map(\.n).compactMap(\.self).sorted() == [2, 3, 4, 5])
        #expect(try await core.audit(team.audit, by: team.lead.bearer).head == head)
    }

    @Test func `who has left or whose device ended loses nothing by what the log has already`()
        async throws
    {
        var team = try await TestServer().team()
        let core = team.server.core
        let answer = try await core.enrol(
            key.enrolment(), by: team.tester.bearer, at: TestServer.now)
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: core.epoch)
        device.judge(team.state(1), .passed)
        let request = device.carried(in: team.audit, by: key)
        try await team.server.push(&device, to: team.audit)
        let field = FieldID.role(of: team.tester.person)
        let plan = try #require(
            try await team.server.pull(team.audit, by: team.lead).records
                .first { $0.key == Data(RecordKey.plan(team.audit).bytes) })
        let role = Write(
            field: field, value: nil,
            replaces: try Record(plan).siblings(of: field).map(\.edit))
        team.lead.record(.plan(team.audit), [role], act: .plan)
        try await team.server.push(&team.lead, to: team.audit)
        _ = try await core.retire(key.replica, as: .lost, by: nil, at: TestServer.now)
        let told = try await push(request, by: team.lead, to: team)
        #expect(told.acknowledged == 1 && told.unplaced == 0)
        #expect(try await kept(of: team).isEmpty)
    }

    @Test func `a gap, another history and a spent quota are refused, and nothing is kept of them`()
        async throws
    {
        var limits = Limits.standard
        limits.unplacedChangesMax = 2
        let team = try await TestServer(limits: limits).team()
        var stranger = stranger(judging: team)
        _ = try await push(stranger.carried(in: team.audit, by: key), by: team.tester, to: team)
        stranger.judge(team.state(3), .passed)
        let whole = stranger.carried(in: team.audit, by: key)
        #expect(await refusal(of: whole, by: team.tester, to: team) == .storageFull)
        // Another carrier has room of her own.
        #expect(try await push(whole, by: team.lead, to: team).unplaced == 3)
        #expect(try await kept(of: team).count == 3)

        let other = TestKey(9)
        var late = stranger.carried(in: team.audit, by: other)
        late.first = 2
        #expect(await refusal(of: late, by: team.lead, to: team) == .notAllowed)
    }

    // MARK: Requests

    /// A device that has enrolled nowhere, with two verdicts.
    private func stranger(judging team: TestTeam) -> TestDevice {
        var device = TestDevice(
            person: key.person, replica: key.replica, token: "", epoch: team.server.core.epoch)
        device.judge(team.state(), .passed)
        device.judge(team.state(2), .cantTell)
        return device
    }

    /// The stranger's owner enrols, and the lead makes her a member.
    private func join(_ team: inout TestTeam, as role: Role = .tester) async throws {
        var generator = SystemRandomNumberGenerator()
        let code = InviteCode.random(using: &generator)
        try await team.server.core.invite(name: "Noor", code: code, at: TestServer.now)
        _ = try await team.server.core.enrol(
            key.enrolment(invite: code.text), at: TestServer.now)
        let role = Write(field: .role(of: key.person), value: .role(role), replaces: [])
        team.lead.record(.plan(team.audit), [role], act: .plan)
        _ = try await team.server.push(&team.lead, to: team.audit)
    }

    private func kept(
        of team: TestTeam, by lead: Bearer? = nil
    ) async throws -> [QuarantinedItem] {
        try await team.server.core.quarantine(
            of: team.audit, by: lead ?? team.lead.bearer
        ).items
    }

    private func push(
        _ request: WirePushRequest, by carrier: TestDevice, to team: TestTeam
    ) async throws -> WirePushResponse {
        try await team.server.core.push(
            request, to: team.audit, by: carrier.bearer, at: TestServer.now)
    }

    private func refusal(
        of request: WirePushRequest, by carrier: TestDevice, to team: TestTeam
    ) async -> ProblemCode? {
        do throws(Problem) {
            _ = try await team.server.core.push(
                request, to: team.audit, by: carrier.bearer, at: TestServer.now)
            return nil
        } catch {
            return error.code
        }
    }
}
