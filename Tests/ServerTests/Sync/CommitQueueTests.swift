import Foundation
import Shared
import Storage
import Testing

@testable import Server

struct CommitQueueTests {
    @Test func `a failing push does not harm the others of its group`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(1), .passed)
        team.other.judge(team.state(2), .passed)
        var broken = team.reader.request()
        broken.first = 5
        let server = team.server
        let audit = team.audit
        let devices = [team.tester, team.reader, team.other]
        let requests = [team.tester.request(), broken, team.other.request()]
        // The writing thread is held until all three wait, so that they share one commit.
        let signIn = DispatchSemaphore(value: 0)
        server.store.schedule { signIn.wait() }
        let pushes = zip(requests, devices).map { request, device in
            Task {
                try await server.core.push(
                    request, to: audit, by: device.bearer, at: TestServer.now)
            }
        }
        signIn.signal()
        var results: [Result<WirePushResponse, any Error>] = []
        for push in pushes { results.append(await push.result) }
        #expect(try results[0].get().acknowledged == 1)
        #expect(throws: Problem.self) { try results[1].get() }
        #expect(try results[2].get().acknowledged == 1)
        let head = try await server.core.audit(audit, by: team.lead.bearer)
        #expect(head.head.sequence == 3)
        #expect(try await server.recomputedRoot(audit).data == head.head.root)
    }

    @Test func `small writes go by themselves, and of large ones each asker has her turn`() {
        var waiting = WaitingWrites<String>()
        let askers = (1...3).map { Asker.person(PersonID(high: 1, low: $0)) }
        func append(_ name: String, _ asker: Int, _ weight: Int) {
            _ = waiting.append(name, CommitQueue.Turn(asker: askers[asker], weight: weight))
        }
        for index in 1...3 { append("bulk \(index)", 0, 1_000) }
        for index in 1...2 { append("many \(index)", 1, 600) }
        for index in 1...2 { append("her \(index)", 1, 1) }
        append("one", 2, 1)
        var groups = [waiting.takeGroup()]
        append("late", 2, 1)
        for _ in 1...7 { groups.append(waiting.takeGroup()) }
        #expect(
            groups == [
                ["her 1", "one", "her 2"], ["bulk 1"], ["late"], ["many 1"], ["bulk 2"], ["many 2"],
                ["bulk 3"], [],
            ])
    }

    @Test func `nobody fills the queue that others need`() {
        var waiting = WaitingWrites<Int>()
        let greedy = PersonID(high: 1, low: 1)
        let other = PersonID(high: 1, low: 2)
        let taken = (0..<600).count { index in
            waiting.append(index, CommitQueue.Turn(asker: .person(greedy), weight: 1_000))
        }
        let isTaken = [CommitQueue.Turn(asker: .person(other), weight: 1), .own].map {
            waiting.append(0, $0)
        }
        #expect(taken == 64 && isTaken == [true, true])
    }

    @Test func `a write that fails half-way leaves nothing behind`() async throws {
        let server = try TestServer()
        let queue = CommitQueue(store: server.store)
        struct Interruption: Error {}
        let audit = AuditID(high: 9, low: 9)
        await #expect(throws: Interruption.self) {
            try await queue.write { db in
                try AuditTables(db: db).insert(audit, creator: PersonID(high: 1, low: 1), at: 0)
                throw Interruption()
            }
        }
        let row = try await server.store.read { try AuditTables(db: $0).audit(audit) != nil }
        #expect(!row)
    }

    @Test func `many pushes at once are all durable and in one order`() async throws {
        var limits = Limits.standard
        limits.newDevicesPerDayMax = 100
        let server = try TestServer(limits: limits)
        let team = try await server.team()
        let devices = try await withThrowingTaskGroup(of: TestDevice.self) { group in
            for replica in 20..<36 {
                group.addTask {
                    try await server.device("Maya", person: 2, replica: UInt64(replica))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices {
                group.addTask {
                    var device = device
                    for round in 0..<4 {
                        device.judge(team.state(UInt64(round)), .passed)
                        try await server.push(&device, to: team.audit)
                    }
                }
            }
            try await group.waitForAll()
        }
        let head = try await server.core.audit(team.audit, by: team.lead.bearer)
        #expect(head.head.sequence == 65)
        #expect(try await server.recomputedRoot(team.audit).data == head.head.root)
        #expect(try await server.trailFromLog(team.audit) == head.head.trail)
    }
}

extension TestServer {
    /// The trail recomputed from the log, which must be dense.
    func trailFromLog(_ audit: AuditID) async throws -> Data {
        try await store.read { db in
            var trail = Trail.start(audit: audit)
            var sequence: UInt64 = 0
            try db.each(
                """
                select change.sequence, change.key, replica.id, change.n, change.hash,
                    change.outcome
                from change join replica on replica.number = change.replica
                order by change.sequence
                """
            ) { row in
                sequence += 1
                #expect(row.unsigned(0) == sequence)
                let event = TrailEntry.Event.change(
                    Dot(replica: try row.identifier(2), n: row.unsigned(3)),
                    hash: try row.hash(4),
                    try #require(Trail.Outcome(code: UInt8(row.int(5)))))
                let kind = RecordKey.kindCode(of: row.blob(1))
                trail = TrailEntry(sequence: sequence, kind: kind, event: event)
                    .trail(after: trail)
            }
            return trail.data
        }
    }
}
