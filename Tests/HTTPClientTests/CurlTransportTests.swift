import HTTPClient
import Shared
import TestSupport
import Testing

struct CurlTransportTests {
    private let page = Array(String(repeating: "menu, expanded: failed. ", count: 400).utf8)

    private func transport(
        to server: ScriptedServer, token: String? = nil,
        _ change: (inout TransportSettings) -> Void = { _ in }
    ) throws -> CurlTransport {
        var settings = TransportSettings()
        settings.noProgressTimeout = Patience.answer
        change(&settings)
        return try CurlTransport(server: server.url, settings: settings) { token }
    }

    // MARK: Requests

    @Test func `a request arrives with its path, headers, token and user agent`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        let transport = try transport(to: server, token: "secret") { $0.userAgent = "accord/2026" }
        let headers = [HeaderField("Accept", "application/x-protobuf"), HeaderField("X-Empty", "")]
        _ = try await transport.send(TransportRequest(.get, "/v1/audits?limit=2", headers: headers))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.target == "/v1/audits?limit=2")
        #expect(request.header("accept") == "application/x-protobuf")
        #expect(request.header("x-empty")?.isEmpty == true)
        #expect(request.header("authorization") == "Bearer secret")
        #expect(request.header("user-agent") == "accord/2026")
        #expect(request.header("accept-encoding") == "zstd, gzip")
    }

    @Test func `nothing is sent that says nothing`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        _ = try await transport(to: server).send(TransportRequest(.get, "/"))
        let names = try #require(server.requests.first).headers.map { $0.name.lowercased() }
        #expect(names == ["host", "user-agent", "accept-encoding"])
    }

    @Test func `a request's own authorization replaces the transport's`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        let transport = try transport(to: server, token: "new")
        let own = [HeaderField("authorization", "Bearer old")]
        _ = try await transport.send(TransportRequest(.get, "/", headers: own))
        let sent = try #require(server.requests.first).headers.filter {
            $0.name.lowercased() == "authorization"
        }
        #expect(sent.map(\.value) == ["Bearer old"])
    }

    @Test(arguments: [TransportRequest.Method.post, .put, .patch])
    func `a long body arrives compressed`(method: TransportRequest.Method) async throws {
        let server = ScriptedServer { _ in .status(204) }
        let transport = try transport(to: server)
        let response = try await transport.send(TransportRequest(method, "/v1", body: page))
        let request = try #require(server.requests.first)
        #expect(request.method == method.rawValue)
        #expect(request.header("content-encoding") == "zstd")
        #expect(request.header("expect") == nil && request.header("content-type") == nil)
        #expect(try Zstd.decompressed(request.body, limit: 1 << 20) == page)
        #expect(response.bytesSent == request.bytesOnWire)
    }

    @Test func `a short body, or one whose bytes count, arrives as it is`() async throws {
        let server = ScriptedServer { _ in .status(204) }
        let transport = try transport(to: server)
        let requests = [
            TransportRequest(.post, "/", body: [0, 1, 0]),
            TransportRequest(.patch, "/", body: page, compression: .none),
            TransportRequest(.post, "/"),
        ]
        for request in requests { _ = try await transport.send(request) }
        #expect(server.requests.map(\.body) == [[0, 1, 0], page, []])
        #expect(server.requests.allSatisfy { $0.header("content-encoding") == nil })
        #expect(server.requests.last?.header("content-length") == "0")
    }

    @Test func `a line break in a header is refused and its value is not told`() async throws {
        let server = ScriptedServer { _ in .ok("fine") }
        let transport = try transport(to: server, token: "secret\r\nX-Evil: 1")
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(TransportRequest(.get, "/"))
        }
        let told = String(describing: error)
        #expect(told.contains("Authorization") && !told.contains("secret"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a query that a path carries is kept, and a prefix of the server too`() async throws
    {
        let server = ScriptedServer { _ in .ok("fine") }
        let transport = try CurlTransport(server: server.url + "/tools/accord/")
        _ = try await transport.send(TransportRequest(.get, "/v1/audits?since=a%2Fb"))
        #expect(server.requests.map(\.target) == ["/tools/accord/v1/audits?since=a%2Fb"])
    }

    // MARK: Answers

    @Test func `an answer's headers are found in any case`() async throws {
        let server = ScriptedServer { _ in
            .status(304, "Not Modified", headers: [("ETag", "\"e.7\""), ("X-Empty", "")])
        }
        let response = try await transport(to: server).send(TransportRequest(.get, "/"))
        #expect(response.status == 304)
        #expect(response.header("etag") == "\"e.7\"" && response.header("ETAG") == "\"e.7\"")
        #expect(response.header("x-empty")?.isEmpty == true)
        #expect(response.header("x-absent") == nil)
        #expect(response.end == .complete)
    }

    @Test func `an answer to HEAD has headers and no body`() async throws {
        let server = ScriptedServer { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", then: .keepAlive)
        }
        let transport = try transport(to: server)
        let begun = ContinuousClock.now
        let response = try await transport.send(TransportRequest(.head, "/blob"))
        #expect(response.header("content-length") == "5000")
        #expect(response.body.isEmpty && response.end == .complete)
        _ = try await transport.send(TransportRequest(.head, "/blob"))
        #expect(server.connectionCount == 1 || begun.duration(to: .now) > Self.idleMax)
    }

    @Test func `a zstd answer is decoded and its bytes on the wire are counted`() async throws {
        let answer = ScriptedAnswer.ok(
            Zstd.compressed(page, level: 3), headers: [("Content-Encoding", "zstd")])
        let server = ScriptedServer { _ in answer }
        let response = try await transport(to: server).send(TransportRequest(.get, "/"))
        #expect(response.body == page)
        #expect(response.bytesReceived == answer.bytes.count)
        #expect(response.bytesSent == server.requests.first?.bytesOnWire)
    }

    @Test func `a gzip answer is decoded`() async throws {
        // What `printf 'menu, expanded' | gzip -n` writes.
        let gzip: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x4D, 0xCD, 0x2B,
            0xD5,
            0x51, 0x48, 0xAD, 0x28, 0x48, 0xCC, 0x4B, 0x49, 0x4D, 0x01, 0x00, 0x62, 0x75, 0x48,
            0x4E,
            0x0E, 0x00, 0x00, 0x00,
        ]
        let server = ScriptedServer { _ in .ok(gzip, headers: [("Content-Encoding", "gzip")]) }
        let response = try await transport(to: server).send(TransportRequest(.get, "/"))
        #expect(String(decoding: response.body, as: UTF8.self) == "menu, expanded")
    }

    @Test func `a provisional answer is not taken for the answer`() async throws {
        let server = ScriptedServer { _ in
            var answer = ScriptedAnswer.status(201, "Created", headers: [("X-Final", "yes")])
            answer.bytes =
                Array("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n".utf8) + answer.bytes
            return answer
        }
        let response = try await transport(to: server).send(TransportRequest(.get, "/"))
        #expect(response.status == 201 && response.header("x-final") == "yes")
        #expect(response.header("x-early") == nil)
    }

    @Test func `a redirect is returned and not followed`() async throws {
        let elsewhere = ScriptedServer { _ in .captivePortal }
        let server = ScriptedServer { _ in
            .status(302, "Found", headers: [("Location", elsewhere.url)])
        }
        let transport = try transport(to: server, token: "secret")
        #expect(try await transport.send(TransportRequest(.get, "/")).status == 302)
        #expect(elsewhere.connectionCount == 0)
    }

    @Test func `what repeats itself is taken up to the cap, however small it travels`() async throws
    {
        let small = Zstd.compressed([UInt8](repeating: 0, count: 8 << 20), level: 3)
        let server = ScriptedServer { _ in .ok(small, headers: [("Content-Encoding", "zstd")]) }
        let transport = try transport(to: server)
        #expect(try await transport.send(TransportRequest(.get, "/")).body.count == 8 << 20)
        let careful = try self.transport(to: server) { $0.bodyBytesMax = 1 << 20 }
        await #expect(throws: TransportError.tooLarge(limit: 1 << 20)) {
            try await careful.send(TransportRequest(.get, "/"))
        }
    }

    @Test func `an answer larger than the cap is stopped`() async throws {
        let server = ScriptedServer { _ in .ok([UInt8](repeating: 7, count: 200_000)) }
        let transport = try transport(to: server) { $0.bodyBytesMax = 100_000 }
        await #expect(throws: TransportError.tooLarge(limit: 100_000)) {
            try await transport.send(TransportRequest(.get, "/"))
        }
    }

    // MARK: Connections

    @Test func `requests one after the other share a connection`() async throws {
        let server = ScriptedServer { .ok($0.target) }
        let transport = try transport(to: server)
        let begun = ContinuousClock.now
        for number in 0..<20 {
            let response = try await transport.send(TransportRequest(.get, "/\(number)"))
            #expect(response.body == Array("/\(number)".utf8))
        }
        #expect(server.connectionCount == 1 || begun.duration(to: .now) > Self.idleMax)
    }

    /// libcurl closes a connection that nobody used for longer (CURLOPT_MAXAGE_CONN): on a slow
    /// machine, where all tests begin at once, as much may lie between two requests of one.
    private static let idleMax = Duration.seconds(118)

    @Test func `a kept connection that the server closed is opened again`() async throws {
        let server = ScriptedServer { _ in .ok("fine", then: .close) }
        let transport = try transport(to: server)
        for number in 1...3 {
            let request = TransportRequest(.post, "/", body: [1])
            #expect(try await transport.send(request).status == 200)
            await server.waitForClosedConnections(number)
        }
        #expect(server.connectionCount == 3)
    }

    @Test func `parallel requests each get their own answer`() async throws {
        let server = ScriptedServer { .ok($0.target) }
        let transport = try transport(to: server)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let response = try await transport.send(TransportRequest(.get, "/\(number)"))
                    return response.body == Array("/\(number)".utf8)
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        #expect(server.requests.count == 40)
    }
}
