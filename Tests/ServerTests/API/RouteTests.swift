import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Shared
import SwiftProtobuf
import TestSupport
import Testing

@testable import Server

struct RouteTests {
    @Test func `every answer names the protocol, and every error is a problem`() async throws {
        let server = try TestServer()
        let audit = AuditID(high: 8, low: 8)
        try await server.overHTTP { client in
            let token = try await server.device("Sam", person: 7, replica: 7).token
            let cases: [(String, HTTPFields, ProblemCode)] = [
                ("/nowhere", [:], .notFound),
                ("/v1/audits", [:], .tokenMissing),
                ("/v1/audits", [.authorization: "Bearer accord_AAAA"], .tokenExpired),
                ("/v1/audits/xyz", .bearer(token), .notFound),
                (ProtocolNames.audit(audit), .bearer(token), .auditUnknown),
                (ProtocolNames.records(audit) + "?ack=x", .bearer(token), .malformed),
                (ProtocolNames.digest(audit) + "?bucket=256", .bearer(token), .malformed),
                ("/v1/audits", [.accordProtocol: "0"], .protocolTooOld),
            ]
            for (path, headers, code) in cases {
                let answer = try await client.get(path, headers)
                #expect(answer.headers[.accordProtocol] == "1", "\(path)")
                #expect(answer.headers[.contentType] == Problem.mediaType, "\(path)")
                #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
                let problem = Problem(json: answer.bytes)
                #expect(problem?.code == code, "\(path)")
                #expect(Int(answer.status.code) == code.status, "\(path)")
            }
        }
    }

