import Foundation

/// One accepted connection of a `ScriptedServer`: reads requests, writes answers.
struct ScriptedConnection {
    let socket: Int32

    /// 1 for the first connection that the server accepted.
    let number: Int

    /// What was received and belongs to no request yet.
    private var received: [UInt8] = []

    init(socket: Int32, number: Int) {
        self.socket = socket
        self.number = number
    }

    /// The next request with its whole body; nil when the client has closed the connection.
    mutating func readRequest() -> RecordedRequest? {
        let endOfHead = Array("\r\n\r\n".utf8)
        var head = received.firstRange(of: endOfHead)
        while head == nil {
            guard receive() else { return nil }
            head = received.firstRange(of: endOfHead)
        }
        guard let head else { return nil }
        let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let first = (lines.first ?? "").split(separator: " ").map(String.init)
        guard first.count == 3 else { return nil }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0], parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
        }
        var request = RecordedRequest(
            connection: number, method: first[0], target: first[1], headers: headers, body: [])
        let end = head.upperBound + (request.header("Content-Length").flatMap { Int($0) } ?? 0)
        while received.count < end {
            guard receive() else { return nil }
        }
        request.body = Array(received[head.upperBound..<end])
        request.bytesOnWire = end
        received.removeFirst(end)
        return request
    }

    /// Writes the answer and does what follows it; whether the connection is kept.
    mutating func give(_ answer: ScriptedAnswer) -> Bool {
        guard Self.send(answer.bytes[...], over: socket) else { return false }
        switch answer.ending {
        case .keepAlive: return true
        case .close: return false
        case .reset:
            // Lingering for no time makes `close` send a reset instead of an orderly end.
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                socket, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        case .stall:
            while receive() {}
            return false
        }
    }

    /// Waits for more bytes; false when there will be none.
    private mutating func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(socket, &piece, piece.count, 0)
        guard count > 0 else { return false }
        received += piece[..<count]
        return true
    }

    /// Writes all bytes; false when the other side is gone.
    static func send(_ bytes: ArraySlice<UInt8>, over socket: Int32) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
