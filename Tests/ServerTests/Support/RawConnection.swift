import Foundation
import HTTPTypes

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
        let fields = headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        let bytes = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8)
        send(bytes)
    }

    /// Sends bytes as they are, all of them.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Hangs up; a second time does nothing.
    func close() {
        // The descriptor itself stays until the end, so that no other connection gets its number.
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Everything until the server closes, read on a thread that may wait.
    func readToEnd() async -> [UInt8] {
        await withCheckedContinuation { end in
            DispatchQueue.global().async { [socket] in
                var bytes: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 64 * 1024)
                while true {
                    let count = recv(socket, &piece, piece.count, 0)
                    guard count > 0 else { break }
                    bytes += piece[..<count]
                }
                end.resume(returning: bytes)
            }
        }
    }
}
