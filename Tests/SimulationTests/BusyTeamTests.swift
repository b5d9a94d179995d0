import Client
import Foundation
import HTTPClient
import Shared
import Synchronization
import TestSupport
import Testing

/// A team in which there is always news.
@Suite(.serialized, .timeLimit(.usual))
struct BusyTeamTests {
    @Test func `no run begins while another program waits for the home`() async throws {
        let folder = try TemporaryFolder(preferMemory: true)
        let world = try await World(seed: 7, folder: folder.url, team: 1)
        let laptop = world.laptops[0]
        try laptop.identity.write(laptop.home)
        laptop.network.connect(to: world.server, faults: .none)
        let home = laptop.home
        let line = RestlessLine(laptop.network)
        let live = LiveSync(
            try AuditClient(home: home), world.audits[0], over: line, movesEvidence: false)
        var lock: SyncLock? = try SyncLock(home)
        let runs = Mutex(0)
        let following = Task { try await live.run { _, _ in runs.withLock { $0 += 1 } } }
        try await waiting { runs.withLock(\.self) >= 2 }
        async let next = SyncLock.afterOthers(in: home, patience: Patience.answer) {}
        try await waiting { SyncLock.isWanted(home) }
        let before = runs.withLock(\.self)
        withExtendedLifetime(lock) {}
        lock = nil
        // It looks every 100 ms, in which there would be room for many runs.
        let taken = try await next
        #expect(runs.withLock(\.self) - before <= 1)
        following.cancel()
        _ = await following.result
        withExtendedLifetime(taken) {}
    }
}

/// A line on which every pull is answered at once, as by a server that always has news.
private final class RestlessLine: Transport {
    private let inner: any Transport

    init(_ inner: any Transport) {
        self.inner = inner
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let wait = request.path.firstRange(of: "&wait=") else {
            return try await inner.send(request)
        }
        return try await inner.send(
            TransportRequest(
                request.method, String(request.path[..<wait.lowerBound]),
                headers: request.headers))
    }
}
