import Foundation
import Synchronization

/// One connection over a faulty line: two lanes, and the exchange that is going on.
final class FaultyConnection: Sendable {
    struct State {
        /// What becomes of the exchange that was begun last.
        var fault = LineFault.none
        /// Bytes of its request and of its answer so far.
        var sent = 0
        var received = 0
        /// Whether bytes of the answer have come: what the client says next is a new request.
        var isAnswered = true
        /// The request's own bytes, kept to be sent again.
        var request: [UInt8] = []
        var isCut = false
        /// Threads that still use the sockets.
        var users = 4
    }

    let near: Int32
    let far: Int32
    private let line: FaultyLine
    private let state = Mutex(State())
    /// Signalled once the connection is cut; whoever is woken signals it again for the next.
    private let ended = DispatchSemaphore(value: 0)

    init(near: Int32, far: Int32, on line: FaultyLine) {
        self.near = near
        self.far = far
        self.line = line
    }

    func start() {
        FaultyLane(.up, from: near, to: far, of: self, on: line).start()
        FaultyLane(.down, from: far, to: near, of: self, on: line).start()
    }

    /// Resets the connection at both ends, as a line that is gone does; once.
    func cut() {
        // Under the lock, so that nobody closes the sockets meanwhile.
        let isFirst = state.withLock { state in
            guard !state.isCut, state.users > 0 else { return false }
            state.isCut = true
            for socket in [near, far] { Self.breakOff(socket) }
            return true
        }
        guard isFirst else { return }
        line.noteCut()
        ended.signal()
    }

    /// Makes `close` send a reset, and wakes who reads without telling anybody an orderly end.
    private static func breakOff(_ socket: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        shutdown(socket, Int32(SHUT_RD))
    }

    /// Waits up to a moment; false when the connection was cut before.
    func wait(until moment: ContinuousClock.Instant) -> Bool {
        let rest = moment - .now
        guard ended.wait(timeout: .now() + max(0, rest.seconds)) == .success else { return true }
        ended.signal()
        return false
    }

    /// The last of the threads closes the sockets.
    func leave() {
        let isLast = state.withLock { state in
            state.users -= 1
            return state.users == 0
        }
        guard isLast else { return }
        line.remove(self)
        for socket in [near, far] { close(socket) }
    }

    // MARK: Exchanges

    /// What of a piece passes, and what happens behind it.
    enum Verdict {
        case pass
        case cut(after: Int)
        /// Nothing passes; this is said to the client, and nothing else after it.
        case answer([UInt8])
    }

    /// Judges bytes of the client.
    func judgeRequest(_ bytes: ArraySlice<UInt8>) -> Verdict {
        let isNew = state.withLock(\.isAnswered)
        let fault = isNew ? line.begin(Self.firstLine(of: bytes)) : state.withLock(\.fault)
        return state.withLock { state in
            if isNew { (state.fault, state.sent, state.request) = (fault, 0, []) }
            state.isAnswered = false
            state.received = 0
            defer { state.sent += bytes.count }
            switch fault {
            case .answer(let answer): return .answer(answer.bytes)
            case .cutRequest(let count):
                return state.sent + bytes.count < count ? .pass : .cut(after: count - state.sent)
            case .replay:
                state.request += bytes
                return .pass
            case .none, .cutAnswer: return .pass
            }
        }
    }

    /// Judges bytes of the server; the first of an answer is when a request is sent again.
    func judgeAnswer(_ bytes: ArraySlice<UInt8>) -> Verdict {
        let (verdict, again) = state.withLock { state -> (Verdict, [UInt8]) in
            defer { state.received += bytes.count }
            state.isAnswered = true
            switch state.fault {
            case .cutAnswer(let count):
                let passes = state.received + bytes.count < count
                return (passes ? .pass : .cut(after: count - state.received), [])
            case .replay: return (.pass, state.received == 0 ? state.request : [])
            case .none, .cutRequest, .answer: return (.pass, [])
            }
        }
        if !again.isEmpty { replay(again) }
        return verdict
    }

    /// Sends a request over a connection of its own and waits for the answer's first bytes.
    private func replay(_ request: [UInt8]) {
        guard let socket = line.connected() else { return }
        if ScriptedConnection.send(request[...], over: socket) {
            var piece = [UInt8](repeating: 0, count: 1_024)
            _ = recv(socket, &piece, piece.count, 0)
        }
        close(socket)
    }

    private static func firstLine(of bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
