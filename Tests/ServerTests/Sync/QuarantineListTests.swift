import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// What leads are shown of what is kept, and what is adopted with all the rest.
struct QuarantineListTests {
    private func items(
        of team: TestTeam, waiting: Bool = false
    ) async throws -> [QuarantinedItem] {
        try await team.server.core.quarantine(
            of: team.audit, waitingOnly: waiting, by: team.lead.bearer
        ).items
    }

    private func settle(
        _ change: Change, looked: Bool, in team: TestTeam
    ) async -> Problem? {
        do throws(Problem) {
            _ = try await team.server.core.settle(
                change.hash.hex, of: team.audit, .adopt(looked: looked), by: team.lead.bearer,
                at: TestServer.now)
            return nil
        } catch { return error }
    }

    @Test func `all of it is listed, page by page, however much there is`() async throws {
        var team = try await TestServer().team()
        var changes: [Change] = []
        for numbers in [1...800, 801...1_300] {
            changes += numbers.map { team.reader.judge(team.state(UInt64($0)), .passed) }
            try await team.server.push(&team.reader, to: team.audit)
        }
        var listed: [String] = []
        var pages = 0
        var place = QuarantinePlace?.none
        repeat {
            let page = try await team.server.core.quarantine(
                of: team.audit, after: place, by: team.lead.bearer)
            listed += page.items.map(\.id)
            place = page.next
            pages += 1
        } while place != nil
        #expect(listed == changes.map(\.hash.hex))
        // None is asked for that has nothing.
        #expect(pages == 2)
    }

    @Test func `a place in the list is what an answer told, and nothing else`() async throws {
        let digest = Hash256(of: [1])
        let places: [QuarantinePlace] = [
            .record(receivedMilliseconds: -1, digest: digest), .unplaced(number: .max),
            .log(sequence: UInt64(Int64.max)),
        ]
        for place in places { #expect(try QuarantinePlace(place.text) == place) }
        for wrong in [
            "", ".", "c", "c.", "c.-1", "c.9223372036854775808", "u.-1", "u.1.2", "x.1", "r.1",
            "r.1.00", "r..\(digest.hex)", "c.1'", "\u{661}", "c.\u{661}",
        ] {
            #expect(throws: Problem.self, "\(wrong)") { try QuarantinePlace(wrong) }
        }
        let team = try await TestServer().team()
        for place in places {
            let page = try await team.server.core.quarantine(
                of: team.audit, after: place, by: team.lead.bearer)
            #expect(page.items.isEmpty && page.next == nil)
        }
    }

    @Test func `what was settled is in no list of what waits`() async throws {
        var team = try await TestServer().team()
        let changes = (1...3).map { team.reader.judge(team.state(UInt64($0)), .passed) }
        try await team.server.push(&team.reader, to: team.audit)
        _ = await settle(changes[1], looked: true, in: team)
        #expect(
            try await items(of: team, waiting: true).map(\.id)
                == [changes[0], changes[2]].map(\.hash.hex))
        #expect(try await items(of: team).count == 3)
    }

    @Test func `with all others only that is adopted against which nothing stands`() async throws {
        var team = try await TestServer().team()
        let passed = Write(field: .judgement, value: .judgement(.passed), replaces: [])
        team.other.record(team.state(2), [passed])
        let note = team.other.record(
            team.state(3), [Write(field: .note, value: .text("hers"), replaces: [])])
        try await team.server.push(&team.other, to: team.audit)
        let plain = team.reader.judge(team.state(1), .passed)
        let own = team.reader.judge(team.state(1), .cantTell, replacing: [plain.edit])
        let beside = team.reader.judge(team.state(2), .cantTell)
        let taking = team.reader.record(
            team.state(3), [Write(field: .note, value: nil, replaces: [note.edit])])
        let title = team.reader.record(
            .plan(team.audit),
            [Write(field: FieldID(.round, "2"), value: .text("x"), replaces: [])], act: .plan)
        try await team.server.push(&team.reader, to: team.audit)
        let looks = try await items(of: team).reduce(into: [:]) { $0[$1.id] = $1.look ?? "" }
        #expect(looks[plain.hash.hex] == "" && looks[own.hash.hex] == "")
        #expect(looks[beside.hash.hex] == "something else stands there already")
        #expect(looks[taking.hash.hex] == "it takes away what somebody else wrote")
        for change in [plain, own] {
            #expect(await settle(change, looked: false, in: team) == nil)
        }
        for change in [beside, taking] {
            #expect(await settle(change, looked: false, in: team)?.code == .notAllowed)
            #expect(await settle(change, looked: true, in: team) == nil)
        }
        #expect(title.key == .plan(team.audit))
    }

