import Foundation
import Shared
import Testing

@testable import Server

/// Chains that somebody else brings: the author's signature counts, and what the author may do.
struct ImportedPushTests {
    private let key = TestKey(6)

    @Test func `a signed chain counts as if its author had brought it`() async throws {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        author.judge(team.state(), .passed)
        author.judge(team.state(2), .cantTell)
        let answer = try await push(signed(author, of: team), by: team.lead, to: team)
        #expect(answer.acknowledged == 2)
        #expect(answer.outcomes.isEmpty)

        let own = try await team.server.push(&author, to: team.audit)
        #expect(own.outcomes.map(\.repeated) == [true, true])
        #expect(own.chain == answer.chain)
    }

    @Test func `the author's role is judged, not the carrier's`() async throws {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        author.record(
            .plan(team.audit),
            [Write(field: FieldID(.title), value: .text("Mine"), replaces: [])], act: .plan)
        let answer = try await push(signed(author, of: team), by: team.lead, to: team)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined])
    }

    @Test func `a part of a chain is taken when the rest leads to the signature`() async throws {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        for index in 1...3 { author.judge(team.state(UInt64(index)), .passed) }
        var part = signed(author, of: team)
        part.following = Data(author.pending[2].hash.bytes + [0])
        part.changes.removeLast()
        #expect(try await push(part, by: team.lead, to: team).acknowledged == 2)
        part.following = Data()
        await expect(.notAllowed, of: part, by: team.lead, to: team)
    }

    @Test func `an altered chain, signature or name is refused`() async throws {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        author.judge(team.state(), .passed)
        let good = signed(author, of: team)

        var other = good
        other.signed.signature[0] ^= 1
        await expect(.notAllowed, of: other, by: team.lead, to: team)

        var shorter = signed(author, of: team)
        author.judge(team.state(2), .failed(.minor, .app))
        shorter.changes = signed(author, of: team).changes
        await expect(.notAllowed, of: shorter, by: team.lead, to: team)

        author.record(
            team.state(3), [Write(field: .judgement, value: .judgement(.passed), replaces: [])],
            author: team.lead.person)
        await expect(.notAllowed, of: signed(author, of: team), by: team.lead, to: team)
    }

    @Test func `another key than the enrolled one is refused, and so is a device without one`()
        async throws
    {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        author.judge(team.state(), .passed)
        let forged = TestKey(9)
        await expect(
            .notAllowed, of: signed(author, of: team.audit, by: forged), by: team.lead, to: team)
        var keyless = signed(author, of: team)
        keyless.clearDevice()
        await expect(.notAllowed, of: keyless, by: team.lead, to: team)
    }

    @Test func `a device that goes on for an enrolled one is its person's`() async throws {
        let team = try await TestServer().team()
        _ = try await author(in: team)
        let next = TestKey(7, after: key)
        let answer = try await push(work(of: next, in: team), by: team.lead, to: team)
        #expect(answer.acknowledged == 1 && answer.outcomes.isEmpty)
        // Its owner, who has heard nothing of that, enrols it afterwards.
        _ = try await team.server.core.enrol(
            next.enrolment(), by: team.tester.bearer, at: TestServer.now)
    }

    @Test func `who goes on for an enrolled device needs room among its person's devices`()
        async throws
    {
        var limits = Limits.standard
        limits.newDevicesPerDayMax = 2
        let team = try await TestServer(limits: limits).team()
        _ = try await author(in: team)
        let next = TestKey(7, after: key)
        let answer = try await push(work(of: next, in: team), by: team.lead, to: team)
        #expect(answer.acknowledged == 0 && answer.unplaced == 1)
    }

    @Test func `nobody makes another's device her own by handing on to its key`() async throws {
        let team = try await TestServer().team()
        let eve = TestKey(8)
        _ = try await team.server.core.enrol(
            eve.enrolment(), by: team.other.bearer, at: TestServer.now)
        var device = TestDevice(
            person: key.person, replica: key.replica, token: "", epoch: team.server.core.epoch)
        device.judge(team.state(), .passed)
        // She puts her key and her signature before the keys of what she carries.
        var request = device.carried(in: team.audit, by: key)
        let handed = DeviceKey(
            publicKey: key.publicKey,
            signature: eve.sign(
                DeviceKey.bytes(after: eve.publicKey, publicKey: key.publicKey)))
        request.device = DeviceProof(certificate: nil, keys: eve.keys + [handed]).wire
        await expect(.notAllowed, of: request, by: team.other, to: team)
    }

    @Test func `a signature on an own chain does not let another author in`() async throws {
        let team = try await TestServer().team()
        var tester = team.tester
        tester.record(
            team.state(), [Write(field: .judgement, value: .judgement(.passed), replaces: [])],
            author: team.lead.person)
        await expect(.malformed, of: signed(tester, of: team), by: tester, to: team)
    }

    @Test func `an audit that nobody has created becomes its author's`() async throws {
        let team = try await TestServer().team()
        var author = try await author(in: team)
        let nonce = [UInt8](repeating: 5, count: 16)
        let audit = AuditID.founded(by: author.person, nonce: nonce)
        author.record(
            .plan(audit),
            [Write(field: FieldID(.title), value: .text("Field day"), replaces: [])], act: .plan)
        var request = signed(author, of: audit)
        do throws(Problem) {
            _ = try await team.server.core.push(
                request, to: audit, by: team.tester.bearer, at: TestServer.now)
            Issue.record("an audit of nobody was taken")
        } catch {
            #expect(error.code == .notItsCreator)
        }
        request.nonce = Data(nonce)
        let answer = try await team.server.core.push(
            request, to: audit, by: team.tester.bearer, at: TestServer.now)
        #expect(answer.outcomes.isEmpty)
        #expect(
            try await team.server.core.audits(by: author.bearer).audits.map(\.title)
                .contains("Field day"))
    }

    // MARK: Requests

    /// A verdict of a device of Maya's that the server has not met.
    private func work(of key: TestKey, in team: TestTeam) -> WirePushRequest {
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: "",
            epoch: team.server.core.epoch)
        device.judge(team.state(), .passed)
        return signed(device, of: team.audit, by: key)
    }

    /// Maya's second device, which enrols with the test's key.
    private func author(in team: TestTeam) async throws -> TestDevice {
        let answer = try await team.server.core.enrol(
            key.enrolment(), by: team.tester.bearer, at: TestServer.now)
        return TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: team.server.core.epoch)
    }

    private func signed(_ device: TestDevice, of team: TestTeam) -> WirePushRequest {
        signed(device, of: team.audit)
    }

    private func signed(
        _ device: TestDevice, of audit: AuditID, by key: TestKey? = nil
    ) -> WirePushRequest {
        device.carried(in: audit, by: key ?? self.key)
    }

    private func push(
        _ request: WirePushRequest, by carrier: TestDevice, to team: TestTeam
    ) async throws -> WirePushResponse {
        try await team.server.core.push(
            request, to: team.audit, by: carrier.bearer, at: TestServer.now)
    }

    private func expect(
        _ code: ProblemCode, of request: WirePushRequest, by carrier: TestDevice,
        to team: TestTeam, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do throws(Problem) {
            _ = try await team.server.core.push(
                request, to: team.audit, by: carrier.bearer, at: TestServer.now)
            Issue.record("it was taken", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        }
    }
}
