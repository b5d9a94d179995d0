import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Publishing
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
        #expect(expected.count > 128 * 1024)
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
    func `an export is encoded as the client accepts it`(_ coding: String) async throws {
        let team = try await TestServer().team(states: 300)
        let expected = try await team.exported(as: "ndjson")
        try await team.server.overHTTP(.live) { client in
            let answer = try await client.get(
                team.path("ndjson"), .bearer(team.lead.token, [.acceptEncoding: coding]))
            #expect(answer.headers[.contentEncoding] == coding)
            let decoded =
                coding == "zstd"
                ? try Zstd.decompressed(answer.bytes, limit: 10_000_000)
                : try Gzip.decompressed(answer.bytes, limit: 10_000_000)
            #expect(decoded == expected)
            let plain = try await client.get(team.path("ndjson"), .bearer(team.lead.token))
            #expect(plain.headers[.eTag] != answer.headers[.eTag])
        }
    }

    @Test(arguments: ["", "zstd"])
    func `an export that was cut off anywhere goes on as one snapshot, whatever is written`(
        _ coding: String
    ) async throws {
        let begun = try await TestServer().team(states: 300)
        try await begun.server.overHTTP(.live) { client in
            var team = begun
            var generator = SeededGenerator(seed: 4)
            let fields = HTTPFields.bearer(team.reader.token, [.acceptEncoding: coding])
            let whole = try await client.get(team.path("ndjson"), fields)
            let tag = try #require(whole.headers[.eTag])
            #expect(whole.headers[.acceptRanges] == "bytes")
            for index in 0..<50 {
                if index == 25 {
                    team.tester.record(
                        team.state(5_000),
                        [Write(field: .judgement, value: .judgement(.passed), replaces: [])])
                    try await team.server.push(&team.tester, to: team.audit)
                }
                let cut = generator.below(whole.bytes.count)
                var again = fields
                again[.range] = "bytes=\(cut)-"
                again[.ifRange] = tag
                let rest = try await client.get(team.path("ndjson"), again)
                #expect(rest.status == .partialContent)
                #expect(Array(whole.bytes[..<cut]) + rest.bytes == whole.bytes)
                #expect(
                    rest.headers[.contentRange]
                        == "bytes \(cut)-\(whole.bytes.count - 1)/\(whole.bytes.count)")
            }
            // What is asked for anew is another file, and so is a range of another query's.
            let now = try await client.get(team.path("ndjson"), fields)
            #expect(now.status == .ok && now.headers[.eTag] != tag)
            var other = fields
            other[.range] = "bytes=10-"
            other[.ifRange] = tag
            let csv = try await client.get(team.path("csv"), other)
            #expect(csv.status == .ok)
        }
    }

    @Test func `increments after random changes give what a whole export has`() async throws {
        let begun = try await TestServer().team(states: 40)
        try await begun.server.overHTTP { client in
            var team = begun
            var generator = SeededGenerator(seed: 9)
            func lines(_ query: String) async throws -> [[String: Any]] {
                let answer = try await client.get(
                    team.path("ndjson") + query, .bearer(team.reader.token))
                #expect(answer.status == .ok)
                return try answer.bytes.split(separator: UInt8(ascii: "\n")).map {
                    try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
                }
            }
            var kept: [String: [String]] = [:]
            var cursor = ""
            for _ in 0..<12 {
                let increment = try await lines("&after=\(cursor)")
                cursor = try #require(increment.last?["cursor"] as? String)
                let states = Dictionary(grouping: increment.dropLast(), by: stateName)
                #expect(kept.isEmpty || states.count <= 3)
                for (state, rows) in states {
                    kept[state] = rows[0]["gone"] == nil ? try rows.map(sorted) : nil
                }
                let whole = Dictionary(grouping: try await lines(""), by: stateName)
                #expect(try kept == whole.mapValues { try $0.map(sorted) })
                for _ in 0..<generator.below(3) {
                    team.tester.record(
                        team.state(UInt64(generator.below(60) + 1)),
                        [Write(field: .judgement, value: .judgement(.passed), replaces: [])])
                }
                try await team.server.push(&team.tester, to: team.audit)
            }
            let damaged = try await client.get(
                team.path("ndjson") + "&after=" + "_" + cursor.dropFirst(),
                .bearer(team.reader.token))
            #expect(Problem(json: damaged.bytes)?.code == .cursorExpired)
            let other = try await client.get(
                team.path("ndjson") + "&outcome=passed&after=\(cursor)",
                .bearer(team.reader.token))
            #expect(Problem(json: other.bytes)?.code == .cursorExpired)
        }
    }

    @Test func `what the client has already is not sent again`() async throws {
        let begun = try await TestServer().team(states: 3)
        try await begun.server.overHTTP { client in
            var team = begun
            let first = try await client.get(team.path("csv"), .bearer(team.lead.token))
            let tag = try #require(first.headers[.eTag])
            let fields = HTTPFields.bearer(team.lead.token, [.ifNoneMatch: tag])
            let again = try await client.get(team.path("csv"), fields)
            #expect(again.status == .notModified && again.bytes.isEmpty)
            let other = try await client.get(team.path("csv") + "&outcome=passed", fields)
            #expect(other.status == .ok)
            team.tester.record(
                team.state(77),
                [Write(field: .judgement, value: .judgement(.passed), replaces: [])])
            try await team.server.push(&team.tester, to: team.audit)
            #expect(try await client.get(team.path("csv"), fields).status == .ok)
        }
    }

    @Test func `conditions choose what they choose on a laptop`() async throws {
        let team = try await TestServer().team(states: 3)
        try await team.server.overHTTP { client in
            for (query, count) in [
                ("", 3), ("&outcome=passed&outcome=failed", 3), ("&outcome=failed", 0),
                ("&basis=single&round=1", 3), ("&since=2001-01-01T00:00:00Z", 3),
                ("&since=2999-01-01", 0),
            ] {
                let answer = try await client.get(
                    team.path("ndjson") + query, .bearer(team.reader.token))
                #expect(answer.status == .ok, "\(query)")
                #expect(answer.bytes.count { $0 == UInt8(ascii: "\n") } == count, "\(query)")
            }
        }
    }

    @Test func `exports that take too much of the disk push out what nobody reads`() async throws {
        var limits = Limits.standard
        limits.exportSpoolBytesMax = 400_000
        let team = try await TestServer(limits: limits).team(states: 200)
        let expected = try await team.exported(as: "ndjson")
        #expect((200_000..<400_000).contains(expected.count))
        try await team.server.overHTTP { client in
            for query in ["ndjson", "ndjson&outcome=passed", "ndjson&basis=single", "ndjson"] {
                let answer = try await client.get(team.path(query), .bearer(team.lead.token))
                // Not compared within the macro: what differs would be searched for minutes.
                let isWhole = answer.bytes == expected
                #expect(isWhole, "\(query): \(answer.status)")
            }
        }
        limits.evidenceReserveBytes = .max
        let tight = try await TestServer(limits: limits).team(states: 3)
        try await tight.server.overHTTP { client in
            let answer = try await client.get(tight.path("ndjson"), .bearer(tight.lead.token))
            #expect(Problem(json: answer.bytes)?.code == .overloaded)
        }
        limits = .standard
        limits.exportSpoolBytesMax = 10_000
        let small = try await TestServer(limits: limits).team(states: 200)
        try await small.server.overHTTP { client in
            let answer = try await client.get(small.path("ndjson"), .bearer(small.lead.token))
            #expect(Problem(json: answer.bytes)?.code == .overloaded)
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
            (team.path("pdf"), .bearer(team.lead.token), .malformed),
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
                ("&outcom=failed", "outcome"), ("&outcome=failed&since=1", "A day is written"),
                ("&since=2026-11-27T99:00:00Z", "A day is written"),
                ("&since=99999-01-01", "A day is written"), ("&sarif-root=%0A", "relative path"),
                ("&format=ndjson", "twice"), ("&bom=perhaps", "bom"), ("&bom=", "bom"),
                ("&severity=grave", "critical"), ("&tester=Nobody", "member"),
                ("&after=x", "ndjson"), ("&part=2", "part"), ("&clause=9", "LENS:NUMBER"),
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
            #expect(Problem(json: json.bytes)?.detail?.contains("goes with csv;") == true)
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

    @Test(arguments: ["csv", "csv&bom=true", "ndjson"], ["", "zstd, gzip"])
    func `HEAD tells what GET would`(query: String, coding: String) async throws {
        let team = try await TestServer().team(states: 300)
        try await team.server.overHTTP(.live) { client in
            let fields = HTTPFields.bearer(team.reader.token, [.acceptEncoding: coding])
            let head = try await client.execute(
                uri: team.path(query), method: .head, headers: fields
            ) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty)
            // The connection goes on after it.
            let whole = try await client.get(team.path(query), fields)
            #expect(head.headers[.contentLength] == "\(whole.bytes.count)")
            #expect(head.headers[.eTag] == whole.headers[.eTag])
            #expect(head.headers[.contentEncoding] == whole.headers[.contentEncoding])
            let refused = try await client.execute(
                uri: team.path("pdf"), method: .head, headers: fields
            ) { $0 }
            #expect(refused.status == .badRequest)
        }
    }

    @Test func `an export that fails half-way is a problem, and no part of it is sent`()
        async throws
    {
        let team = try await TestServer().team(states: 300)
        try team.server.store.write { db in
            try db.run(
                "update record set image = x'ff' where key = (select max(key) from record)")
        }
        try await team.server.overHTTP(.live) { client in
            for _ in 0..<2 {
                let answer = try await client.get(team.path("csv"), .bearer(team.lead.token))
                #expect(Problem(json: answer.bytes)?.code == .bug)
            }
        }
    }

    @Test func `a reader that stands still keeps no snapshot, and is cut off in the end`()
        async throws
    {
        let clock = ManualClock()
        var limits = Limits.standard
        limits.exportsMax = 1
        let team = try await TestServer(limits: limits).team(states: 700, words: 1_300)
        let expected = try await team.exported(as: "ndjson")
        try await team.server.overHTTP(.live, clock: clock) { client in
            let port = try #require(client.port)
            let still = try RawConnection(port: port)
            still.get(team.path("ndjson"), .bearer(team.lead.token))
            await clock.sleepers(1)
            // The one snapshot that may be open is free again, and so is everything else.
            let other = try await client.get(team.path("csv"), .bearer(team.lead.token))
            #expect(other.status == .ok)
            let third = try await client.get(team.path("ndjson"), .bearer(team.reader.token))
            #expect(third.bytes == expected)
            // On a busy machine a piece may just leave when the time is over: then it is the next
            // one that nobody takes.
            let got = await still.readToEnd { clock.advance(by: Limits.standard.stallMax) }
            #expect(got.count < expected.count)
        }
    }
}

