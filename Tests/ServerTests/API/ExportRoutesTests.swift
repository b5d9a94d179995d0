import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Presentation
import Shared
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Server

struct ExportRoutesTests {
    @Test(arguments: ["ndjson", "csv"])
    func `over HTTP come the bytes that accord-server writes`(_ format: String) async throws {
        let team = try await TestServer().team(states: 300)
        let expected = try await team.exported(as: format)
        #expect(expected.count > ExportPieces.pieceBytes * 2)
        let tokens = [team.lead.token, team.reader.token, team.exportToken]
        try await team.server.overHTTP(.live) { client in
            for token in tokens {
                let answer = try await client.get(team.path(format), .bearer(token))
                #expect(answer.bytes == expected)
                #expect(answer.headers[.contentType] == Export.named(format)?.mediaType)
                let name = "\"\(team.audit.hex).\(format)\""
                #expect(
                    answer.headers[.contentDisposition] == "attachment; filename=\(name)")
            }
        }
    }

    @Test(arguments: ["zstd", "gzip"])
    func `an export is encoded while it is sent`(_ coding: String) async throws {
        let team = try await TestServer().team(states: 300)
        let expected = try await team.exported(as: "ndjson")
        try await team.server.overHTTP(.live) { client in
            let answer = try await client.get(
                team.path("ndjson"), .bearer(team.lead.token, [.acceptEncoding: coding]))
            #expect(answer.headers[.contentEncoding] == coding)
            #expect(answer.headers[.contentLength] == nil)
            let decoded =
                coding == "zstd"
                ? try Zstd.decompressed(answer.bytes, limit: 10_000_000)
                : try Gzip.decompressed(answer.bytes, limit: 10_000_000)
            #expect(decoded == expected)
        }
    }

    @Test func `whoever may not read gets a problem, and so does an unknown format`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        let elsewhere = team.server.secret.exporterToken(
            audit: AuditID(high: 8, low: 8), expires: TestServer.now.addingTimeInterval(60))
        let unknown = ProtocolNames.export(AuditID(high: 8, low: 8)) + "?format=csv"
        let cases: [(String, HTTPFields, ProblemCode)] = [
            (team.path("csv"), [:], .tokenMissing),
            (team.path("csv"), .bearer(stranger.token), .notAMember),
            (team.path("csv"), .bearer(elsewhere), .notAMember),
            (unknown, .bearer(elsewhere), .auditUnknown),
            (team.path("xlsx"), .bearer(team.lead.token), .malformed),
            (ProtocolNames.export(team.audit), .bearer(team.lead.token), .malformed),
        ]
        try await team.server.overHTTP { client in
            for (path, headers, code) in cases {
                let answer = try await client.get(path, headers)
                #expect(Problem(json: answer.bytes)?.code == code, "\(path)")
                #expect(Int(answer.status.code) == code.status, "\(path)")
            }
        }
    }

    @Test func `a query that is not understood is refused, and not passed over`() async throws {
        let team = try await TestServer().team()
        try await team.server.overHTTP { client in
            for (query, named) in [
                ("&outcom=failed", "outcom"), ("&outcome=failed&since=1", "outcome, since"),
                ("&format=ndjson", "twice"), ("&bom=perhaps", "bom"), ("&bom=", "bom"),
            ] {
                let answer = try await client.get(
                    team.path("csv") + query, .bearer(team.lead.token))
                let problem = Problem(json: answer.bytes)
                #expect(problem?.code == .malformed, "\(query)")
                let words = [problem?.detail, problem?.expected].compactMap(\.self).joined()
                #expect(words.contains(named), "\(query): \(words)")
            }
            let json = try await client.get(
                team.path("ndjson") + "&bom=true", .bearer(team.lead.token))
            #expect(Problem(json: json.bytes)?.expected == "format=csv")
        }
    }

    @Test func `CSV begins with a byte order mark where one is asked for`() async throws {
        let team = try await TestServer().team(states: 3)
        let expected = try await team.exported(as: "CSV")
        let marked = try await team.exported(as: "csv", byteOrderMark: true)
        #expect(marked == [0xEF, 0xBB, 0xBF] + expected)
        try await team.server.overHTTP { client in
            for (query, bytes) in [("CSV", expected), ("csv&bom=true", marked)] {
                let answer = try await client.get(team.path(query), .bearer(team.lead.token))
                #expect(answer.bytes == bytes)
            }
        }
    }

    @Test(arguments: ["csv", "csv&bom=true", "ndjson"])
    func `HEAD tells how long an export is`(query: String) async throws {
        let team = try await TestServer().team(states: 300)
        let whole = try await team.exported(
            as: query.contains("csv") ? "csv" : "ndjson", byteOrderMark: query.contains("bom"))
        try await team.server.overHTTP(.live) { client in
            let fields = HTTPFields.bearer(team.reader.token, [.acceptEncoding: "zstd, gzip"])
            let head = try await client.execute(
                uri: team.path(query), method: .head, headers: fields
            ) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty)
            #expect(head.headers[.contentLength] == "\(whole.count)")
            // The connection goes on after it.
            #expect(
                try await client.get(team.path(query), .bearer(team.reader.token)).bytes == whole)
            let refused = try await client.execute(
                uri: team.path("xlsx"), method: .head, headers: fields
            ) { $0 }
            #expect(refused.status == .badRequest)
        }
    }

    @Test func `an export that fails half-way does not end like a whole one`() async throws {
        let team = try await TestServer().team(states: 300)
        try team.server.store.write { db in
            try db.run(
                "update record set image = x'ff' where key = (select max(key) from record)")
        }
        try await team.server.overHTTP(.live) { client in
            let connection = try RawConnection(port: try #require(client.port))
            connection.get(team.path("csv"), .bearer(team.lead.token))
            let bytes = await connection.readToEnd()
            #expect(bytes.count > ExportPieces.pieceBytes)
            #expect(bytes.starts(with: Array("HTTP/1.1 200 OK".utf8)))
            // The last chunk of a whole answer is the empty one.
            #expect(!bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
        }
    }

    @Test func `a reader that stands still costs one piece, and is cut off in the end`()
        async throws
    {
        let clock = ManualClock()
        var limits = Limits.standard
        limits.exportsMax = 1
        let team = try await TestServer(limits: limits).team(states: 6_000)
        let expected = try await team.exported(as: "ndjson")
        try await team.server.overHTTP(.live, clock: clock) { client in
            let port = try #require(client.port)
            let still = try RawConnection(port: port)
            still.get(team.path("ndjson"), .bearer(team.lead.token))
            await clock.sleepers(1)
            // Its snapshot is the one that may be open; everything else goes on.
            let refused = try await client.get(team.path("csv"), .bearer(team.lead.token))
            #expect(Problem(json: refused.bytes)?.code == .overloaded)
            #expect(
                try await client.get(
                    ProtocolNames.audit(team.audit), .bearer(team.lead.token)
                ).status == .ok)
            // Once it is cut off its snapshot is closed, and the next export is let in.
            var next = refused
            while next.status == .serviceUnavailable {
                clock.advance(by: Limits.standard.stallMax)
                next = try await client.get(team.path("ndjson"), .bearer(team.lead.token))
            }
            #expect(next.bytes == expected)
            let got = await still.readToEnd()
            #expect(got.count < expected.count)
        }
    }
}

