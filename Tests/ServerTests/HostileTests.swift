import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Server

/// Requests that somebody made up to get what is not hers, or to hurt.
struct HostileTests {
    @Test func `no path leads out of the routes`() async throws {
        let team = try await TestServer().team()
        let audit = ProtocolNames.audit(team.audit)
        let paths = [
            "/../keep/seal-key", "//keep/seal-key", "/v1/../keep/seal-key",
            "/v1/audits/../../keep/seal-key", "/%2e%2e/keep/seal-key",
            "\(audit)/blobs/../../../keep/seal-key", "\(audit)/blobs/..%2f..%2fkeep%2fseal-key",
            "\(audit)/blobs/%00", "\(audit)/uploads/..%5c..%5ckeep", "/v1/audits/%ff%fe",
            "file:///etc/passwd", "\(audit)/blobs/" + String(repeating: "a", count: 60_000),
        ]
        try await team.server.overHTTP(.live) { client in
            for path in paths {
                let connection = try RawConnection(port: try #require(client.port))
                connection.get(path, .bearer(team.lead.token, [.connection: "close"]))
                let answer = String(decoding: await connection.readToEnd(), as: UTF8.self)
                let status = answer.split(separator: " ").dropFirst().first
                // An address of the routes with an odd id in it may take another method alone.
                #expect(
                    ["400", "404", "405"].contains(status),
                    "\(path.prefix(60)): \(answer.prefix(99))")
                #expect(!answer.contains("0707"), "\(path)")
            }
        }
    }

    @Test func `bytes that are no HTTP are answered or cut, and hurt nobody`() async throws {
        let server = try TestServer()
        var generator = SeededGenerator(seed: 1)
        let beginnings: [[UInt8]] = [
            [0x16, 3, 1, 2, 0, 1], Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
            Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 65, count: 300_000),
            Array("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n".utf8),
            Array("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n".utf8),
            Array("POST / HTTP/1.1\r\nContent-Length: 4\r\n".utf8)
                + Array("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n".utf8),
            (0..<5_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) },
        ]
        try await server.overHTTP(.live) { client in
            let port = try #require(client.port)
            for bytes in beginnings {
                let connection = try RawConnection(port: port)
                connection.send(bytes)
                connection.endSending()
                let answer = await connection.readToEnd()
                #expect(
                    answer.isEmpty || answer.starts(with: Array("HTTP/1.1 4".utf8)),
                    "\(String(decoding: bytes.prefix(60), as: UTF8.self))")
                let other = try RawConnection(port: port)
                other.get("/health", [.connection: "close"])
                #expect(await other.readToEnd().starts(with: Array("HTTP/1.1 200".utf8)))
            }
        }
    }

    @Test(arguments: ["ZZ\r\n", "5\r\nhelloXX\r\n", "5\r\nhel", "5\r\nhello\r\nQ\r\n"])
    func `a chunk that is none is malformed, and no bug of the server's`(body: String) async throws
    {
        try await TestServer().overHTTP(.live) { client in
            let connection = try RawConnection(port: try #require(client.port))
            connection.post(ProtocolNames.replicas, [.transferEncoding: "chunked"])
            connection.send(Array(body.utf8))
            connection.endSending()
            let answer = String(decoding: await connection.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.contains(#""code":"malformed""#) || answer.contains("Length: 0"))
        }
    }

    @Test func `no cursor with another byte is resumed from`() async throws {
        let team = try await TestServer().team()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        for index in cursor.indices {
            var changed = cursor
            changed[index] ^= 1
            let answer = await #expect(throws: Problem.self) {
                try await team.server.pull(team.audit, by: team.tester, since: changed)
            }
            let allowed: [ProblemCode] = [.cursorExpired, .epochChanged, .malformed]
            #expect(answer.map { allowed.contains($0.code) } == true, "\(index)")
        }
    }

    @Test func `a vector of countless replicas is refused before it is merged`() async throws {
        var team = try await TestServer().team()
        let before = try await team.server.recomputedRoot(team.audit)
        // What fits a body, and what does not fit a request at all.
        for (count, code) in [(10_000, nil), (200_000, ProblemCode.tooLarge)] {
            var tester = team.tester
            let dots = (0..<UInt64(count)).map { Dot(replica: ReplicaID(high: 3, low: $0), n: 1) }
            tester.judge(team.state(), .passed, sees: VersionVector(dots))
            do {
                let answer = try await team.server.push(&tester, to: team.audit)
                #expect(code == nil)
                #expect(answer.outcomes.first?.outcome != .applied)
                team.tester = tester
            } catch let problem as Problem {
                #expect(problem.code == code)
            }
        }
        #expect(try await team.server.recomputedRoot(team.audit) == before)
    }
}
