import Foundation
import Synchronization

/// A line between a client and a server on this machine that keeps every byte that passes it.
///
/// Connections are forwarded as they are; what libcurl or a server says of its own sizes need not
/// be believed. It ends with its connections when it is released.
///
///     let line = CountingProxy(to: server.port)
///     // ... a client syncs with line.url ...
///     #expect(line.traffic.count <= 600)
package final class CountingProxy: Sendable {
    private let listener: ProxyListener

    /// A line to a port of this machine, open at once.
    package init(to port: UInt16) {
        listener = ProxyListener(target: port)
        listener.start()
    }

    deinit { listener.stop() }

    /// Where the near end listens, such as `http://127.0.0.1:41234`.
    package var url: String { "http://127.0.0.1:\(listener.port)" }

    /// What has passed since the start or the last `reset`.
    package var traffic: Traffic { listener.state.withLock(\.traffic) }

    /// Forgets what has passed; connections go on.
    package func reset() { listener.state.withLock { $0.traffic = Traffic() } }

    /// The bytes of all connections in the order in which they passed.
    package struct Traffic: Sendable {
        /// How many connections were opened.
        package fileprivate(set) var connections = 0
        /// What clients sent.
        package fileprivate(set) var sent: [UInt8] = []
        /// What servers answered.
        package fileprivate(set) var received: [UInt8] = []

        /// Both ways together, without what TCP adds.
        package var count: Int { sent.count + received.count }

        /// The first lines of the requests, such as `GET /health HTTP/1.1`.
        package var requestLines: [String] {
            String(decoding: sent, as: UTF8.self).split(separator: "\r\n").map(String.init)
                .filter { $0.hasSuffix(" HTTP/1.1") }
        }
    }
}

/// The threads behind a `CountingProxy`; separate, so that they do not keep it alive.
private final class ProxyListener: Sendable {
    struct State {
        var traffic = CountingProxy.Traffic()
        var openSockets: Set<Int32> = []
        var isStopped = false
    }

    let port: UInt16
    let state = Mutex(State())
    private let socket: Int32
    private let target: UInt16

    init(target: UInt16) {
        self.target = target
        (socket, port) = ScriptedListener.listeningSocket()
    }

    func start() {
        Thread { self.acceptConnections() }.start()
    }

    /// Wakes all threads; each pair of them closes its own sockets.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for open in state.openSockets { shutdown(open, Int32(SHUT_RDWR)) }
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func acceptConnections() {
        while true {
            let near = accept(socket, nil, nil)
            guard near >= 0 else { break }
            guard let far = connected() else {
                close(near)
                continue
            }
            let isOpen = state.withLock { state in
                guard !state.isStopped else { return false }
                state.traffic.connections += 1
                state.openSockets.formUnion([near, far])
                return true
            }
            if isOpen {
                forward(between: near, and: far)
            } else {
                [near, far].forEach { close($0) }
            }
        }
        close(socket)
    }

    /// Pumps both ways; when both have ended, the sockets are closed.
    private func forward(between near: Int32, and far: Int32) {
        let answers = DispatchSemaphore(value: 0)
        Thread {
            self.pump(from: far, to: near) { $0.received += $1 }
            answers.signal()
        }.start()
        Thread {
            self.pump(from: near, to: far) { $0.sent += $1 }
            answers.wait()
            self.state.withLock { state in
                state.openSockets.subtract([near, far])
                for socket in [near, far] { close(socket) }
            }
        }.start()
    }

    /// Passes bytes on until one side ends, then ends what the other reads.
    private func pump(
        from source: Int32, to sink: Int32,
        note: (inout CountingProxy.Traffic, ArraySlice<UInt8>) -> Void
    ) {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(source, &piece, piece.count, 0)
            guard count > 0 else { break }
            // Noted before it is passed on: whoever has an answer finds it counted.
            state.withLock { note(&$0.traffic, piece[..<count]) }
            guard ScriptedConnection.send(piece[..<count], over: sink) else { break }
        }
        shutdown(sink, Int32(SHUT_WR))
    }

    /// A connection to the target; nil when nobody listens there.
    private func connected() -> Int32? {
        ScriptedListener.connected(to: target)
    }
}
