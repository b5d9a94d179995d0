import Foundation
import HTTPTypes
import TestSupport

/// One TCP connection to a server on this machine, read when the test says so.
final class RawConnection: Sendable {
    private let socket: Int32

    init(port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Little room, so that a server soon feels that nobody reads.
        var room: Int32 = 4096
        setsockopt(
            socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout.size(ofValue: room)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { Glibc.close(socket) }

    /// Sends a request without a body.
    func get(_ path: String, _ headers: HTTPFields = [:]) {
        send(head: "GET \(path)", headers)
    }

    /// Sends the head of a request whose body the test may send.
    func post(_ path: String, _ headers: HTTPFields) {
        send(head: "POST \(path)", headers)
    }

    private func send(head: String, _ headers: HTTPFields) {
        let fields = headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        send(Array("\(head) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8))
    }

    /// Sends bytes as they are, all of them.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Hangs up; a second time does nothing.
    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
        // The number stays until the end, so that no other connection gets it; what it stood for
        // goes, and with it what was not read: else the server would write into nothing.
        let nothing = open("/dev/null", O_RDWR)
        dup2(nothing, socket)
        Glibc.close(nothing)
    }

    /// Sends one byte to the server over each connection now and then, for so long.
    ///
    /// - Returns: How many connections the server cut.
    static func trickle(
        _ byte: UInt8, over connections: [RawConnection], atMost time: Duration
    ) async -> Int {
        await withCheckedContinuation { end in
            Thread.detachNewThread {
                let deadline = ContinuousClock.now + time
                var open = connections
                while !open.isEmpty, ContinuousClock.now < deadline {
                    var polls = open.map {
                        pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0)
                    }
                    poll(&polls, nfds_t(polls.count), 20)
                    open = zip(open, polls).filter { $1.revents == 0 || !$0.isAtEnd }.map(\.0)
                    for connection in open { connection.send([byte]) }
                }
                end.resume(returning: connections.count - open.count)
            }
        }
    }

    /// Lets the server send into nothing for so long, once its answer has begun to come.
    func waitWithoutReading(_ time: Duration) async {
        await withCheckedContinuation { end in
            Thread.detachNewThread { [socket] in
                var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, Patience.answer.milliseconds)
                // No events asked for: it ends with an error, or with the time.
                polled.events = 0
                poll(&polled, 1, time.milliseconds)
                end.resume()
            }
        }
    }

    /// Tells the server that nothing more will come.
    func endSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Reads what there is; whether the server has closed.
    private var isAtEnd: Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        return recv(socket, &piece, piece.count, 0) <= 0
    }

    /// Everything until the server closes, read on a thread that may wait.
    ///
    /// - Parameter look: Called before each piece is read.
    func readToEnd(before look: @escaping @Sendable () -> Void = {}) async -> [UInt8] {
        await withCheckedContinuation { end in
            Thread.detachNewThread { [socket] in
                var bytes: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 64 * 1024)
                while true {
                    look()
                    let count = recv(socket, &piece, piece.count, 0)
                    guard count > 0 else { break }
                    bytes += piece[..<count]
                }
                end.resume(returning: bytes)
            }
        }
    }
}
