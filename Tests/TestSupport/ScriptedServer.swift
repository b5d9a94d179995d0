import Foundation
import Synchronization

/// A real server on a loopback port that answers each request by a script, byte for byte.
///
/// Connections are kept, cut, reset or stalled as the script says. It stops when it is released.
///
///     let server = ScriptedServer { request in
///         request.target == "/v1/capabilities" ? .ok("fine") : .status(404, "Not Found")
///     }
package final class ScriptedServer: Sendable {
    private let listener: ScriptedListener

    /// A server that answers until it is released; the script runs on the connections' threads.
    package init(_ script: @escaping @Sendable (RecordedRequest) -> ScriptedAnswer) {
        listener = ScriptedListener(script)
        listener.start()
    }

    deinit { listener.stop() }

    /// Chosen by the system, free until now.
    package var port: UInt16 { listener.port }

    /// The address for a client, such as `http://127.0.0.1:41234`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Every request that was read to its end, in order of arrival.
    package var requests: [RecordedRequest] { listener.log.withLock { $0.requests } }

    /// How many connections were accepted so far.
    package var connectionCount: Int { listener.log.withLock { $0.connectionCount } }

    /// Returns when so many requests have been read since the start.
    package func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { waiter in
            let isThere = listener.log.withLock { log in
                if log.requests.count < count { log.waiters.append((count, waiter)) }
                return log.requests.count >= count
            }
            if isThere { waiter.resume() }
        }
    }

    /// Returns when so many connections have ended, by either side.
    package func waitForClosedConnections(_ count: Int) async {
        await withCheckedContinuation { waiter in
            let isThere = listener.log.withLock { log in
                if log.closedCount < count { log.closeWaiters.append((count, waiter)) }
                return log.closedCount >= count
            }
            if isThere { waiter.resume() }
        }
    }
}

/// A loopback port where nothing listens, and which nobody else is given while this lives.
package final class DeafPort: Sendable {
    /// Connections to it are refused.
    package let number: UInt16
    private let socket: Int32

    /// Takes a free port.
    package init() {
        (socket, number) = ScriptedListener.boundSocket()
    }

    deinit { close(socket) }
}

/// What the scripted server has seen, and who waits to hear of it.
struct ScriptedLog {
    typealias Waiter = (count: Int, continuation: CheckedContinuation<Void, Never>)

    var requests: [RecordedRequest] = []
    var connectionCount = 0
    var closedCount = 0
    var openSockets: Set<Int32> = []
    var isStopped = false
    var waiters: [Waiter] = []
    var closeWaiters: [Waiter] = []

    /// Takes out those who waited for no more than what has come.
    static func due(_ waiters: inout [Waiter], at count: Int) -> [Waiter] {
        let due = waiters.filter { $0.count <= count }
        waiters.removeAll { $0.count <= count }
        return due
    }
}

/// The threads behind a `ScriptedServer`; separate, so that they do not keep it alive.
final class ScriptedListener: Sendable {
    let port: UInt16
    let log = Mutex(ScriptedLog())
    private let socket: Int32
    private let script: @Sendable (RecordedRequest) -> ScriptedAnswer

    init(_ script: @escaping @Sendable (RecordedRequest) -> ScriptedAnswer) {
        self.script = script
        (socket, port) = Self.listeningSocket()
    }

    func start() {
        Thread { self.acceptConnections() }.start()
    }

    /// Ends the threads; each closes its own socket, so that no number is closed twice.
    func stop() {
        log.withLock { log in
            log.isStopped = true
            for open in log.openSockets { shutdown(open, Int32(SHUT_RDWR)) }
        }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func acceptConnections() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            let number = log.withLock { log -> Int? in
                guard !log.isStopped else { return nil }
                log.connectionCount += 1
                log.openSockets.insert(connection)
                return log.connectionCount
            }
            guard let number else {
                close(connection)
                break
            }
            Thread { self.serve(connection, number: number) }.start()
        }
        close(socket)
    }

    private func serve(_ socket: Int32, number: Int) {
        var connection = ScriptedConnection(socket: socket, number: number)
        var isKept = true
        while isKept, let request = connection.readRequest() {
            record(request)
            isKept = connection.give(script(request))
        }
        let due = log.withLock { log in
            log.openSockets.remove(socket)
            close(socket)
            log.closedCount += 1
            return ScriptedLog.due(&log.closeWaiters, at: log.closedCount)
        }
        for waiter in due { waiter.continuation.resume() }
    }

    private func record(_ request: RecordedRequest) {
        let due = log.withLock { log in
            log.requests.append(request)
            return ScriptedLog.due(&log.waiters, at: log.requests.count)
        }
        for waiter in due { waiter.continuation.resume() }
    }

    /// A socket that listens on a free loopback port.
    static func listeningSocket() -> (socket: Int32, port: UInt16) {
        let bound = boundSocket()
        precondition(listen(bound.socket, 64) == 0, "A test needs a loopback port to listen on.")
        return bound
    }

    /// A socket that has a free loopback port.
    static func boundSocket() -> (socket: Int32, port: UInt16) {
        let descriptor = newSocket()
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        precondition(isBound, "A test needs a free loopback port.")
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// A new connection to a port of this machine; nil when nobody listens there.
    static func connected(to port: UInt16) -> Int32? {
        let descriptor = newSocket()
        var address = loopback(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, length) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    static func newSocket() -> Int32 {
        #if canImport(Glibc)
            Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    /// The address of a port of this machine; 0 stands for any free one.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