extension TestServer {
    /// A team with so many component states, each with a verdict and a note.
    fileprivate func team(states: Int) async throws -> TestTeam {
        var team = try await team()
        var generator = SeededGenerator(seed: 3)
        for index in 1...states {
            let note = (0..<40).map { _ in
                String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 36)
            }
            team.tester.record(
                team.state(UInt64(index)),
                [
                    Write(field: .judgement, value: .judgement(.passed), replaces: []),
                    Write(
                        field: .note, value: .text(note.joined(separator: " ")), replaces: []),
                ])
            if index.isMultiple(of: 1_000) { try await push(&team.tester, to: team.audit) }
        }
        try await push(&team.tester, to: team.audit)
        return team
    }
}

extension TestTeam {
    fileprivate func path(_ format: String) -> String {
        ProtocolNames.export(audit) + "?format=\(format)"
    }

    fileprivate var exportToken: String {
        server.secret.exporterToken(audit: audit, expires: TestServer.now.addingTimeInterval(60))
    }

    /// The bytes that `accord-server export` writes, beside the server that runs.
    fileprivate func exported(
        as format: String, byteOrderMark: Bool = false
    ) async throws -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        let administration = try Administration(
            dataFolder: server.folder.url, at: TestServer.now, using: &generator)
        var bytes: [UInt8] = []
        let count = try await administration.export(
            audit, as: format, byteOrderMark: byteOrderMark
        ) { bytes += $0 }
        #expect(count > 0)
        try administration.close()
        return bytes
    }
}
