import Client
import Foundation
import HTTPClient
import Server
import Shared
import SwiftProtobuf
import Synchronization
import TestSupport

/// What time it is for the whole world; laptops' own clocks may be off.
final class WorldClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock(\.self) }

    func advance(by seconds: Int) { time.withLock { $0 += TimeInterval(seconds) } }

    /// The time a millisecond later, as the server asks for it: nothing happens in no time.
    func tick() -> Date {
        time.withLock {
            $0 += 0.001
            return $0
        }
    }
}

/// The network between one laptop and the server: it loses, repeats, delays and cuts by its seed.
///
/// What travels are the bytes that the real client writes and the real routes read; only sockets
/// are left out.
final class SimulatedNetwork: Transport {
    /// How often in a hundred each fault strikes; all zero once the run heals.
    struct Faults: Sendable, Equatable {
        var requestLost = 0
        var answerLost = 0
        var requestRepeated = 0
        var oldRequestReplayed = 0
        var answerCut = 0
        var captivePortal = 0
        /// Something on the way takes less at a time than the server.
        var tooLarge = 0
        /// Bytes of a request's body that a proxy on the way takes at most.
        var bodyBytesMax = Int.max

        static let none = Faults()
    }

    /// A request on its way, with the token that it has with it.
    private struct Sent {
        let request: TransportRequest
        let token: String
        /// Whether it reached the server once.
        let hasArrived: Bool
    }

    private struct State {
        var generator: SeededGenerator
        var faults: Faults
        var server: SimulatedServer
        var token: String
        /// Requests that change something; any of them may arrive, first or again, days later.
        var underWay: [Sent] = []
        /// The push before, to see that what failed goes out in less.
        var lastPush: (chain: [UInt8], first: UInt64, count: Int) = ([], 0, 0)
        var goals: [Goal: Int] = [:]
        var requests = 0
    }

    private let state: Mutex<State>
    let clock: WorldClock

    /// - Parameter token: Empty for a laptop that nobody has enrolled yet.
    init(
        server: SimulatedServer, token: String = "", faults: Faults, generator: SeededGenerator,
        clock: WorldClock
    ) {
        state = Mutex(
            State(generator: generator, faults: faults, server: server, token: token))
        self.clock = clock
    }

    /// The same network for another laptop.
    func clone(seed: UInt64) -> SimulatedNetwork {
        state.withLock {
            SimulatedNetwork(
                server: $0.server, token: $0.token, faults: $0.faults,
                generator: SeededGenerator(seed: seed), clock: clock)
        }
    }

    /// Sends another token from now on; what is under way has the old one.
    func show(token: String) {
        state.withLock { $0.token = token }
    }

    /// Puts the server's next process, or the next faults, behind the network.
    func connect(to server: SimulatedServer, faults: Faults) {
        state.withLock {
            $0.server = server
            $0.faults = faults
        }
    }

    /// How often each fault struck.
    var goals: [Goal: Int] { state.withLock(\.goals) }

    /// How many requests the laptop has sent.
    var requests: Int { state.withLock(\.requests) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        state.withLock { $0.requests += 1 }
        let token = token
        if strikes(\.requestLost) {
            // The laptop hears nothing of it; it may be on its way all the same.
            keep(request, token, hasArrived: false)
            throw .cut(receivedBytes: 0)
        }
        if strikes(\.captivePortal) {
            note(.captivePortal)
            return TransportResponse(
                status: 200, headers: [HeaderField("Content-Type", "text/html")],
                body: [UInt8]("<html>Welcome to Hotel Larkfield".utf8))
        }
        if request.body?.count ?? 0 > state.withLock(\.faults.bodyBytesMax) {
            return TransportResponse(status: 413, body: [UInt8]("<html>Too large".utf8))
        }
        if let problem = objection(to: request) { return Self.answer(problem) }
        await replay()
        var response = try await serve(request, token: token)
        keep(request, token, hasArrived: true)
        // Another old one, or a copy of this one, comes between it and its answer.
        await replay()
        if strikes(\.requestRepeated) {
            let second = try await serve(request, token: token)
            if strikes(\.requestRepeated) { response = second } else { note(.answerOvertaken) }
        }
        if strikes(\.answerLost) {
            note(.answerLost)
            throw .cut(receivedBytes: 0)
        }
        return strikes(\.answerCut) ? cut(response) : response
    }

    // MARK: Faults

    private func strikes(_ fault: KeyPath<Faults, Int>) -> Bool {
        state.withLock { $0.generator.chance($0.faults[keyPath: fault]) }
    }

    /// The server's present process.
    var server: SimulatedServer { state.withLock(\.server) }

    /// What the laptop shows to say who it is.
    var token: String { state.withLock(\.token) }

    /// What the next request's way can decode: mostly all that the laptop can.
    func drawAccepted() -> SimulatedServer.Accepted {
        state.withLock {
            $0.generator.chance(80)
                ? .zstd : $0.generator.pick(SimulatedServer.Accepted.allCases)
        }
    }

    func note(_ goal: Goal) {
        state.withLock { $0.goals[goal, default: 0] += 1 }
    }

    private func keep(_ request: TransportRequest, _ token: String, hasArrived: Bool) {
        guard request.method == .post else { return }
        let sent = Sent(request: request, token: token, hasArrived: hasArrived)
        state.withLock { $0.underWay.append(sent) }
    }

    /// Sometimes something that was sent long ago reaches the server.
    private func replay() async {
        guard strikes(\.oldRequestReplayed) else { return }
        let sent = state.withLock {
            $0.underWay.isEmpty ? nil : $0.generator.pick($0.underWay)
        }
        guard let sent else { return }
        note(sent.hasArrived ? .oldRequestReplayed : .requestDelayed)
        _ = try? await serve(sent.request, token: sent.token)
    }

    /// Finds a push too large, and sees whether what was too large goes out in less.
    private func objection(to request: TransportRequest) -> Problem? {
        guard request.method == .post, request.path.hasSuffix("/changes"),
            let push = try? WirePushRequest(serializedBytes: request.body ?? [])
        else { return nil }
        let chain = [UInt8](push.replica) + Array(request.path.utf8)
        let isLess = state.withLock { state in
            let last = state.lastPush
            state.lastPush = (chain, push.first, push.changes.count)
            return last.chain == chain && last.first == push.first
                && push.changes.count < last.count
        }
        if isLess { note(.batchHalved) }
        return strikes(\.tooLarge) ? Problem(.tooLarge) : nil
    }

    /// Breaks the connection somewhere within the body.
    private func cut(_ response: TransportResponse) -> TransportResponse {
        guard !response.body.isEmpty else { return response }
        note(.answerCut)
        let kept = state.withLock { $0.generator.below(response.body.count) }
        return TransportResponse(
            status: response.status, headers: response.headers,
            body: Array(response.body.prefix(kept)), end: .cut(.cut(receivedBytes: kept)))
    }
}
