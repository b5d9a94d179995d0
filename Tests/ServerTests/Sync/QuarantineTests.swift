import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import TestSupport
import Testing

@testable import Server

/// What had no effect: leads see it, and adopt or discard it.
struct QuarantineTests {
    /// A team in which the tester's device was retired and deposited two judgements since.
    private static func deposited() async throws -> (team: TestTeam, changes: [Change]) {
        var team = try await TestServer().team()
        try await team.retire(team.tester.replica)
        let first = team.tester.judge(team.state(1), .passed)
        let second = team.tester.judge(
            team.state(1), .cantTell, replacing: [first.edit],
            sees: VersionVector([first.dot]))
        try await team.server.push(&team.tester, to: team.audit)
        return (team, [first, second])
    }

    @Test func `leads see what is kept, in words, and nobody else does`() async throws {
        let (team, changes) = try await Self.deposited()
        let items = try await team.server.core.quarantine(
            of: team.audit, by: team.lead.bearer
        ).items
        #expect(items.map(\.id) == changes.map(\.hash.hex))
        #expect(items.map(\.sequence) == [2, 3])
        let item = try #require(items.last)
        #expect(item.author?.name == "Maya")
        #expect(item.device == team.tester.replica.hex)
        #expect(item.n == 2)
        #expect(item.reason.hasPrefix("retired-device: "))
        #expect(item.writes.map(\.value) == ["cantTell"])
        #expect(item.writes.map(\.replaces) == [[changes[0].edit.hex]])
        #expect(item.settled == nil)
        let rest = try await team.server.core.quarantine(
            of: team.audit, after: .log(sequence: 2), by: team.lead.bearer
        ).items
        #expect(rest.map(\.n) == [2])
        let problem = await #expect(throws: Problem.self) {
            try await team.server.core.quarantine(of: team.audit, by: team.other.bearer)
        }
        #expect(problem?.code == .notAllowed)
    }

    @Test func `what is adopted takes effect under its author's name and its own edit id`()
        async throws
    {
        let (team, changes) = try await Self.deposited()
        for change in changes {
            let item = try await team.settle(change, .adopt())
            #expect(item.settled?.kind == .adopted)
            #expect(item.settled?.by.id == team.lead.person.hex)
        }
        let record = try await team.record(1)
        let siblings = record.siblings(of: .judgement)
        #expect(siblings.map(\.author) == [team.tester.person])
        #expect(siblings.map(\.edit) == [changes[1].edit])
        #expect(siblings.map(\.value) == [.judgement(.cantTell)])
        let change = try #require(record.changes.first?.change)
        #expect(change.by == team.lead.person && change.body == changes[1].body)
        #expect(change.first == changes[1].writing)
        // Adopting again is no second change.
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        _ = try await team.settle(changes[0], .adopt())
        #expect(try await team.server.core.audit(team.audit, by: team.lead.bearer).head == head)
        #expect(try await team.server.core.verify(team.audit).faults == [])
        #expect(try await team.server.recomputedRoot(team.audit).data == head.root)
    }

    @Test func `the lead's laptop pulls what she adopted`() async throws {
        let (team, changes) = try await Self.deposited()
        let floor = try await team.server.checkpoint(of: team.audit, by: team.lead)
        _ = try await team.settle(changes[0], .adopt())
        let pulled = try await team.server.pull(team.audit, by: team.lead, since: floor)
        #expect(pulled.records.count == 1)
    }

    @Test func `the server writes under a replica of its own, new in every process`() async throws {
        let (team, changes) = try await Self.deposited()
        _ = try await team.settle(changes[0], .adopt())
        let next = ServerCore(
            store: team.server.store, secret: team.server.secret, now: { TestServer.now })
        _ = try await next.settle(
            changes[1].hash.hex, of: team.audit, .adopt(), by: team.lead.person, at: TestServer.now)
        let devices = try await next.devices().filter { $0.device == "accord-server" }
        #expect(Set(devices.map(\.replica)).count == 2)
        #expect(Set(devices.map(\.person)) == [team.lead.person.hex])
        #expect(try await next.verify(team.audit).faults == [])
    }

    @Test func `what is discarded is kept, with the reason, and may be adopted after all`()
        async throws
    {
        let (team, changes) = try await Self.deposited()
        let item = try await team.settle(changes[0], .discard(reason: "The build was a wrong one."))
        #expect(item.settled?.kind == .discarded)
        #expect(item.settled?.reason == "The build was a wrong one.")
        #expect(item.writes.map(\.value) == ["passed"])
        #expect(try await team.server.pull(team.audit, by: team.lead).records.count == 1)
        _ = try await team.settle(changes[0], .adopt())
        #expect(try await team.server.pull(team.audit, by: team.lead).records.count == 2)
        // An adoption is final: others may have built on it.
        let problem = await #expect(throws: Problem.self) {
            try await team.settle(changes[0], .discard(reason: "No."))
        }
        #expect(problem?.code == .notAllowed)
    }

    @Test func `only leads settle, and only what can be named`() async throws {
        let (team, changes) = try await Self.deposited()
        let cases: [(String, PersonID, ProblemCode)] = [
            (changes[0].hash.hex, team.other.person, .notAllowed),
            ("00000000", team.lead.person, .notFound),
            ("0000", team.lead.person, .malformed),
        ]
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        for (item, person, code) in cases {
            let problem = await #expect(throws: Problem.self) {
                try await team.server.core.settle(
                    item, of: team.audit, .adopt(), by: person, at: TestServer.now)
            }
            #expect(problem?.code == code, "\(item)")
        }
        #expect(try await team.server.core.audit(team.audit, by: team.lead.bearer).head == head)
    }

    @Test func `records that were set aside are told of too, and cannot be adopted`() async throws {
        let (team, _) = try await Self.deposited()
        let record = try await team.setAside(of: 7)
        let items = try await team.server.core.quarantine(
            of: team.audit, by: team.lead.bearer
        ).items
        let item = try #require(items.first)
        #expect(items.count == 3)
        #expect(item.id == record.digest.hex)
        #expect(item.sequence == nil && item.author == nil)
        #expect(item.reason == "forked: for this test")
        #expect(item.writes.map(\.value) == ["inapplicable"])
        let problem = await #expect(throws: Problem.self) {
            try await team.server.core.settle(
                item.id, of: team.audit, .adopt(), by: team.lead.person, at: TestServer.now)
        }
        #expect(problem?.code == .notAllowed)
        let settled = try await team.server.core.settle(
            item.id, of: team.audit, .discard(reason: "Old."), by: team.lead.person,
            at: TestServer.now)
        #expect(settled.settled?.kind == .discarded)
    }

    @Test func `quarantine works over HTTP`() async throws {
        let (team, changes) = try await Self.deposited()
        let path = ProtocolNames.audit(team.audit) + "/quarantine"
        try await team.server.overHTTP { client in
            let listed = try await client.get(path, .bearer(team.lead.token))
            #expect(listed.headers[.contentType] == ProtocolNames.json)
            let json = try JSONSerialization.jsonObject(with: Data(listed.bytes))
            let items = try #require(json as? [[String: Any]])
            #expect(items.compactMap { $0["id"] as? String } == changes.map(\.hash.hex))
            #expect(items.allSatisfy { $0["settled"] is NSNull })
            let front = changes[0].hash.hex.prefix(12)
            let adopted = try await client.post(
                "\(path)/\(front):adopt", .bearer(team.lead.token), [])
            #expect(adopted.status == .ok)
            let other = "\(path)/\(changes[1].hash.hex):discard"
            #expect(
                try await client.post(other, .bearer(team.lead.token), []).status == .badRequest)
            let reason = Array(#"{"reason":"A wrong build."}"#.utf8)
            #expect(try await client.post(other, .bearer(team.lead.token), reason).status == .ok)
            #expect(
                try await client.post(other, .bearer(team.other.token), reason).status
                    == .forbidden)
        }
        #expect(try await team.record(1).siblings(of: .judgement).count == 1)
    }
}

extension TestTeam {
    fileprivate func settle(
        _ change: Change, _ order: ServerCore.QuarantineOrder
    ) async throws -> QuarantinedItem {
        try await server.core.settle(
            change.hash.hex, of: audit, order, by: lead.bearer, at: TestServer.now)
    }

    /// Sets a record aside, as healing does with one that contradicts the log.
    fileprivate func setAside(of index: UInt64) async throws -> Record {
        var device = tester
        var record = Record(key: state(index))
        record.apply(device.judge(state(index), .inapplicable))
        try await server.core.write { [record, audit, replica = lead.replica] db in
            let number = try #require(try AuditTables(db: db).audit(audit)).number
            let device = try #require(try IdentityTables(db: db).replica(replica)).number
            try ReconcileTables(db: db, audit: number).setAside(
                ReconcileTables.SetAside(
                    key: record.key.bytes, digest: record.digest,
                    epoch: EpochID(high: 4, low: 4), replica: device, receivedMilliseconds: 1,
                    reason: "forked: for this test", image: record.encoded()))
        }
        return record
    }
}
