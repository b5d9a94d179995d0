import Foundation
import HTTPClient
import Reading
import Shared
import Storage
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing

@testable import Client

/// An outcome that only a later version of Accord knows: kept as such, and never taken for another.
struct LaterOutcomeTests {
    private let desk: Desk
    private let store: ClientStore
    private let server: LaterServer

    init() throws {
        desk = try Desk()
        store = desk.client.store
        server = LaterServer(audit: desk.audit, laterFrom: 4, code: 9)
        try desk.record(.failed)
    }

    @Test func `until the next checkpoint the change is pending, and in no base`() async throws {
        try await sync(toCheckpoint: false)
        #expect(try standing() == [nil, nil, nil, 9])
        #expect(try desk.finding().judgements.count == 1)
        let digests = try store.reconcile.baseDigests(desk.audit, buckets: Set(0...255))
        #expect(digests[try desk.item().record.key] == nil)
        #expect(try store.push.queue(desk.audit).count == 0, "it is not sent a second time")
        let view = try desk.view()
        #expect(try desk.finding().judgements.allSatisfy(view.isProposed))
    }

    @Test func `after it what no record has is shown no more, and stays in the log`() async throws {
        try await sync(toCheckpoint: true)
        #expect(try desk.item().findings.isEmpty)
        #expect(try standing() == [nil, nil, nil, 9])
        var reasons: [String?] = []
        try store.log.ownChanges(desk.audit) { reasons.append($0.later?.reason) }
        #expect(reasons == [nil, nil, nil, "deferred: until the others have come"])
        // The next sync sends nothing anew and learns nothing else.
        try await sync(toCheckpoint: true)
        #expect(try standing() == [nil, nil, nil, 9])
        #expect(server.pushes == 1)
    }

    @Test(arguments: [Trail.Outcome.applied, .again, .rejected, .quarantined])
    func `a version that knows the number reads it anew`(outcome: Trail.Outcome) async throws {
        try await sync(toCheckpoint: true)
        // As if this version had learned what the number means.
        try store.file.write {
            try $0.run("update later_outcome set code = ?", Int64(outcome.code))
        }
        try store.pull.readLaterOutcomes(desk.audit)
        #expect(try standing() == [nil, nil, nil, nil])
        var outcomes: [Trail.Outcome?] = []
        try store.log.ownChanges(desk.audit) { outcomes.append($0.outcome) }
        #expect(outcomes == [.applied, .applied, .applied, outcome])
        let isShown = try !desk.item().findings.isEmpty
        #expect(isShown == (outcome == .applied || outcome == .again))
    }

    @Test func `a restored server is told the number as it came`() async throws {
        try await sync(toCheckpoint: true)
        let batch = try #require(
            try store.reconcile.batch(
                desk.audit, desk.client.whoami().replica, above: 0, countMax: 10,
                bytesMax: 1_000_000))
        #expect(batch.changes.map(\.answer?.code) == [1, 1, 1, 9])
        #expect(WirePushedChange(try #require(batch.changes.last)).outcome.rawValue == 9)
    }

    // MARK: Steps

    /// What the log says of each own change in a word of a later version.
    private func standing() throws -> [Int?] {
        var codes: [Int?] = []
        try store.log.ownChanges(desk.audit) { codes.append($0.later?.code) }
        return codes
    }

    private func sync(toCheckpoint: Bool) async throws {
        let transport = try CurlTransport(server: server.url)
        var session = SyncSession(
            audit: desk.audit, store: store, transport: transport,
            machine: SyncMachine(persistence: SyncPersistence(attemptsMax: 1)),
            now: { Date(timeIntervalSince1970: 1_700_000_000) }, pause: { _ in },
            generator: SeededGenerator(seed: 1), asksAhead: .never)
        while try await session.step() {
            if !toCheckpoint, case .pull = session.nextAction { break }
        }
        transport.shutdown()
        if toCheckpoint {
            guard case .complete? = session.end else {
                Issue.record("the run ends with \(String(describing: session.end))")
                return
            }
        }
    }
}

