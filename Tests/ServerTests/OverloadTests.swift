import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Server

/// Clients that are slow, greedy or hostile, on real sockets (docs/testing.md, "Overload").
@Suite(.timeLimit(.usual))
struct OverloadTests {
    private static let head = "POST /v1/replicas HTTP/1.1\r\nHost: localhost\r\n"

    // MARK: Slow clients

    @Test(arguments: [
        "GET /health HTTP/1.1\r\nX-Slow: ",
        head + "Content-Length: 10000\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\nffff\r\n",
    ])
    func `a byte now and then holds nobody up and is cut`(_ beginning: String) async throws {
        var limits = Limits.standard
        limits.stallMax = Patience.second
        let server = try TestServer(limits: limits)
        try await server.overHTTP(.live) { client in
            let port = try #require(client.port)
            let slow = try (0..<100).map { _ in try RawConnection(port: port) }
            for connection in slow { connection.send(Array(beginning.utf8)) }
            async let cut = RawConnection.trickle(
                UInt8(ascii: "1"), over: slow, atMost: Patience.answer)
            let other = try RawConnection(port: port)
            other.get(ProtocolNames.capabilities, [.connection: "close"])
            let answer = await other.readToEnd()
            #expect(answer.starts(with: Array("HTTP/1.1 200".utf8)))
            #expect(await cut == slow.count)
        }
    }

    @Test func `an answer that nobody takes is cut`() async throws {
        var limits = Limits.standard
        limits.stallMax = Patience.second
        let team = try await TestServer(limits: limits).team(notes: 300)
        let path = ProtocolNames.records(team.audit)
        let token = team.tester.token
        try await team.server.overHTTP(.live) { client in
            let port = try #require(client.port)
            let whole = try RawConnection(port: port)
            whole.get(path, .bearer(token, [.connection: "close"]))
            let expected = await whole.readToEnd()
            #expect(expected.count > 4_000_000)

            let still = try RawConnection(port: port)
            still.get(path, .bearer(token, [.connection: "close"]))
            await still.waitWithoutReading(Patience.second * 3)
            #expect(await still.readToEnd().count < expected.count)
        }
    }

    // MARK: Greedy clients

    @Test func `one person sends so many bodies and no more, whatever others do`() async throws {
        var limits = Limits.standard
        limits.bodiesPerPersonMax = 1
        let team = try await TestServer(limits: limits).team()
        try await Self.expectRefusal(in: team) { client in
            let other = try await client.push([], as: team.other, to: team.audit)
            #expect(Problem(json: other.bytes)?.code == .malformed)
            // Another laptop of hers is she.
            let second = try await team.server.device("Maya", person: 2, replica: 22)
            let hers = try await client.push([], as: second, to: team.audit)
            #expect(Problem(json: hers.bytes)?.code == .overloaded)
        }
    }

    @Test func `one person's bodies take so much memory, and nobody else's`() async throws {
        var limits = Limits.standard
        limits.bodiesBytesPerPersonMax = 70_000
        let team = try await TestServer(limits: limits).team()
        try await Self.expectRefusal(in: team, sending: 65_000) { client in
            let other = try await client.push(Self.large, as: team.other, to: team.audit)
            #expect(Problem(json: other.bytes)?.code == .malformed)
        }
    }

    @Test func `all bodies together take so much memory and no more`() async throws {
        var limits = Limits.standard
        limits.bodiesBytesMax = 70_000
        let team = try await TestServer(limits: limits).team()
        try await Self.expectRefusal(in: team, sending: 65_000) { client in
            let other = try await client.push(Self.large, as: team.other, to: team.audit)
            #expect(Problem(json: other.bytes)?.code == .overloaded)
        }
    }