    @Test func `a tester's role, decision and lead's withdrawal are adopted by no command`()
        async throws
    {
        var team = try await TestServer().team()
        let role = Write(field: .role(of: team.tester.person), value: .role(.lead), replaces: [])
        let withdrawal = Write(
            field: FieldID(.withdrawn),
            value: .withdrawal(Withdrawal(reason: Text(normalizing: "dup"), covers: [])),
            replaces: [])
        let changes = [
            team.tester.record(.plan(team.audit), [role], act: .plan),
            team.tester.record(team.state(), [withdrawal], act: .decision),
        ]
        try await team.server.push(&team.tester, to: team.audit)
        for item in try await items(of: team) { #expect(!item.adoptable && item.look != nil) }
        for change in changes {
            for looked in [false, true] {
                #expect(await settle(change, looked: looked, in: team)?.code == .notAllowed)
            }
        }
    }

    @Test func `a lead's pull is answered when the list is another one, and nobody else's`()
        async throws
    {
        let team = try await TestServer().team()
        let key = TestKey(6)
        let (lead, other) = (
            try await team.having(by: team.lead), try await team.having(by: team.other)
        )
        #expect(try await team.server.core.pull(lead, by: team.lead.bearer) == .unchanged)
        var stranger = TestDevice(
            person: key.person, replica: key.replica, token: "",
            epoch: team.server.core.epoch)
        stranger.judge(team.state(), .passed)
        _ = try await team.server.core.push(
            stranger.carried(in: team.audit, by: key), to: team.audit, by: team.tester.bearer,
            at: TestServer.now)
        let opening = try await team.opening(lead, by: team.lead)
        #expect(opening.quarantineTold > 0)
        #expect(try await team.server.core.pull(other, by: team.other.bearer) == .unchanged)
        let again = try await team.having(by: team.lead)
        #expect(try await team.server.core.pull(again, by: team.lead.bearer) == .unchanged)
    }

    @Test func `a reader and a retired device bring the files of what was set aside, and no other`()
        async throws
    {
        for isRetired in [false, true] {
            var team = try await TestServer().team()
            let token = isRetired ? team.tester.token : team.reader.token
            let (named, other) = (
                team.evidence(1, count: 2_000, token: token),
                team.evidence(2, count: 2_000, token: token)
            )
            let write = Write(
                field: FieldID(
                    criterion: "menu.ios.trigger-name", .evidence, named.hash.hex),
                value: .present, replaces: [])
            if isRetired {
                try await team.retire(team.tester.replica)
                team.tester.record(team.state(), [write])
                try await team.server.push(&team.tester, to: team.audit)
            } else {
                team.reader.record(team.state(), [write])
                try await team.server.push(&team.reader, to: team.audit)
            }
            let server = team.server
            try await server.overHTTP(.live) { client in
                try await named.upload(client)
                let refused = try await other.begin(client)
                #expect(
                    Problem(json: refused.bytes)?.code
                        == (isRetired ? .replicaRetired : .notAllowed))
            }
        }
    }
}

extension TestTeam {
    /// What a device asks with that has everything.
    fileprivate func having(by device: TestDevice) async throws -> PullRequest {
        let cursor = try await server.checkpoint(of: audit, by: device)
        guard
            case .stream(_, let tag) = try await server.core.pull(
                PullRequest(audit: audit, since: cursor), by: device.bearer)
        else { return PullRequest(audit: audit) }
        return PullRequest(audit: audit, since: cursor, acked: device.acked, known: tag)
    }

    fileprivate func opening(
        _ request: PullRequest, by device: TestDevice
    ) async throws -> WirePullOpening {
        guard case .stream(let bytes, _) = try await server.core.pull(request, by: device.bearer)
        else { return WirePullOpening() }
        return try #require(try PulledStream(bytes).opening)
    }
}
