import Foundation
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// Each device of a person is told which other ids are hers, and tells a server that was put back.
struct OtherIDsTests {
    private let first = TestKey(9)
    private let second = TestKey(6)

    @Test func `each device of a person gets the server's word for her other ids`() async throws {
        var team = try await TestServer().team()
        let device = try await join(&team)
        let told = try await certificates(device, team)
        #expect(told.map(\.person) == [first.person])
        #expect(told.map(\.publicKey) == [second.publicKey])
        #expect(told.allSatisfy { $0.isSigned(by: team.server.secret.serverKey) })
        // Nobody else hears of it, nor whose key the server does not know.
        #expect(try await certificates(team.other, team).isEmpty)
        #expect(try await certificates(team.tester, team).isEmpty)
    }

    @Test func `a chain that another brings shows a restored server in which names it may speak`()
        async throws
    {
        var team = try await TestServer().team()
        let device = try await join(&team)
        let word = try await certificates(device, team)
        try await forget(team)
        var request = spoken(device, team).carried(in: team.audit, by: second)
        await #expect(throws: Problem.self) { try await carry(request, team) }
        for forged in try await forgeries(device, team) {
            request.device = second.proof().with(others: [forged]).wire
            await #expect(throws: Problem.self) { try await carry(request, team) }
        }
        request.device = second.proof().with(others: word).wire
        #expect(try await carry(request, team).outcomes.isEmpty)
    }

    @Test func `who pushes to a server that was put back shows it in which names she may speak`()
        async throws
    {
        var team = try await TestServer().team()
        let device = try await join(&team)
        let word = try await certificates(device, team)
        try await forget(team)
        let forged = try await forgeries(device, team)
        await #expect(throws: Problem.self) { try await push(device, showing: [], team) }
        await #expect(throws: Problem.self) { try await push(device, showing: forged, team) }
        // The word for her device helps nobody else.
        await #expect(throws: Problem.self) { try await push(team.other, showing: word, team) }
        #expect(try await push(device, showing: word, team).outcomes.isEmpty)
        #expect(try await aliases(of: team.other.person, team).isEmpty)
    }

    @Test func `a device that goes on for one that has it shows it, too`() async throws {
        var team = try await TestServer().team()
        let device = try await join(&team)
        let word = try await certificates(device, team)
        try await forget(team)
        // Whoever it has not handed on to shows nothing by its word.
        var stolen = TestKey(32, after: second).enrolment()
        stolen.device.others = word.map(\.wire)
        stolen.device.keys[1].signature = Data(repeating: 1, count: 64)
        _ = try await team.server.core.enrol(
            stolen, by: team.other.bearer, at: TestServer.now)
        #expect(try await aliases(of: team.other.person, team).isEmpty)
        var forged = TestKey(31, after: second).enrolment()
        forged.device.others = try await forgeries(device, team).map(\.wire)
        _ = try await team.server.core.enrol(forged, by: device.bearer, at: TestServer.now)
        #expect(try await !aliases(of: device.person, team).contains(first.person))
        var request = TestKey(30, after: second).enrolment()
        request.device.others = word.map(\.wire)
        _ = try await team.server.core.enrol(request, by: device.bearer, at: TestServer.now)
        #expect(try await aliases(of: device.person, team).contains(first.person))
    }

    @Test func `an id that is somebody's own by now is left to her`() async throws {
        var team = try await TestServer().team()
        let device = try await join(&team)
        let word = try await certificates(device, team)
        try await forget(team)
        try await team.server.core.write { db in
            try IdentityTables(db: db).insert(person: first.person, name: "Ana Duarte")
        }
        await #expect(throws: Problem.self) { try await push(device, showing: word, team) }
        #expect(try await aliases(of: device.person, team).isEmpty)
    }

    // MARK: Maya, who wrote under the id of a first laptop before she was invited

    /// - Returns: Her second laptop; the first has joined as well.
    private func join(_ team: inout TestTeam) async throws -> TestDevice {
        var generator = SeededGenerator(seed: 99)
        let code = InviteCode.random(using: &generator)
        let maya = team.tester.person
        try await team.server.core.invite(name: "", person: maya, code: code, at: TestServer.now)
        let answer = try await team.server.core.enrol(
            first.enrolment(invite: code.text), at: TestServer.now)
        #expect(answer.alias == first.person.data)
        let other = try await team.server.core.enrol(
            second.enrolment(), by: team.tester.bearer, at: TestServer.now)
        return TestDevice(
            person: maya, replica: second.replica, token: other.token,
            epoch: team.server.core.epoch)
    }

    private func certificates(_ device: TestDevice, _ team: TestTeam) async throws -> [Certificate]
    {
        try #require(try await team.server.pull(team.audit, by: device).opening)
            .ids.compactMap(Certificate.init)
    }

    private func forget(_ team: TestTeam) async throws {
        try await team.server.core.write { try $0.run("delete from alias") }
    }

    private func aliases(of person: PersonID, _ team: TestTeam) async throws -> [PersonID] {
        try await team.server.store.read { try IdentityTables(db: $0).aliases(of: person) }
    }

    /// A verdict of hers in the name of the first laptop's id.
    private func spoken(_ device: TestDevice, _ team: TestTeam) -> TestDevice {
        var device = device
        let write = Write(field: .judgement, value: .judgement(.passed), replaces: [])
        device.record(team.state(), [write], author: first.person)
        return device
    }

    /// Words that are none: of another server, and for another device, as whoever has met it knows.
    private func forgeries(_ device: TestDevice, _ team: TestTeam) async throws -> [Certificate] {
        let elsewhere = ServerSecret(bytes: [UInt8](repeating: 3, count: 32))
        return try await team.server.store.read { db in
            let tables = IdentityTables(db: db)
            return try elsewhere.certificates(of: device.replica, as: [first.person], in: tables)
                + team.server.secret.certificates(
                    of: first.replica, as: [first.person], in: tables)
        }
    }

    @discardableResult
    private func carry(
        _ request: WirePushRequest, _ team: TestTeam
    ) async throws -> WirePushResponse {
        try await team.server.core.push(
            request, to: team.audit, by: team.lead.bearer, at: TestServer.now)
    }

    /// Pushes what a device says in that name.
    @discardableResult
    private func push(
        _ device: TestDevice, showing ids: [Certificate], _ team: TestTeam
    ) async throws -> WirePushResponse {
        var request = spoken(device, team).request()
        request.ids = ids.map(\.wire)
        return try await team.server.core.push(
            request, to: team.audit, by: device.bearer, at: TestServer.now)
    }
}
