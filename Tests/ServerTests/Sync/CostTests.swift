import Foundation
import Shared
import struct Shared.Record
import Storage
import TestSupport
import Testing

@testable import Server

/// What one request costs does not grow faster than what stands in the record that it touches.
@Suite(.serialized)
struct CostTests {
    private static let criteria = (0..<16).map { "menu.ios.criterion-\($0)" }

    /// A change that a laptop may push at any time: many writes, each naming many edits.
    private static func wide(_ device: inout TestDevice, _ key: RecordKey) -> PushBatch.Item {
        let writes = (0..<200).map { number in
            Write(
                field: FieldID(criterion: criteria[number % 16], .comment, "\(number)"),
                value: .text("Remark \(number)"),
                replaces: (0..<24).map {
                    EditID(high: UInt64(number), low: UInt64($0))
                })
        }
        let change = device.record(key, writes)
        return PushBatch.Item(
            key: key.bytes, hash: change.hash, content: .change(change))
    }

    @Test func `one push costs at most in proportion to the record`() async throws {
        let team = try await TestServer().team()
        var growth: CostGrowth?
        try team.server.store.write { db in
            growth = try CostGrowth { count in
                try team.fill(count, Self.criteria, in: db)
                var device = team.tester
                let item = Self.wide(&device, team.state())
                let audit = try #require(try AuditTables(db: db).audit(team.audit))
                let replica = try IdentityTables(db: db).known(device.replica).number
                let start = ChainTop.start(of: device.replica, in: team.audit)
                return try CostGrowth.seconds {
                    var session = try PushSession(
                        db, audit: audit, ids: [device.person], role: .tester, replica: replica,
                        after: start, at: 0, limits: .standard)
                    let dot = Dot(replica: device.replica, n: 1)
                    let verdict = try session.take(item, dot: dot, isLast: true)
                    #expect(verdict.outcome == .applied, "\(verdict.reason ?? "")")
                    _ = try session.finish()
                    try db.run("delete from change where replica = \(replica)")
                    try db.run("delete from chain where replica = \(replica)")
                    try db.run(
                        "update audit set sequence = sequence - 1 where number = 1")
                }
            }
        }
        let found = try #require(growth)
        #expect(found.isAtMostLinear, "\(found)")
    }

    @Test func `one piece of a pull costs at most in proportion to the record`() async throws {
        let team = try await TestServer().team()
        var growth: CostGrowth?
        try team.server.store.write { db in
            let epoch = try ServerTable(db: db).currentEpoch()
            let pulls = PullHandler(
                epoch: epoch, secret: team.server.secret, limits: .standard, now: 0)
            growth = try CostGrowth { count in
                try team.fill(count, Self.criteria, in: db)
                let reader = try AuditReader(team.tester.bearer, of: team.audit, in: db)
                return try CostGrowth.seconds {
                    let answer = try pulls.run(
                        PullRequest(audit: team.audit), by: reader, in: db)
                    guard case .stream(let bytes, _) = answer else { return }
                    #expect(bytes.count > count * 100)
                }
            }
        }
        let found = try #require(growth)
        #expect(found.isAtMostLinear, "\(found)")
    }

    @Test func `one join costs at most in proportion to the record`() throws {
        let key = RecordKey.state(
            AuditID(high: 9, low: 9),
            StateID(
                component: ComponentID(high: 5, low: 1),
                environment: EnvironmentID(high: 6, low: 1), round: 1, state: "expanded"))
        let growth = CostGrowth { count in
            let record = CrowdedRecord(key: key, criteria: Self.criteria, writes: count).record
            return CostGrowth.seconds { #expect(record.joined(with: record) == record) }
        }
        #expect(growth.isAtMostLinear, "\(growth)")
    }
}

extension TestTeam {
    /// Puts a crowded record in place of the state's.
    fileprivate func fill(_ count: Int, _ criteria: [String], in db: Database) throws {
        let record = CrowdedRecord(key: state(), criteria: criteria, writes: count).record
        let records = RecordTable(db: db, audit: 1)
        let number = try records.record(state().bytes)?.number
        try records.save(
            RecordRow(
                number: number, sequence: 2, writer: 1, before: 0, digest: record.digest,
                record: record),
            key: state().bytes)
    }
}
