import HTTPClient
import Shared
import TestSupport
import Testing

/// What the transport makes of networks and servers that fail, and of tasks that give up.
struct TransportFailureTests {
    private let get = TransportRequest(.get, "/v1/audits")

    private func transport(
        to server: ScriptedServer, _ change: (inout TransportSettings) -> Void = { _ in }
    ) throws -> CurlTransport {
        var settings = TransportSettings()
        settings.noProgressTimeout = Patience.answer
        change(&settings)
        return try CurlTransport(server: server.url, settings: settings)
    }

    @Test func `a refused connection says which server could not be reached`() async throws {
        let port = DeafPort()
        let transport = try CurlTransport(server: "http://127.0.0.1:\(port.number)")
        let error = await #expect(throws: TransportError.self) { try await transport.send(get) }
        withExtendedLifetime(port) {}
        guard case .unreachable("127.0.0.1", _) = error else {
            Issue.record("The refusal ended as \(String(describing: error)).")
            return
        }
    }

    @Test func `an answer cut in its body is returned as far as it came`() async throws {
        let server = ScriptedServer { _ in .ok("half of it").cut(last: 6) }
        let response = try await transport(to: server).send(get)
        #expect(response.status == 200)
        #expect(response.body == Array("half".utf8))
        #expect(response.end == .cut(.cut(receivedBytes: response.bytesReceived)))
    }

    @Test func `flushed pieces of a compressed answer survive a cut`() async throws {
        let encoder = ZstdEncoder(level: 1)
        let piece = encoder.compress(Array("first piece".utf8)) + encoder.flush()
        let rest = encoder.compress(Array("second piece".utf8)) + encoder.finish()
        let server = ScriptedServer { _ in
            .ok(piece + rest, headers: [("Content-Encoding", "zstd")]).cut(last: rest.count)
        }
        let response = try await transport(to: server).send(get)
        #expect(response.body == Array("first piece".utf8))
        #expect(response.end != .complete)
    }

    @Test func `a chunked answer without its last chunk is cut`() async throws {
        let server = ScriptedServer { _ in
            .raw(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", then: .close)
        }
        let response = try await transport(to: server).send(get)
        #expect(response.body == Array("half".utf8))
        #expect(response.end != .complete)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"])
    func `an answer cut before its headers end is an error`(start: String) async throws {
        let server = ScriptedServer { _ in .raw(start, then: .close) }
        let error = await #expect(throws: TransportError.self) {
            try await transport(to: server).send(get)
        }
        guard case .cut = error else {
            Issue.record("The cut ended as \(String(describing: error)).")
            return
        }
    }

    @Test func `a reset connection is an error, and the request was read`() async throws {
        let server = ScriptedServer { _ in .raw("", then: .reset) }
        await #expect(throws: TransportError.cut(receivedBytes: 0)) {
            try await transport(to: server).send(get)
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "220 mail.example.org ESMTP\r\n"])
    func `an answer that is no HTTP is not from our server`(greeting: String) async throws {
        let server = ScriptedServer { _ in .raw(greeting, then: .close) }
        let error = await #expect(throws: TransportError.self) {
            try await transport(to: server).send(get)
        }
        guard case .notOurServer = error else {
            Issue.record("The greeting ended as \(String(describing: error)).")
            return
        }
    }

    @Test func `a body that is not what its encoding says is not from our server`() async throws {
        let server = ScriptedServer { _ in
            .ok("<html>sign in</html>", headers: [("Content-Encoding", "zstd")])
        }
        let error = await #expect(throws: TransportError.self) {
            try await transport(to: server).send(get)
        }
        guard case .notOurServer = error else {
            Issue.record("The page ended as \(String(describing: error)).")
            return
        }
    }

    @Test func `headers without end are stopped`() async throws {
        let line = "X-More: " + String(repeating: "x", count: 1000) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 400)
        let server = ScriptedServer { _ in .raw(head, then: .stall) }
        await #expect(throws: TransportError.notOurServer(detail: "its headers do not end")) {
            try await transport(to: server).send(get)
        }
    }

    @Test func `an exchange in which nothing moves times out`() async throws {
        let server = ScriptedServer { _ in .raw("", then: .stall) }
        let transport = try transport(to: server) { $0.noProgressTimeout = Patience.silence }
        await #expect(throws: TransportError.timedOut) { try await transport.send(get) }
        await server.waitForClosedConnections(1)
    }

    @Test func `a time-out within a body returns what came before`() async throws {
        let server = ScriptedServer { _ in .ok("half of it").cut(last: 6, then: .stall) }
        var request = get
        request.noProgressTimeout = Patience.silence
        let response = try await transport(to: server).send(request)
        #expect(response.body == Array("half".utf8))
        #expect(response.end == .cut(.timedOut))
    }

    @Test func `cancelling ends a request at once and closes its connection`() async throws {
        let server = ScriptedServer { _ in .ok("half of it").cut(last: 6, then: .stall) }
        let transport = try transport(to: server)
        let task = Task { try await transport.send(get) }
        await server.waitForRequests(1)
        let elapsed = await ContinuousClock().measure {
            task.cancel()
            await #expect(throws: TransportError.cancelled) { try await task.value }
        }
        #expect(elapsed < Patience.soon)
        await server.waitForClosedConnections(1)
    }

    @Test func `a task cancelled beforehand sends nothing that anybody waits for`() async throws {
        let server = ScriptedServer { _ in .raw("", then: .stall) }
        let transport = try transport(to: server)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(get)
        }
        await #expect(throws: TransportError.cancelled) { try await task.value }
    }

    @Test func `shutting down ends what is under way and refuses what comes later`() async throws {
        let server = ScriptedServer { _ in .raw("", then: .stall) }
        let transport = try transport(to: server)
        let tasks = (0..<5).map { _ in Task { try await transport.send(get) } }
        await server.waitForRequests(5)
        transport.shutdown()
        for task in tasks {
            await #expect(throws: TransportError.cancelled) { try await task.value }
        }
        await server.waitForClosedConnections(5)
        await #expect(throws: TransportError.cancelled) { try await transport.send(get) }
        transport.shutdown()
    }

    @Test func `releasing the transport closes its kept connections`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        do {
            let transport = try transport(to: server)
            _ = try await transport.send(get)
        }
        await server.waitForClosedConnections(1)
        #expect(server.connectionCount == 1)
    }
}
