import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Shared
import Testing

@testable import Server

/// Who is told to ask less often, on real sockets and a clock that the test moves.
struct RequestRateTests {
    private let clock = ManualClock()

    @Test func `a device that asks too often is told when to come again, and others are served`()
        async throws
    {
        var limits = Limits.standard
        limits.requestsPerMinuteMax = 3
        let team = try await TestServer(limits: limits).team()
        try await team.server.overHTTP(.live, clock: clock) { [clock] client in
            for _ in 0..<3 { #expect(try await client.heads(of: team.tester).status == .ok) }
            let refused = try await client.heads(of: team.tester)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "20")
            let problem = try #require(Problem(json: refused.bytes))
            #expect(problem.code == .rateLimited && problem.retry == .after)
            #expect(problem.retryAfter == 20)
            #expect(try await client.heads(of: team.other).status == .ok)
            clock.advance(by: .milliseconds(19_001))
            #expect(try await client.heads(of: team.tester).headers[.retryAfter] == "1")
            clock.advance(by: .milliseconds(999))
            #expect(try await client.heads(of: team.tester).status == .ok)
            #expect(try await client.heads(of: team.tester).status == .tooManyRequests)
        }
    }

    @Test func `guesses are counted by where they come from, not by what is guessed`() async throws
    {
        var limits = Limits.standard
        limits.anonymousRequestsPerMinuteMax = 4
        let team = try await TestServer(limits: limits).team()
        try await team.server.overHTTP(.live, clock: clock) { client in
            for guess in ["accord_AQ", team.tester.token + "A"] {
                let refused = try await client.get(ProtocolNames.audits, .bearer(guess))
                #expect(refused.status == .unauthorized)
            }
            for code in ["AAAAA-AAAAA-AAAAA-AAAAA", "BBBBB-BBBBB-BBBBB-BBBBB"] {
                let refused = try await client.enrol(by: code)
                #expect(Problem(json: refused.bytes)?.code == .inviteInvalid)
            }
            let refused = try await client.enrol(by: "CCCCC-CCCCC-CCCCC-CCCCC")
            #expect(Problem(json: refused.bytes)?.code == .rateLimited)
            #expect(refused.headers[.retryAfter] == "15")
            #expect(try await client.get(ProtocolNames.capabilities).status == .tooManyRequests)
            // From the same address, with a token.
            #expect(try await client.heads(of: team.tester).status == .ok)
            for path in ["/health", "/ready"] { #expect(try await client.get(path).status == .ok) }
        }
    }

    @Test(arguments: [true, false])
    func `where a request comes from only a proxy of the settings may say`(
        isProxy: Bool
    ) async throws {
        var limits = Limits.standard
        limits.anonymousRequestsPerMinuteMax = 1
        let server = try TestServer(limits: limits)
        let proxy = try #require(RemoteNetwork(text: "127.0.0.1"))
        try await server.overHTTP(.live, clock: clock, proxies: isProxy ? [proxy] : []) { client in
            #expect(try await client.ask(for: "198.51.100.7") == .ok)
            let other = try await client.ask(for: "198.51.100.8")
            #expect(other == (isProxy ? .ok : .tooManyRequests))
            // What a client says itself stands before what the proxy adds.
            let again = try await client.ask(for: "203.0.113.1, 198.51.100.7")
            #expect(again == .tooManyRequests)
        }
    }

    @Test func `who asks too often is answered before a body comes`() async throws {
        var limits = Limits.standard
        limits.requestsPerMinuteMax = 1
        let team = try await TestServer(limits: limits).team()
        try await team.server.overHTTP(.live, clock: clock) { client in
            #expect(try await client.heads(of: team.tester).status == .ok)
            let connection = try RawConnection(port: try #require(client.port))
            connection.post(
                ProtocolNames.changes(team.audit),
                .bearer(
                    team.tester.token, [.contentLength: "4000000", .connection: "close"]))
            let answer = String(decoding: await connection.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 429"))
            #expect(answer.contains("rate-limited"))
        }
    }

    @Test func `a proxy may tell a port and put an address in brackets`() {
        let one = RemoteNetwork(text: "198.51.100.7")
        let two = RemoteNetwork(text: "2001:db8:1:2::1")
        #expect(one != nil && two != nil)
        #expect(RemoteNetwork(hop: "198.51.100.7:4711") == one)
        for told in ["2001:db8:1:2::1", "[2001:db8:1:2::1]", "[2001:db8:1:2::1]:4711"] {
            #expect(RemoteNetwork(hop: told) == two)
        }
        for told in ["", "unknown", "[", "_hidden:80", "[]:80"] {
            #expect(RemoteNetwork(hop: told) == nil)
        }
    }

    @Test func `one customer is one asker, over IPv4 and over IPv6`() throws {
        func network(_ address: String) throws -> RemoteNetwork {
            RemoteNetwork(try SocketAddress(ipAddress: address, port: 1))
        }
        #expect(try network("198.51.100.7") == network("198.51.100.7"))
        #expect(try network("198.51.100.7") != network("198.51.100.8"))
        #expect(try network("2001:db8:1:2::1") == network("2001:db8:1:2:a:b:c:d"))
        #expect(try network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
        #expect(try network("::ffff:198.51.100.7") == network("198.51.100.7"))
        #expect(try network("::ffff:198.51.100.7") != network("::ffff:198.51.100.8"))
    }
}

extension TestClientProtocol {
    /// Asks for the list of audits.
    fileprivate func heads(of device: TestDevice) async throws -> TestResponse {
        try await get(ProtocolNames.audits, .bearer(device.token))
    }

    /// Asks as a proxy does for somebody.
    fileprivate func ask(for told: String) async throws -> HTTPResponse.Status {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        return try await get(ProtocolNames.capabilities, [name: told]).status
    }

    fileprivate func enrol(by code: String) async throws -> TestResponse {
        let request = TestKey(7).enrolment(invite: code)
        return try await post(
            ProtocolNames.replicas, [.contentType: ProtocolNames.protobuf],
            request.canonicalBytes())
    }
}