/// Takes every change and answers the last ones with an outcome that nobody knows yet.
private final class LaterServer: Sendable {
    private struct State {
        var number: UInt64 = 0
        var chain: Hash256?
        var replica: ReplicaID?
        var pushes = 0
        /// Bodies by number, to tell the chain's hash.
        var outcomes: [WireChangeAnswer] = []
    }

    private let audit: AuditID
    private let laterFrom: UInt64
    private let code: Int
    private let state = Mutex(State())
    private let scripted = Mutex<ScriptedServer?>(nil)

    init(audit: AuditID, laterFrom: UInt64, code: Int) {
        self.audit = audit
        self.laterFrom = laterFrom
        self.code = code
        let server = ScriptedServer { [weak self] request in
            self?.answer(request) ?? .status(500, "Gone")
        }
        scripted.withLock { $0 = server }
    }

    var url: String { scripted.withLock { $0?.url } ?? "" }
    var pushes: Int { state.withLock(\.pushes) }

    private static let epoch = EpochID(high: 9, low: 9)

    private func answer(_ request: RecordedRequest) -> ScriptedAnswer {
        do {
            switch request.method {
            case "PUT":
                var created = WireCreateAuditResponse()
                created.epoch = Data(Self.epoch.bytes)
                created.cursor = Data([1])
                return Self.ok(try created.serializedBytes(), ProtocolNames.protobuf)
            case "POST":
                let encoding = request.header("Content-Encoding")
                let body =
                    encoding == "zstd"
                    ? try Zstd.decompressed(request.body, limit: 1_000_000) : request.body
                return Self.ok(
                    try push(try WirePushRequest(serializedBytes: body)).serializedBytes(),
                    ProtocolNames.protobuf)
            default: return Self.ok(try pulled(), ProtocolNames.pullStream)
            }
        } catch {
            return .status(500, "\(error)")
        }
    }

    private static func ok(_ body: [UInt8], _ type: String) -> ScriptedAnswer {
        .ok(body, headers: [("Content-Type", type), (ProtocolNames.versionHeader, "1")])
    }

    private func push(_ request: WirePushRequest) throws -> WirePushResponse {
        try state.withLock { state in
            var chain = try #require(Hash256(bytes: request.chainBefore))
            let replica = try #require(ReplicaID(bytes: request.replica))
            for (index, change) in request.changes.enumerated() {
                let n = request.first + UInt64(index)
                let hash = ChangeHash.hash(
                    keyBytes: [UInt8](change.key), dot: Dot(replica: replica, n: n),
                    body: [UInt8](change.body))
                chain = ChangeHash.chain(after: chain, hash)
                guard n >= laterFrom else { continue }
                var answer = WireChangeAnswer()
                answer.n = n
                answer.outcome = .UNRECOGNIZED(code)
                answer.reason = "deferred: until the others have come"
                state.outcomes.append(answer)
            }
            state.pushes += 1
            state.replica = replica
            state.chain = chain
            state.number = request.first + UInt64(request.changes.count) - 1
            var answer = WirePushResponse()
            answer.epoch = Data(Self.epoch.bytes)
            answer.acknowledged = state.number
            answer.chain = Data(chain.bytes)
            answer.receipt = Data(count: 48)
            answer.outcomes = state.outcomes
            return answer
        }
    }

    private func pulled() throws -> [UInt8] {
        try state.withLock { state in
            let chain = try #require(state.chain)
            var opening = WirePullOpening()
            opening.epoch = Data(Self.epoch.bytes)
            opening.head.root = Data(count: 32)
            opening.head.sequence = state.number
            opening.number = state.number
            opening.chain = Data(chain.bytes)
            opening.receipt = Data(count: 48)
            var first = WirePullItem()
            first.opening = opening
            var entry = WireVectorEntry()
            entry.replica = Data(try #require(state.replica).bytes)
            entry.n = state.number
            entry.chain = Data(chain.bytes)
            var last = WirePullItem()
            last.checkpoint.cursor = Data([2])
            last.checkpoint.vector = [entry]
            last.checkpoint.root = Data(count: 32)
            var bytes: [UInt8] = []
            for item in [first, last] { Framing.append(item.canonicalBytes(), to: &bytes) }
            return bytes
        }
    }
}
