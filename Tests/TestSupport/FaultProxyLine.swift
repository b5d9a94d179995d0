import Foundation
import Synchronization

/// What is behind a `FaultProxy`: the listening socket, and what its connections share.
final class FaultyLine: Sendable {
    struct State {
        var traffic = LineTraffic()
        var profile: LineProfile
        var fault: @Sendable (LineExchange) -> LineFault
        var generator: SeededGenerator
        var connections: [Int32: FaultyConnection] = [:]
        /// When the last byte that was let in has passed, by direction.
        var isFree: [FaultyLane.Direction: ContinuousClock.Instant] = [:]
        /// When the span of the profile that ends with a cut began.
        var spanBegan = ContinuousClock.now
        var isStopped = false

        /// Steps into the midst of a span, as everybody does who begins to use a line.
        mutating func beginSpan() {
            let span = profile.cutEvery ?? .zero
            spanBegan = .now - span * Double(generator.below(1_000)) / 1_000
        }
    }

    let port: UInt16
    let state: Mutex<State>
    private let socket: Int32
    private let target: UInt16
    /// Signalled whenever the clock of the cuts has to be looked at again.
    private let turn = DispatchSemaphore(value: 0)

    init(
        to target: UInt16, _ profile: LineProfile, _ generator: SeededGenerator,
        _ fault: @escaping @Sendable (LineExchange) -> LineFault
    ) {
        self.target = target
        var first = State(profile: profile, fault: fault, generator: generator)
        first.beginSpan()
        state = Mutex(first)
        (socket, port) = ScriptedListener.listeningSocket()
    }

    func start() {
        Thread { self.acceptConnections() }.start()
        Thread { self.cutByTime() }.start()
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        cutAll()
        turn.signal()
        shutdown(socket, Int32(SHUT_RDWR))
    }

    func behave(
        _ profile: LineProfile, _ fault: @escaping @Sendable (LineExchange) -> LineFault
    ) {
        cutAll()
        state.withLock { state in
            state.profile = profile
            state.fault = fault
            state.traffic = LineTraffic()
            state.isFree = [:]
            state.beginSpan()
        }
        turn.signal()
    }

    // MARK: Connections

    private func acceptConnections() {
        while true {
            let near = accept(socket, nil, nil)
            guard near >= 0 else { break }
            guard let far = connected() else {
                close(near)
                continue
            }
            let connection = FaultyConnection(near: near, far: far, on: self)
            let isOpen = state.withLock { state in
                guard !state.isStopped else { return false }
                state.traffic.connections += 1
                state.connections[near] = connection
                return true
            }
            if isOpen {
                connection.start()
            } else {
                [near, far].forEach { close($0) }
            }
        }
        close(socket)
    }

    /// Forgets a connection whose sockets are about to be closed.
    func remove(_ connection: FaultyConnection) {
        state.withLock { $0.connections[connection.near] = nil }
    }

    private func cutAll() {
        for connection in state.withLock({ Array($0.connections.values) }) { connection.cut() }
    }

    /// Waits for the end of each span of the profile and cuts what is open then.
    private func cutByTime() {
        while true {
            let (isStopped, wait) = state.withLock { state in
                (state.isStopped, state.profile.cutEvery.map { $0 - (.now - state.spanBegan) })
            }
            guard !isStopped else { return }
            guard let wait else {
                turn.wait()
                continue
            }
            guard turn.wait(timeout: .now() + wait.seconds) == .timedOut else { continue }
            state.withLock { $0.spanBegan = .now }
            cutAll()
        }
    }

    /// A new connection to the server; nil when nobody listens there.
    func connected() -> Int32? {
        ScriptedListener.connected(to: target)
    }

    // MARK: What passes

    /// Lets bytes in once those before them have passed, and counts them.
    ///
    /// - Returns: When their last one leaves this end, when it arrives at the other one, and
    ///   whether the line breaks behind them.
    func pass(_ count: Int, _ direction: FaultyLane.Direction) -> Passage {
        state.withLock { state in
            let now = ContinuousClock.now
            var leaves = max(now, state.isFree[direction] ?? now)
            if let rate = state.profile.bytesPerSecond {
                leaves += .seconds(Double(count) / Double(rate))
            }
            state.isFree[direction] = leaves
            let before = state.traffic.count
            switch direction {
            case .up: state.traffic.sent += count
            case .down: state.traffic.received += count
            }
            let breaks = state.profile.cutEveryBytes.map { before / $0 != state.traffic.count / $0 }
            let late = state.profile.jitter * Double(state.generator.below(1_001)) / 1_000
            return Passage(
                leaves: leaves, arrives: leaves + state.profile.roundTrip / 2 + late,
                breaks: breaks ?? false)
        }
    }

    /// Notes the begin of an exchange and decides what becomes of it.
    func begin(_ requestLine: String) -> LineFault {
        let (fault, exchange) = state.withLock { state in
            state.traffic.exchanges += 1
            let number = state.traffic.exchanges
            return (state.fault, LineExchange(number: number, requestLine: requestLine))
        }
        return fault(exchange)
    }

    func noteCut() { state.withLock { $0.traffic.cuts += 1 } }
}

/// How some bytes pass a line.
struct Passage {
    let leaves: ContinuousClock.Instant
    let arrives: ContinuousClock.Instant
    let breaks: Bool
}

extension Duration {
    /// For the waits of Dispatch, which counts in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
