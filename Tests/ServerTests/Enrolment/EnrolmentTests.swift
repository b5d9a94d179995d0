import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

struct EnrolmentTests {
    private static let code = {
        var generator = SeededGenerator(seed: 1)
        return InviteCode.random(using: &generator)
    }()

    private static func request(
        code: String, key number: UInt64 = 1, person: PersonID? = nil
    ) -> WireEnrolRequest {
        TestKey(number).enrolment(invite: code, person: person)
    }

    private static func invited(name: String = "Maya Lindqvist") async throws -> TestServer {
        let server = try TestServer()
        try await server.core.invite(name: name, code: code, at: TestServer.now)
        return server
    }

    @Test func `an invite lets one device in, under the name it was written for`() async throws {
        let server = try await Self.invited()
        let answer = try await server.core.enrol(
            Self.request(code: Self.code.text), at: TestServer.now)
        #expect(answer.personName == "Maya Lindqvist")
        #expect(answer.epoch == server.core.epoch.data)
        let bearer = try server.core.bearer(of: answer.token, at: TestServer.now)
        #expect(
            bearer
                == .device(person: TestKey(1).person, replica: TestKey(1).replica))
    }

    @Test func `a code is read as people type it`() async throws {
        let server = try await Self.invited()
        let typed = Self.code.text.lowercased().replacing("-", with: " ")
        _ = try await server.core.enrol(Self.request(code: typed), at: TestServer.now)
    }

    @Test func `an answer that was lost is given again, to the same device only`() async throws {
        let server = try await Self.invited()
        let request = Self.request(code: Self.code.text)
        let first = try await server.core.enrol(request, at: TestServer.now)
        let second = try await server.core.enrol(request, at: TestServer.now)
        #expect(first == second)
        let other = Self.request(code: Self.code.text, key: 2)
        #expect(await server.refusal(of: other)?.code == .inviteInvalid)
    }

    @Test func `an invite ends after a week`() async throws {
        let server = try await Self.invited()
        let late = TestServer.now.addingTimeInterval(7 * 24 * 3600)
        let problem = await server.refusal(of: Self.request(code: Self.code.text), at: late)
        #expect(problem?.code == .inviteInvalid)
    }

    @Test func `a code that nobody wrote, or that is none, is refused`() async throws {
        let server = try await Self.invited()
        for code in ["00000-00000-00000-00000", "hello", String(repeating: "U", count: 20)] {
            #expect(await server.refusal(of: Self.request(code: code))?.code == .inviteInvalid)
        }
    }

    @Test func `an invite for somebody new makes nobody into somebody known`() async throws {
        let server = try TestServer()
        _ = try await server.device("Tomas", person: 1, replica: 9)
        try await server.core.invite(name: "Lee", code: Self.code, at: TestServer.now)
        let request = Self.request(
            code: Self.code.text, person: PersonID(high: 1, low: 1))
        #expect(await server.refusal(of: request)?.code == .inviteInvalid)
        // The refused attempt used nothing up.
        let right = Self.request(code: Self.code.text, key: 2)
        #expect(await server.refusal(of: right) == nil)
    }

    @Test func `an invite for a known person hands her id out`() async throws {
        let server = try TestServer()
        let first = try await server.device("Tomas", person: 1, replica: 9)
        try await server.core.invite(
            name: "", person: first.person, code: Self.code, at: TestServer.now)
        let answer = try await server.core.enrol(
            Self.request(code: Self.code.text, key: 5), at: TestServer.now)
        #expect(answer.person == first.person.data)
        #expect(answer.alias == TestKey(5).person.data)
        #expect(answer.personName == "Tomas")
    }

    @Test func `nobody takes another's replica`() async throws {
        let server = try TestServer()
        let tomas = try await server.device("Tomas", person: 1, replica: 1)
        _ = try await server.core.enrol(
            TestKey(9).enrolment(), by: tomas.bearer, at: TestServer.now)
        try await server.core.invite(name: "Lee", code: Self.code, at: TestServer.now)
        let request = Self.request(code: Self.code.text, key: 9)
        #expect(await server.refusal(of: request)?.code == .replicaTaken)
    }

    @Test func `a restored laptop enrols anew with its old token`() async throws {
        let server = try TestServer()
        let old = try await server.device("Tomas", person: 1, replica: 9)
        let request = TestKey(10).enrolment()
        let answer = try await server.core.enrol(request, by: old.bearer, at: TestServer.now)
        #expect(answer.person == old.person.data)
        #expect(await server.refusal(of: request)?.code == .tokenMissing)
        let exporter = Bearer.exporter(audit: AuditID(high: 9, low: 9), token: .zero)
        #expect(await server.refusal(of: request, by: exporter)?.code == .notAllowed)
    }

    // MARK: Ids and keys

    @Test func `an id is taken from nobody who has not shown the key it was made from`()
        async throws
    {
        let server = try await Self.invited()
        let maya = TestKey(7)
        var request = Self.request(code: Self.code.text, person: maya.person)
        #expect(await server.refusal(of: request)?.code == .notAllowed)
        // Her keys are in every bundle; to have seen them is not to have them.
        request.device = DeviceProof(certificate: nil, keys: maya.keys).wire
        #expect(await server.refusal(of: request)?.code == .malformed)
        request.device =
            DeviceProof(
                certificate: nil, keys: maya.keys + TestKey(1).keys
            ).wire
        #expect(await server.refusal(of: request)?.code == .notAllowed)
        request.clearDevice()
        #expect(await server.refusal(of: request)?.code == .malformed)
        #expect(await server.refusal(of: maya.enrolment(invite: Self.code.text)) == nil)
    }

    @Test func `a device that goes on for a person's first one shows her id`() async throws {
        let server = try await Self.invited()
        let first = TestKey(1)
        let second = TestKey(2, after: first)
        #expect(second.person == first.person)
        let answer = try await server.core.enrol(
            second.enrolment(invite: Self.code.text), at: TestServer.now)
        #expect(answer.person == first.person.data)
    }

    @Test func `an inviter's word gives an id to one device, and to no other`() async throws {
        let server = try TestServer()
        // Of a person whose laptop is gone, and of whom this server knows nothing.
        let maya = TestKey(7).person
        func invite(device: String?) async throws {
            try await server.core.invite(
                name: "Maya Lindqvist", person: maya, device: device, code: Self.code,
                at: TestServer.now)
        }
        await #expect(throws: Problem.self) { try await invite(device: nil) }
        let hers = TestKey(1)
        try await invite(device: DeviceKey.fingerprint(of: hers.publicKey))
        let stranger = await server.refusal(of: Self.request(code: Self.code.text, key: 2))
        #expect(stranger?.code == .inviteInvalid)
        let answer = try await server.core.enrol(
            hers.enrolment(invite: Self.code.text), at: TestServer.now)
        #expect(answer.person == maya.data && answer.personName == "Maya Lindqvist")
        // What her new laptop wrote before it was let in is hers as well.
        #expect(answer.alias == hers.person.data)
        let certificate = try #require(Certificate(answer.certificate))
        #expect(certificate.person == maya && certificate.publicKey == hers.publicKey)
    }

    @Test func `a fingerprint is read as people type it`() {
        let shown = DeviceKey.fingerprint(of: TestKey(1).publicKey)
        let typed = " " + shown.lowercased().replacing("-", with: " ")
        #expect(DeviceKey.fingerprint(typed: typed) == shown)
        for wrong in ["", "7F3A", shown + "0", "G" + shown.dropFirst()] {
            #expect(DeviceKey.fingerprint(typed: wrong) == nil)
        }
    }

    @Test func `a lost server takes its own certificate for an id`() async throws {
        let server = try await Self.invited()
        let key = TestKey(1)
        let answer = try await server.core.enrol(
            key.enrolment(invite: Self.code.text), at: TestServer.now)
        let certificate = try #require(Certificate(answer.certificate))
        #expect(certificate.isSigned(by: try #require(ServerKey(answer.serverKey))))
        #expect(certificate.person == key.person && certificate.publicKey == key.publicKey)

        // Of an older life only the certificate tells whose a device is.
        let claimed = PersonID(high: 8, low: 8)
        let row = ReplicaRow(
            number: 1, person: claimed, publicKey: key.publicKey, retirement: nil, isOwn: false,
            epoch: nil)
        let former = server.secret.certificate(of: row, serial: 1)
        let other = try await Self.invited()
        let request = key.enrolment(
            invite: Self.code.text, person: claimed, certificate: former)
        #expect(try await other.core.enrol(request, at: TestServer.now).person == claimed.data)
    }

    @Test func `an alias lets its person bring what she wrote under it`() async throws {
        let team = try await TestServer().team()
        var generator = SeededGenerator(seed: 99)
        let code = InviteCode.random(using: &generator)
        try await team.server.core.invite(
            name: "", person: team.tester.person, code: code, at: TestServer.now)
        let key = TestKey(9)
        let answer = try await team.server.core.enrol(
            key.enrolment(invite: code.text), at: TestServer.now)
        #expect(answer.alias == key.person.data)
        var device = TestDevice(
            person: team.tester.person, replica: key.replica, token: answer.token,
            epoch: team.server.core.epoch)
        let write = Write(field: .judgement, value: .judgement(.passed), replaces: [])
        device.record(team.state(), [write], author: key.person)
        #expect(try await team.server.push(&device, to: team.audit).outcomes.isEmpty)
        // Nobody else's id becomes hers.
        device.record(team.state(), [write], author: team.other.person)
        await #expect(throws: Problem.self) {
            var liar = device
            try await team.server.push(&liar, to: team.audit)
        }
    }

    @Test func `a device that goes on brings its first id back to a server that forgot it`()
        async throws
    {
        let team = try await TestServer().team()
        let first = TestKey(9)
        let answer = try await team.server.core.enrol(
            TestKey(10, after: first).enrolment(), by: team.tester.bearer, at: TestServer.now)
        #expect(answer.person == team.tester.person.data)
        #expect(answer.alias == first.person.data)
        // A key that nobody handed on is not shown to be hers.
        var forged = TestKey(12, after: TestKey(11)).enrolment()
        forged.device.keys[1].signature = Data(repeating: 1, count: 64)
        let other = try await team.server.core.enrol(
            forged, by: team.tester.bearer, at: TestServer.now)
        #expect(other.alias.isEmpty)
    }

    // MARK: An answer that was lost, and a device that was retired meanwhile

    /// Another device of Maya's, which her first one enrols.
    private static func successor(_ key: UInt64 = 22) -> WireEnrolRequest {
        request(code: "", key: key)
    }

    @Test func `a lost answer is given again although the old device was retired since`()
        async throws
    {
        let team = try await TestServer().team()
        let core = team.server.core
        let first = try await core.enrol(
            Self.successor(), by: team.tester.bearer, at: TestServer.now)
        _ = try await core.retire(team.tester.replica, as: .retired, by: nil, at: TestServer.now)
        let again = try await core.enrol(
            Self.successor(), by: team.tester.bearer, at: TestServer.now)
        #expect(again == first)
        var device = TestDevice(
            person: team.tester.person, replica: TestKey.replica(22),
            token: again.token, epoch: core.epoch)
        device.judge(team.state(1), .passed)
        #expect(try await team.server.push(&device, to: team.audit).outcomes.isEmpty)
        // By then it has its token.
        #expect(
            await team.server.refusal(of: Self.successor(), by: team.tester.bearer)?.code
                == .replicaRetired)
    }

    @Test func `a retired device's token opens no other way in`() async throws {
        let team = try await TestServer().team()
        let core = team.server.core
        let bearer = team.tester.bearer
        for replica: UInt64 in [22, 23] {
            let request = Self.successor(replica)
            _ = try await core.enrol(request, by: bearer, at: TestServer.now)
        }
        _ = try await core.retire(team.tester.replica, as: .retired, by: nil, at: TestServer.now)
        _ = try await core.retire(
            TestKey.replica(23), as: .retired, by: nil, at: TestServer.now)
        // Enrolled after the retirement, by the person's other device.
        let other = try await team.server.device("Maya", person: 2, replica: 5)
        let late = Self.successor(25)
        _ = try await core.enrol(
            late, by: other.bearer, at: TestServer.now.addingTimeInterval(1))
        let refused = [
            Self.successor(23), late, Self.successor(26), Self.successor(3),
        ]
        for (index, request) in refused.enumerated() {
            #expect(
                await team.server.refusal(of: request, by: bearer)?.code == .replicaRetired,
                "request \(index)")
        }
        #expect(
            await team.server.refusal(of: Self.successor(), by: team.other.bearer)?.code
                == .replicaTaken)
        _ = try await core.retire(team.tester.replica, as: .lost, by: nil, at: TestServer.now)
        #expect(
            await team.server.refusal(of: Self.successor(), by: bearer)?.code == .replicaRetired)
    }
}

extension TestServer {
    /// The problem that an enrolment is refused with, nil when it is granted.
    fileprivate func refusal(
        of request: WireEnrolRequest, by bearer: Bearer? = nil, at now: Date = TestServer.now
    ) async -> Problem? {
        do throws(Problem) {
            _ = try await core.enrol(request, by: bearer, at: now)
            return nil
        } catch {
            return error
        }
    }
}
