import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

/// A database in which something was changed behind the server's back is found out.
struct AuditCheckTests {
    /// A team with three changes in the log, one of them without effect.
    private static func team() async throws -> TestTeam {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        try await team.server.push(&team.tester, to: team.audit)
        team.reader.judge(team.state(1), .cantTell)
        try await team.server.push(&team.reader, to: team.audit)
        return team
    }

    @Test func `an untouched audit is sound, and its trail is the head's`() async throws {
        let team = try await Self.team()
        let found = try await team.server.core.verify(team.audit)
        #expect(found.faults == [])
        #expect(found.changes == 3 && found.records == 2)
        let head = try await team.server.core.audit(team.audit, by: team.lead.bearer).head
        #expect(found.trail.data == head.trail)
        #expect(found.root.data == head.root)
    }

    @Test(arguments: [
        // What somebody changed, and what names it.
        (
            "update change set body = cast(x'ff' || substr(body, 2) as blob) where sequence = 2",
            "sequence 2, device 00000000000000020000000000000002 number 1: its body"
        ),
        ("update change set hash = zeroblob(32) where sequence = 2", "sequence 2, device"),
        ("update change set outcome = 1 where sequence = 3", "sequence 3: the trail"),
        ("delete from change where sequence = 2", "sequence 2: missing"),
        ("delete from change where sequence = 3", "device 00000000000000020000000000000004"),
        ("update chain set hash = zeroblob(32) where n = 1 and replica = 2", "device"),
        ("update record set digest = zeroblob(32) where sequence = 2", "record changed at"),
        ("update record set image = zeroblob(7) where sequence = 2", "cannot be read"),
        ("update audit set root = zeroblob(32)", "head: the root"),
        ("update audit set trail = zeroblob(32)", "head: the log"),
        ("update audit set count = 7", "head: 7 records"),
    ])
    func `what was changed behind the server's back is named`(
        tampering: String, fault: String
    ) async throws {
        let team = try await Self.team()
        try await team.server.core.write { try $0.run(tampering) }
        let found = try await team.server.core.verify(team.audit)
        #expect(!found.isSound)
        #expect(found.faults.contains { $0.contains(fault) }, "\(found.faults)")
    }

    @Test func `members read the trail and come to the head by it`() async throws {
        let team = try await Self.team()
        let path = ProtocolNames.audit(team.audit) + "/trail"
        try await team.server.overHTTP { client in
            let answer = try await client.get(path, .bearer(team.other.token))
            let lines = answer.bytes.split(separator: UInt8(ascii: "\n"))
            let last = try #require(lines.last)
            let head = try JSONDecoder().decode(TrailHead.self, from: Data(last))
            var entries: [TrailEntry] = []
            for line in lines.dropLast() {
                entries.append(try JSONDecoder().decode(TrailEntry.self, from: Data(line)))
            }
            #expect(entries.map(\.sequence) == [1, 2, 3])
            let trail = entries.reduce(Trail.start(audit: team.audit)) { $1.trail(after: $0) }
            #expect(trail == head.trail)
            #expect(head.sequence == 3)
            let rest = try await client.get(path + "?from=3", .bearer(team.other.token))
            #expect(rest.bytes.split(separator: UInt8(ascii: "\n")).count == 2)
            let stranger = try await team.server.device("Sam", person: 9, replica: 9)
            #expect(try await client.get(path, .bearer(stranger.token)).status == .forbidden)
        }
    }
}