extension TestServer {
    /// A team with so many component states, each with a verdict and a note of words with 7 bytes.
    fileprivate func team(states: Int, words: Int = 40) async throws -> TestTeam {
        var team = try await team()
        var generator = SeededGenerator(seed: 3)
        for index in 1...states {
            let note = (0..<words).map { _ in
                String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 36)
            }
            team.tester.record(
                team.state(UInt64(index)),
                [
                    Write(field: .judgement, value: .judgement(.passed), replaces: []),
                    Write(
                        field: .note, value: .text(note.joined(separator: " ")), replaces: []),
                ])
            if index.isMultiple(of: 40_000 / words) { try await push(&team.tester, to: team.audit) }
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
        let bytes = Mutex<[UInt8]>([])
        let query = [("format", format)] + (byteOrderMark ? [("bom", "true")] : [])
        let written = try await administration.export(audit, query) { piece in
            bytes.withLock { $0 += piece }
        }
        #expect(written.findings > 0)
        try administration.close()
        return bytes.withLock { $0 }
    }
}

private func stateName(_ line: [String: Any]) -> String {
    ["component", "environment", "round", "state"].map { "\(line[$0] ?? "")" }
        .joined(separator: " ")
}

private func sorted(_ line: [String: Any]) throws -> String {
    String(
        decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys),
        as: UTF8.self)
}