    @Test func `what is announced and does not come takes no memory`() async throws {
        var limits = Limits.standard
        limits.bodiesBytesMax = 70_000
        let team = try await TestServer(limits: limits).team()
        try await team.server.overHTTP(.live) { client in
            let first = try RawConnection(port: try #require(client.port))
            first.post(
                ProtocolNames.changes(team.audit),
                .bearer(team.tester.token, [.contentLength: "70000"]))
            let other = try await client.push(Self.large, as: team.other, to: team.audit)
            #expect(Problem(json: other.bytes)?.code == .malformed)
        }
    }

    @Test func `answers that nobody takes have so much memory, of each person her own`()
        async throws
    {
        var limits = Limits.standard
        limits.answersBytesPerPersonMax = 6_000_000
        // Neither those that are not taken nor an idle client are cut, however slow the machine.
        limits.stallMax = Patience.answer
        let team = try await TestServer(limits: limits).team(notes: 300)
        let path = ProtocolNames.records(team.audit)
        try await team.server.overHTTP(.live) { client in
            let still = try RawConnection(port: try #require(client.port))
            var answer: TestResponse
            repeat {
                // The kernel may hold the first of them, and the other client's be there before.
                still.get(path, .bearer(team.tester.token))
                answer = try await client.get(path, .bearer(team.tester.token))
            } while answer.status == .ok
            #expect(Problem(json: answer.bytes)?.code == .overloaded)
            #expect(try await client.get(path, .bearer(team.other.token)).status == .ok)
            still.close()
            repeat {
                answer = try await client.get(path, .bearer(team.tester.token))
            } while answer.status != .ok
        }
    }

    @Test(arguments: [(70_000, ProblemCode.overloaded), (700_000, .malformed)])
    func `what a body becomes when decoded counts too`(
        _ bytesMax: Int, _ code: ProblemCode
    ) async throws {
        var limits = Limits.standard
        limits.bodiesBytesMax = bytesMax
        let team = try await TestServer(limits: limits).team()
        let body = Zstd.compressed(
            (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 97) }, level: 3)
        #expect(body.count < 20_000)
        try await team.server.overHTTP { client in
            let answer = try await client.push(
                body, [.contentEncoding: "zstd"], as: team.tester, to: team.audit)
            #expect(Problem(json: answer.bytes)?.code == code)
        }
    }

    private static let large = [UInt8](repeating: 0xFF, count: 10_000)

    /// While the tester's body of 70,000 bytes comes, her next one is refused; once she hung up, no
    /// more.
    private static func expectRefusal(
        in team: TestTeam, sending count: Int = 0,
        of others: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await team.server.overHTTP(.live) { client in
            let first = try RawConnection(port: try #require(client.port))
            first.post(
                ProtocolNames.changes(team.audit),
                .bearer(team.tester.token, [.contentLength: "70000"]))
            first.send([UInt8](repeating: 0xFF, count: count))
            var answer: TestResponse
            repeat {
                answer = try await client.push(Self.large, as: team.tester, to: team.audit)
            } while answer.status != .serviceUnavailable
            #expect(Problem(json: answer.bytes)?.code == .overloaded)
            #expect(answer.headers[.retryAfter] == "1")
            try await others(client)
            // What has no body is answered as ever.
            let pulled = try await client.get(
                ProtocolNames.records(team.audit), .bearer(team.tester.token))
            #expect(pulled.status == .ok)
            first.close()
            repeat {
                answer = try await client.push([1], as: team.tester, to: team.audit)
            } while answer.status == .serviceUnavailable
            #expect(Problem(json: answer.bytes)?.code == .malformed)
        }
    }

    @Test(arguments: [(64, 16), (1_024, 768), (20_000, 8_192)])
    func `connections leave descriptors to everything else`(_ descriptors: Int, _ count: Int) {
        #expect(ConnectionLimit.count(descriptors: descriptors) == count)
    }
}

extension TestClientProtocol {
    /// Posts a body that is no push.
    fileprivate func push(
        _ body: [UInt8], _ headers: HTTPFields = [:], as device: TestDevice, to audit: AuditID
    ) async throws -> TestResponse {
        try await post(
            ProtocolNames.changes(audit), .bearer(device.token, headers), body.isEmpty ? [0] : body)
    }
}

extension TestServer {
    /// A team with so many component states, each with a note of 16 KiB.
    fileprivate func team(notes: Int) async throws -> TestTeam {
        var team = try await team()
        for index in 1...notes {
            let note = String(repeating: "The menu speaks its label twice. ", count: 490)
            team.tester.record(
                team.state(UInt64(index)),
                [Write(field: .note, value: .text(note), replaces: [])])
            if index.isMultiple(of: 100) { try await push(&team.tester, to: team.audit) }
        }
        return team
    }
}
