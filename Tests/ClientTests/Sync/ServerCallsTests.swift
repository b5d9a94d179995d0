import HTTPClient
import Shared
import Synchronization
import Testing

@testable import Client

/// What a pull asks, and what its answers are taken for.
struct ServerCallsTests {
    private let audit = AuditID(high: 9, low: 9)
    private let replica = ReplicaID(high: 2, low: 2)
    private let tag = PullTag(epoch: EpochID(high: 0, low: 14), sequence: 5, ended: 0)

    @Test func `a pull says in few bytes what the laptop has`() async throws {
        let transport = OneAnswer(status: 304)
        let start = PullStart(cursor: [0xFB, 0xFF, 0], acknowledged: 7, known: tag)
        let answer = try await ServerCalls(transport: transport)
            .pull(audit, from: start, countMax: 10, replica: replica)
        #expect(answer == nil)
        let request = try #require(transport.request)
        let query = "?ack=7&limit=10&since=-_8A&resolved=0"
        #expect(request.path == ProtocolNames.records(audit) + query)
        #expect(
            request.headers == [
                HeaderField("If-None-Match", "\"\(tag.text)\""),
                HeaderField("Accord-Protocol", "1"), HeaderField("Cache-Control", "no-cache"),
            ])
    }

    @Test func `a pull tells how much work is still to come, and since when`() {
        var start = PullStart(cursor: [1], acknowledged: 0, known: nil)
        #expect(!start.request(of: audit, countMax: 10).path.contains("unsent"))
        start.unsent = (12, 3_600)
        #expect(start.request(of: audit, countMax: 10).path.hasSuffix("&unsent=12&unsent_age=3600"))
    }

    @Test func `a laptop without a checkpoint names no tag and believes in none`() async throws {
        let transport = OneAnswer(status: 304)
        let start = PullStart(cursor: nil, acknowledged: 0, known: nil)
        let error = await #expect(throws: ServerCallError.self) {
            try await ServerCalls(transport: transport)
                .pull(audit, from: start, countMax: 10, replica: replica)
        }
        guard case .transport(.notOurServer)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.request?.header("If-None-Match") == nil)
    }

    @Test func `a problem that a broken line cut is a broken line, and no other server`() async {
        let cut = TransportError.cut(receivedBytes: 170)
        let transport = OneAnswer(status: 409, end: .cut(cut))
        let start = PullStart(cursor: [1], acknowledged: 0, known: tag)
        let error = await #expect(throws: ServerCallError.self) {
            try await ServerCalls(transport: transport)
                .pull(audit, from: start, countMax: 10, replica: replica)
        }
        guard case .transport(cut)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `what somebody else says is no answer, whatever its status`() async throws {
        let transport = OneAnswer(status: 304, isOurs: false)
        let start = PullStart(cursor: [1], acknowledged: 0, known: tag)
        await #expect(throws: ServerCallError.self) {
            try await ServerCalls(transport: transport)
                .pull(audit, from: start, countMax: 10, replica: replica)
        }
    }

    @Test func `a cache that ignores whose token it sees hides no news`() async throws {
        let server = OneAnswer(status: 304)
        let cache = KeepingCache(server)
        let calls = ServerCalls(transport: cache)
        let start = PullStart(cursor: [1], acknowledged: 0, known: tag)
        for asked in 1...2 {
            _ = try await calls.pull(audit, from: start, countMax: 10, replica: replica)
            #expect(server.count == asked, "an old answer came in the server's place")
        }
    }
}

/// A cache on the way that keeps what it may, by method and path alone (RFC 9111).
private final class KeepingCache: Transport {
    private let inner: any Transport
    private let kept = Mutex<[String: TransportResponse]>([:])

    init(_ inner: any Transport) { self.inner = inner }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let key = "\(request.method) \(request.path)"
        if request.header("Cache-Control") != "no-cache", let old = kept.withLock({ $0[key] }) {
            return old
        }
        let answer = try await inner.send(request)
        if answer.header("Cache-Control") != "no-store" { kept.withLock { $0[key] = answer } }
        return answer
    }
}

/// Answers everything alike, without a body, and keeps the last request.
private final class OneAnswer: Transport {
    private let answer: TransportResponse
    private let asked = Mutex<[TransportRequest]>([])

    init(status: Int, isOurs: Bool = true, end: TransportResponse.End = .complete) {
        answer = TransportResponse(
            status: status,
            headers: isOurs ? [HeaderField(ProtocolNames.versionHeader, "1")] : [], end: end)
    }

    var request: TransportRequest? { asked.withLock(\.last) }
    var count: Int { asked.withLock(\.count) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        asked.withLock { $0.append(request) }
        return answer
    }
}
