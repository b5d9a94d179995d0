import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// Devices that have ended: what they still have is kept, and they learn nothing more.
struct RetiringTests {
    @Test func `what a retired device brings is answered, and waits in quarantine`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        try await team.retire(team.tester.replica)
        team.tester.judge(team.state(2), .cantTell)
        team.tester.judge(team.state(3), .passed)
        let request = team.tester.request()
        let answer = try await team.server.push(&team.tester, to: team.audit)
        #expect(answer.acknowledged == 3)
        #expect(answer.outcomes.map(\.outcome) == [.quarantined, .quarantined])
        #expect(answer.outcomes.allSatisfy { $0.reason.hasPrefix("retired-device: ") })
        // A lost answer is given again, as it was.
        let again = try await team.server.core.push(
            request, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(again.outcomes.map(\.outcome) == [.quarantined, .quarantined])
        #expect(again.head == answer.head)
        let records = try await team.server.pull(team.audit, by: team.lead).records
        #expect(records.count == 2)
    }

    @Test func `a retired device deposits so many changes and no more, in all audits together`()
        async throws
    {
        var limits = Limits.standard
        limits.depositChangesMax = 3
        var team = try await TestServer(limits: limits).team()
        let elsewhere = AuditID(high: 8, low: 8)
        try await team.server.core.found(
            elsewhere, lead: team.tester.person, at: TestServer.now)
        var second = team.tester
        try await team.retire(team.tester.replica)
        for round: UInt64 in 1...2 { team.tester.judge(team.state(round), .cantTell) }
        let first = team.tester.request()
        let before = try await team.server.push(&team.tester, to: team.audit)
        for round: UInt64 in 1...2 {
            second.record(
                .plan(elsewhere),
                [Write(field: FieldID(.title), value: .text("T\(round)"), replaces: [])], act: .plan
            )
        }
        let both = second.request()
        let problem = await #expect(throws: Problem.self) {
            try await team.server.core.push(
                both, to: elsewhere, by: second.bearer, at: TestServer.now)
        }
        #expect(problem?.code == .replicaRetired && problem?.detail != nil)
        // What fits is taken, and what was taken is answered for ever.
        var one = both
        one.changes.removeLast()
        _ = try await team.server.core.push(
            one, to: elsewhere, by: second.bearer, at: TestServer.now)
        let again = try await team.server.core.push(
            first, to: team.audit, by: team.tester.bearer, at: TestServer.now)
        #expect(again.head == before.head && again.acknowledged == 2)
    }

    @Test func `no 304 hides that a device has ended`() async throws {
        let team = try await TestServer().team()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.lead)
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head.sequence
        func had(_ ended: UInt64) -> PullRequest {
            let tag = PullTag(epoch: team.server.core.epoch, sequence: head, ended: ended)
            return PullRequest(
                audit: team.audit, since: cursor, acked: team.lead.acked, known: tag.text)
        }
        let core = team.server.core
        #expect(try await core.pull(had(0), by: team.lead.bearer) == .unchanged)
        #expect(try await core.isUpToDate(had(0), by: team.lead.bearer))
        // Nothing of the audit changes by it, of which she has written nothing.
        _ = try await core.retire(team.tester.replica, as: .lost, by: nil, at: TestServer.now)
        #expect(try await !core.isUpToDate(had(0), by: team.lead.bearer))
        guard case .stream(let bytes, let tag) = try await core.pull(had(0), by: team.lead.bearer)
        else {
            Issue.record("it was hidden")
            return
        }
        let opening = try #require(try PulledStream(bytes).opening)
        #expect(opening.ended.map(\.replica) == [team.tester.replica.data])
        #expect(tag == had(opening.endedTold).known)
        #expect(try await core.pull(had(opening.endedTold), by: team.lead.bearer) == .unchanged)
    }

    @Test func `a retired device reads nothing and brings nobody in`() async throws {
        let team = try await TestServer().team()
        try await team.retire(team.tester.replica)
        let core = team.server.core
        let tester = team.tester.bearer
        let enrolment = TestKey(77).enrolment()
        let refused: [@Sendable () async throws -> Void] = [
            { _ = try await team.server.pull(team.audit, by: team.tester) },
            { _ = try await core.audits(by: tester) },
            { _ = try await core.audit(team.audit, by: tester) },
            { _ = try await core.people(by: tester) },
            { _ = try await core.digest(of: team.audit, by: tester) },
            {
                _ = try await core.chain(
                    of: team.tester.replica, from: 1, in: team.audit, by: tester)
            },
            { _ = try await core.trail(of: team.audit, from: 1, by: tester) },
            { [enrolment] in
                _ = try await core.enrol(enrolment, by: tester, at: TestServer.now)
            },
        ]
        for (index, call) in refused.enumerated() {
            let problem = await #expect(throws: Problem.self, "call \(index)") { try await call() }
            #expect(problem?.code == .replicaRetired, "call \(index)")
        }
    }

    @Test func `a lost device deposits nothing either, and stays lost`() async throws {
        var team = try await TestServer().team()
        try await team.retire(team.tester.replica, as: .lost)
        try await team.retire(team.tester.replica, as: .retired)
        team.tester.judge(team.state(), .passed)
        let problem = await #expect(throws: Problem.self) {
            try await team.server.core.push(
                team.tester.request(), to: team.audit, by: team.tester.bearer, at: TestServer.now)
        }
        #expect(problem?.code == .replicaRetired)
    }

    @Test func `a device is retired by its person or by a lead of its audits`() async throws {
        var team = try await TestServer().team()
        let server = team.server
        let spare = try await server.device("Maya", person: 2, replica: 12)
        _ = try await server.core.retire(
            spare.replica, as: .retired, by: team.tester.bearer, at: TestServer.now)

        // Whoever begins an audit leads it: that must not give her power over others' devices.
        let mine = AuditID(high: 9, low: 10)
        try await server.core.found(mine, lead: team.other.person, at: TestServer.now)
        team.other.record(
            .plan(mine),
            [Write(field: .role(of: team.tester.person), value: .role(.tester), replaces: [])],
            act: .plan)
        var request = team.other.request()
        request.chainBefore =
            ChangeHash.chainStart(audit: mine, replica: team.other.replica).data
        _ = try await server.core.push(
            request, to: mine, by: team.other.bearer, at: TestServer.now)
        #expect(await team.refusal(by: team.other) == .notAllowed)

        // A lead does not end devices that never wrote in her audit.
        #expect(await team.refusal(by: team.lead) == .notAllowed)
        team.tester.judge(team.state(), .passed)
        try await server.push(&team.tester, to: team.audit)
        #expect(await team.refusal(by: team.lead) == nil)
    }

    @Test func `a database that was put back does not let them in again`() async throws {
        let team = try await TestServer().team()
        try await team.retire(team.tester.replica)
        try await team.retire(team.other.replica, as: .lost)
        // Put back to before the retirements, and to before one device had enrolled.
        try await team.server.forget(team.other.replica)
        try await team.server.admitAgain(team.tester.replica)
        _ = try await team.server.pull(team.audit, by: team.tester)
        try await team.server.core.reapplyRetirements()
        for device in [team.tester, team.other] {
            let problem = await #expect(throws: Problem.self) {
                try await team.server.pull(team.audit, by: device)
            }
            #expect(problem?.code == .replicaRetired)
        }
        let ends = try await team.server.core.devices().map(\.retirement)
        #expect(ends.compactMap(\.self).sorted() == [.retired, .lost])
    }

    @Test func `a line that a power cut left unfinished is written over`() throws {
        let folder = try TemporaryFolder()
        let file = RetiredDevices(in: folder.url)
        let entries = [Retirement.retired, .lost].map {
            RetiredDevices.Entry(
                replica: ReplicaID(high: 2, low: 1), person: PersonID(high: 1, low: 1),
                milliseconds: 5, retirement: $0)
        }
        try file.append(entries[0])
        let url = folder.url.appending(path: "keep/retired")
        try (Data(contentsOf: url) + Data("0000".utf8)).write(to: url)
        #expect(try file.entries() == [entries[0]])
        try file.append(entries[1])
        #expect(try file.entries() == entries)
        try (Data("nonsense\n".utf8) + Data(contentsOf: url)).write(to: url)
        #expect(throws: StorageError.self) { try file.entries() }
    }

    @Test func `a device is retired over HTTP`() async throws {
        let server = try TestServer()
        let first = try await server.device("Maya", person: 2, replica: 2)
        let second = try await server.device("Maya", person: 2, replica: 3)
        try await server.overHTTP { client in
            let path = "\(ProtocolNames.replicas)/\(second.replica.hex):retire"
            let json = Array(#"{"lost":true}"#.utf8)
            let answer = try await client.post(path, .bearer(first.token), json)
            #expect(answer.status == .ok)
            let shown = String(decoding: answer.bytes, as: UTF8.self)
            #expect(shown.contains(#""retirement":"lost""#), "\(shown)")
            let refused = try await client.get(ProtocolNames.audits, .bearer(second.token))
            #expect(refused.status == .gone)
            let nobody = "\(ProtocolNames.replicas)/\(ReplicaID(high: 2, low: 9).hex):retire"
            #expect(try await client.post(nobody, .bearer(first.token), []).status == .notFound)
            #expect(
                try await client.post(path, .bearer(first.token), [1]).status == .badRequest)
        }
    }
}

extension TestTeam {
    func retire(_ replica: ReplicaID, as retirement: Retirement = .retired) async throws {
        _ = try await server.core.retire(replica, as: retirement, by: nil, at: TestServer.now)
    }

    /// Why the device may not end the tester's; nil when it did.
    fileprivate func refusal(by device: TestDevice) async -> ProblemCode? {
        do throws(Problem) {
            _ = try await server.core.retire(
                tester.replica, as: .retired, by: device.bearer, at: TestServer.now)
            return nil
        } catch {
            return error.code
        }
    }
}

extension TestServer {
    /// As a database is that was put back to before the device had enrolled.
    fileprivate func forget(_ replica: ReplicaID) async throws {
        try await core.write { db in
            try db.run("delete from replica where id = ?", replica)
        }
    }

    /// As a database is that was put back to before the device was retired.
    fileprivate func admitAgain(_ replica: ReplicaID) async throws {
        try await core.write { db in
            try db.run(
                "update replica set retired_ms = null, is_lost = 0 where id = ?", replica)
        }
    }
}
