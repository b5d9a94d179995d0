import Foundation
import HTTPClient
import Shared
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing

@testable import Client

/// What goes out while an answer is settled, against real SQLite.
struct AheadPushTests {
    private let folder: TemporaryFolder
    private let store: ClientStore
    private let audit = AuditID(high: 1, low: 2)
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    /// More than the first batch takes.
    private let count = 300

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        store = try ClientStore(path: folder.url.appending(path: "accord.sqlite").path)
        try store.initialise(
            home: AuditID(high: 0, low: 1), person: PersonID(high: 3, low: 4), name: "Maya",
            replica: ReplicaID(high: 5, low: 6))
        var generator = SeededGenerator(seed: 1)
        let drafts = (1...count).map {
            RecordDraft(
                key: .plan(audit), act: .plan,
                edits: [FieldEdit(FieldID(.title), Drafts.text("Title \($0)"))])
        }
        _ = try Recorder(store: store).save(drafts, in: audit, at: now, using: &generator)
        _ = try store.pull.created(audit, cursor: [1], epoch: EpochID(high: 9, low: 9))
    }

    @Test func `the next batch goes out before the last answer is settled`() async throws {
        let server = try await pushAll(asksAhead: .first)
        #expect(server.queues == [count, count])
        #expect(server.numbers == [1...256, 257...UInt64(count)])
        #expect(try store.push.queue(audit).count == 0)
    }

    @Test func `without asking ahead each answer is settled first`() async throws {
        let server = try await pushAll(asksAhead: .never)
        #expect(server.queues == [count, count - 256])
        #expect(try store.push.queue(audit).count == 0)
    }

    @Test func `nothing follows an answer that names another hash`() async throws {
        let server = try await pushAll(asksAhead: .first, lie: .fork)
        #expect(server.numbers == [1...256])
        #expect(try store.push.queue(audit).count == count)
    }

    @Test(arguments: [Lie.standstill, .otherEpoch])
    fileprivate func `a server that gets nowhere, or is another one, is not asked without end`(
        _ lie: Lie
    ) async throws {
        let server = try await pushAll(asksAhead: .never, lie: lie)
        #expect(server.numbers.count <= 3)
        #expect(try store.push.queue(audit).count == count)
    }

    /// Runs until the first pull, or until something is wrong.
    private func pushAll(asksAhead: AsksAhead, lie: Lie? = nil) async throws -> Acknowledging {
        let server = Acknowledging(store: store, audit: audit, lie: lie)
        var session = SyncSession(
            audit: audit, store: store, transport: server,
            machine: SyncMachine(persistence: .brief), now: { now }, pause: { _ in },
            generator: SeededGenerator(seed: 1), asksAhead: asksAhead)
        while try await session.step() {
            if case .pull = session.nextAction { break }
            if server.numbers.count > 9 { break }
        }
        return server
    }
}

/// What is wrong with a server's answers.
private enum Lie { case fork, standstill, otherEpoch }

/// Acknowledges every push, and notes how much waited for an answer when it came.
private final class Acknowledging: Transport {
    private struct Seen {
        var queues: [Int] = []
        var numbers: [ClosedRange<UInt64>] = []
    }

    private let store: ClientStore
    private let audit: AuditID
    private let lie: Lie?
    private let seen = Mutex(Seen())

    init(store: ClientStore, audit: AuditID, lie: Lie?) {
        self.store = store
        self.audit = audit
        self.lie = lie
    }

    var queues: [Int] { seen.withLock { $0.queues } }
    var numbers: [ClosedRange<UInt64>] { seen.withLock { $0.numbers } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.path == ProtocolNames.changes(audit),
            let push = try? WirePushRequest(serializedBytes: request.body ?? []),
            let queue = try? store.push.queue(audit).count, let answer = try? answer(to: push)
        else { throw .notOurServer(detail: "only pushes are answered") }
        seen.withLock {
            $0.queues.append(queue)
            $0.numbers.append(push.first...(push.first + UInt64(push.changes.count) - 1))
        }
        return TransportResponse(
            status: 200,
            headers: [
                HeaderField(ProtocolNames.versionHeader, "1"),
                HeaderField("Content-Type", ProtocolNames.protobuf),
            ], body: (try? answer.serializedBytes()) ?? [])
    }

    private func answer(to push: WirePushRequest) throws -> WirePushResponse {
        var chain = try #require(Hash256(bytes: push.chainBefore))
        let replica = try #require(ReplicaID(bytes: push.replica))
        for (index, change) in push.changes.enumerated() {
            let hash = ChangeHash.hash(
                key: try #require(RecordKey(bytes: [UInt8](change.key))),
                dot: Dot(replica: replica, n: push.first + UInt64(index)),
                body: [UInt8](change.body))
            chain = ChangeHash.chain(after: chain, hash)
        }
        var answer = WirePushResponse()
        answer.epoch = Data(EpochID(high: 9, low: lie == .otherEpoch ? 8 : 9).bytes)
        answer.acknowledged = push.first + UInt64(push.changes.count) - 1
        answer.chain = Data((lie == .fork ? Hash256.zero : chain).bytes)
        if lie == .standstill {
            answer.acknowledged = push.first - 1
            answer.chain = push.chainBefore
        }
        return answer
    }
}