    @Test func `an address says which methods it takes to whoever comes with another`()
        async throws
    {
        let server = try TestServer()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = buildRouter(server.core, program: "test", log: log)
        let paths = Set(router.routes.map(\.path.description))
        try await server.overHTTP { client in
            let token = try await server.device("Sam", person: 7, replica: 7).token
            for path in paths {
                let uri = path.replacing(/\{[a-z0-9]+\}/, with: String(repeating: "a", count: 32))
                let options = try await client.execute(
                    uri: uri, method: .options, headers: .bearer(token)
                ) { $0 }
                #expect(options.status == .methodNotAllowed, "\(path)")
                #expect(Problem(json: options.bytes)?.code == .methodNotAllowed, "\(path)")
                let allowed = (options.headers[.allow] ?? "").split(separator: ", ")
                #expect(!allowed.isEmpty && !allowed.contains("OPTIONS"), "\(path)")
                for method in [HTTPRequest.Method.get, .put, .post, .patch, .delete] {
                    let answer = try await client.execute(
                        uri: uri, method: method, headers: .bearer(token)
                    ) { $0 }
                    let isAllowed = allowed.contains { $0 == method.rawValue }
                    #expect(
                        isAllowed == (answer.status != .methodNotAllowed), "\(method) \(path)")
                }
            }
            let head = try await client.execute(
                uri: "/v1/audits", method: .head, headers: .bearer(token)
            ) { $0 }
            #expect(head.status == .ok)
            #expect(try await client.get("/nowhere", .bearer(token)).status == .notFound)
        }
    }

    @Test func `what JSON names paths and queries take as it stands there`() async throws {
        let team = try await TestServer().team()
        let fields = HTTPFields.bearer(team.lead.token, [.accept: ProtocolNames.json])
        struct Named: Decodable {
            let audits: [Audit]?
            let opening: Opening?
            let checkpoint: Checkpoint?

            struct Audit: Decodable { let audit: String }
            struct Opening: Decodable { let epoch: String }
            struct Checkpoint: Decodable {
                let cursor: String
                let vector: [Entry]
            }
            struct Entry: Decodable { let replica: String }
        }
        try await team.server.overHTTP { client in
            func ask(_ path: String) async throws -> [Named] {
                let answer = try await client.get(path, fields)
                #expect(answer.status == .ok, "\(path)")
                return try answer.bytes.split(separator: UInt8(ascii: "\n")).map {
                    try JSONDecoder().decode(Named.self, from: Data($0))
                }
            }
            let listed = try await ask(ProtocolNames.audits)
            let audit = try #require(listed.first?.audits?.first?.audit)
            #expect(audit == team.audit.hex)
            let pull = try await ask("/v1/audits/\(audit)/records?ack=0")
            #expect(pull.first?.opening?.epoch == team.server.core.epoch.hex)
            let checkpoint = try #require(pull.last?.checkpoint)
            _ = try await ask("/v1/audits/\(audit)/records?since=\(checkpoint.cursor)")
            let replica = try #require(checkpoint.vector.first?.replica)
            _ = try await ask("/v1/audits/\(audit)/changes?replica=\(replica)")
        }
    }

    @Test func `capabilities need no token and come in both forms`() async throws {
        let server = try TestServer()
        try await server.overHTTP { client in
            let protobuf = try await client.get(ProtocolNames.capabilities)
            let message = try WireCapabilitiesResponse(serializedBytes: protobuf.bytes)
            #expect(message.epoch == server.core.epoch.data)
            let json = try await client.get(
                ProtocolNames.capabilities, [.accept: ProtocolNames.json])
            #expect(json.headers[.contentType] == ProtocolNames.json)
            #expect(
                try MessageJSON.message(WireCapabilitiesResponse.self, from: json.bytes) == message)
        }
    }

    @Test func `a push and a pull over HTTP are those of the core`() async throws {
        var team = try await TestServer().team()
        team.tester.judge(team.state(), .passed)
        let request = team.tester.request().canonicalBytes()
        let token = team.tester.token
        let audit = team.audit
        try await team.server.overHTTP { client in
            let pushed = try await client.post(
                ProtocolNames.changes(audit), .bearer(token), request)
            #expect(pushed.status == .ok)
            #expect(try WirePushResponse(serializedBytes: pushed.bytes).acknowledged == 1)

            let pulled = try await client.get(ProtocolNames.records(audit), .bearer(token))
            #expect(pulled.headers[.contentType] == ProtocolNames.pullStream)
            #expect(try PulledStream(pulled.bytes).records.count == 2)

            let lines = try await client.get(
                ProtocolNames.records(audit),
                .bearer(token, [.accept: ProtocolNames.json]))
            let items = lines.bytes.split(separator: UInt8(ascii: "\n"))
            #expect(items.count == 5)
            #expect(try WirePullItem(jsonUTF8Bytes: Array(items[0])).opening.number == 1)
        }
    }

    @Test func `no answer may be kept on the way, also not “nothing is new”`() async throws {
        let team = try await TestServer().team()
        let token = team.tester.token
        let audit = team.audit
        let cursor = try await team.server.checkpoint(of: audit, by: team.tester)
        let since = ProtocolNames.records(audit) + "?ack=0&since=\(cursor.base64URL)"
        let tag = "\"\(team.server.core.epoch.hex).1\""
        let cases: [(String, HTTPFields, Int)] = [
            (ProtocolNames.capabilities, [:], 200), ("/v1/audits", .bearer(token), 200),
            (ProtocolNames.people, .bearer(token), 200),
            (ProtocolNames.records(audit), .bearer(token), 200),
            (since, .bearer(token, [.ifNoneMatch: tag]), 304),
            (ProtocolNames.digest(audit), .bearer(token), 200),
            (ProtocolNames.audit(audit) + "/export?format=csv", .bearer(token), 200),
            (ProtocolNames.trail(audit), .bearer(token), 200), ("/health", [:], 200),
        ]
        try await team.server.overHTTP { client in
            for (path, headers, status) in cases {
                let answer = try await client.get(path, headers)
                #expect(Int(answer.status.code) == status, "\(path)")
                #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
            }
        }
    }

    @Test func `nothing to do fits 660 bytes, both ways`() async throws {
        let team = try await TestServer().team()
        let token = team.tester.token
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        let path = ProtocolNames.records(team.audit) + "?ack=0&since=\(cursor.base64URL)"
        let tag = "\"\(team.server.core.epoch.hex).1\""
        try await team.server.overHTTP(.live) { client in
            let answer = try await client.get(path, .bearer(token, [.ifNoneMatch: tag]))
            #expect(answer.status == .notModified)
            #expect(answer.bytes.isEmpty)
            let request = [
                "GET \(path) HTTP/1.1", "Host: audits.example.org",
                "Authorization: Bearer \(token)", "If-None-Match: \(tag)", "Accord-Protocol: 1",
                "Accept-Encoding: zstd", "Cache-Control: no-cache", "",
            ]
            let fields = answer.headers.map { "\($0.name.rawName): \($0.value)" }
            let lines = request + ["HTTP/1.1 304 Not Modified"] + fields + [""]
            let count = lines.reduce(0) { $0 + $1.utf8.count + 2 }
            #expect(count <= 660, "\(lines.joined(separator: "\n"))")
        }
    }

    @Test func `a cursor may be written in digits or in base64url`() async throws {
        let team = try await TestServer().team()
        let cursor = try await team.server.checkpoint(of: team.audit, by: team.tester)
        let token = team.tester.token
        let path = ProtocolNames.records(team.audit) + "?since="
        try await team.server.overHTTP { client in
            for text in [cursor.hex, cursor.base64URL] {
                let answer = try await client.get(path + text, .bearer(token))
                #expect(try PulledStream(answer.bytes).checkpoint != nil)
            }
        }
    }

    @Test func `plain texts tell whether process and database are there`() async throws {
        let server = try TestServer()
        try await server.overHTTP { client in
            #expect(try await client.get("/health").status == .ok)
            #expect(try await client.get("/ready").status == .ok)
            for path in ["/health", "/ready", ProtocolNames.capabilities] {
                let head = try await client.execute(uri: path, method: .head) { $0 }
                #expect(head.status == .ok && head.bytes.isEmpty)
            }
            try server.store.close()
            #expect(try await client.get("/health").status == .ok)
            #expect(try await client.get("/ready").status.code >= 500)
        }
    }
}
