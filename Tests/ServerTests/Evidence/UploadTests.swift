import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import Storage
import TestSupport
import Testing

@testable import Server

struct UploadTests {
    @Test func `parts add up, and beginning again finds how far they came`() async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            let begun = try await file.begin(client)
            #expect(begun.status == .created)
            let place = try #require(begun.headers[.location])
            let part = try await file.append(client, to: place, 0..<100_000)
            #expect(part.headers[.uploadOffset] == "100000")
            #expect(part.headers[.uploadComplete] == "?0")
            let again = try await file.begin(client)
            #expect(again.headers[.location] == place)
            #expect(again.headers[.uploadOffset] == "100000")
            let missing = try await client.get(file.path, .bearer(file.token))
            #expect(Problem(json: missing.bytes)?.code == .evidenceMissing)
            let last = try await file.append(client, to: place, 100_000..<300_000)
            #expect(last.headers[.uploadComplete] == "?1")
            #expect(try await client.get(file.path, .bearer(file.token)).bytes == file.bytes)
            let done = try await file.begin(client)
            #expect(done.status == .ok)
            #expect(done.headers[.uploadComplete] == "?1")
            #expect(try await file.state(client, of: place).status == .notFound)
        }
    }

    @Test func `what came of a part before the connection broke is kept`() async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            let place = try #require(try await file.begin(client).headers[.location])
            let cut = try RawConnection(port: try #require(client.port))
            let head = """
                PATCH \(place) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(file.token)\r
                Content-Type: \(ProtocolNames.partialUpload)\r\nUpload-Offset: 0\r
                Upload-Complete: ?1\r\nContent-Length: \(file.bytes.count)\r\n\r\n
                """
            cut.send(Array(head.utf8) + file.bytes[..<123_456])
            let upload = try #require(UploadID(hex: String(place.suffix(32))))
            let path = team.server.core.evidence.blobs.path(of: upload)
            try await waiting { FileStatus(of: path)?.size == 123_456 }
            cut.close()
            let state = try await file.state(client, of: place)
            #expect(state.headers[.uploadOffset] == "123456")
            let rest = try await file.append(client, to: place, 123_456..<300_000)
            #expect(rest.headers[.uploadComplete] == "?1")
            #expect(try await client.get(file.path, .bearer(file.token)).bytes == file.bytes)
        }
    }

    @Test func `a part that begins elsewhere is told where the upload stands`() async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            let place = try #require(try await file.begin(client).headers[.location])
            _ = try await file.append(client, to: place, 0..<1000)
            let answer = try await file.append(client, to: place, 2000..<3000)
            let problem = try #require(Problem(json: answer.bytes))
            #expect(answer.status == .conflict)
            #expect(problem.code == .uploadOffset)
            #expect(problem.expected == "1000")
            // More than was announced is refused, and what fits stays.
            let more = TestEvidence(
                bytes: file.bytes + [1, 2, 3], audit: file.audit, token: file.token)
            let long = try await more.append(client, to: place, 1000..<300_003)
            #expect(Problem(json: long.bytes)?.code == .tooLarge)
        }
    }

    @Test func `bytes of another hash are dropped`() async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        let other = Hash256(of: [1])
        try await team.server.overHTTP(.live) { client in
            let begun = try await file.begin(client, hash: other)
            let place = try #require(begun.headers[.location])
            let answer = try await file.append(client, to: place, 0..<300_000)
            #expect(Problem(json: answer.bytes)?.code == .evidenceDiffers)
            #expect(answer.status.code == 422)
            #expect(try await file.state(client, of: place).status == .notFound)
            for hash in [other, file.hash] {
                let read = try await client.get(
                    ProtocolNames.blob(file.audit, hash), .bearer(file.token))
                #expect(Problem(json: read.bytes)?.code == .evidenceMissing)
            }
            #expect(
                try await file.begin(client, hash: other).headers[.uploadOffset] == "0")
        }
    }

    @Test func `readers, exporters and strangers upload nothing`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        let cases: [(String, ProblemCode)] = [
            (team.reader.token, .notAllowed), (team.exporterToken, .notAllowed),
            (stranger.token, .notAMember),
        ]
        let own = team.evidence()
        try await team.server.overHTTP(.live) { client in
            let place = try #require(try await own.begin(client).headers[.location])
            for (token, code) in cases {
                let file = team.evidence(token: token)
                #expect(Problem(json: try await file.begin(client).bytes)?.code == code)
                // Nor do they go on with somebody else's.
                let answer = try await file.append(client, to: place, 0..<300_000)
                #expect(answer.status.code >= 400)
            }
            let other = team.evidence(token: team.other.token)
            #expect(try await other.state(client, of: place).status == .notFound)
            #expect(try await own.state(client, of: place).headers[.uploadOffset] == "0")
        }
    }

    @Test func `limits hold for a file, a person and the disk`() async throws {
        let cases: [(ProblemCode, (inout Limits) -> Void)] = [
            (.tooLarge, { $0.evidenceFileBytesMax = 299_999 }),
            (.overloaded, { $0.uploadsPerPersonMax = 1 }),
            (.storageFull, { $0.evidenceReserveBytes = .max / 2 }),
        ]
        for (code, change) in cases {
            var limits = Limits.standard
            change(&limits)
            var team = try await TestServer(limits: limits).team()
            try await team.server.overHTTP(.live) { [team] client in
                _ = try await team.evidence(1).begin(client)
                let answer = try await team.evidence(2).begin(client)
                #expect(Problem(json: answer.bytes)?.code == code)
            }
            // Whatever becomes of evidence, findings are taken.
            team.tester.judge(team.state(), .passed)
            #expect(try await team.server.push(&team.tester, to: team.audit).acknowledged == 1)
        }
    }

    @Test func `what is announced takes nobody's room, and what has arrived takes one's own`()
        async throws
    {
        var limits = Limits.standard
        limits.evidenceBytesPerPersonMax = 200_000
        let team = try await TestServer(limits: limits).team()
        try await team.server.overHTTP(.live) { [team] client in
            let first = team.evidence(1)
            let second = team.evidence(2)
            let place = try #require(try await first.begin(client).headers[.location])
            #expect(try await second.begin(client).status == .created)
            _ = try await first.append(client, to: place, 0..<250_000)
            let full = try await team.evidence(3).begin(client)
            #expect(Problem(json: full.bytes)?.code == .storageFull)
            let other = team.evidence(3, token: team.other.token)
            #expect(try await other.begin(client).status == .created)
        }
    }

    @Test func `no length is added up beyond its type`() async throws {
        let team = try await TestServer().team()
        try await team.server.overHTTP(.live) { [team] client in
            for size: UInt64 in [.max, .max - 1, 1 << 63] {
                let answer = try await team.evidence().begin(client, size: size)
                #expect(Problem(json: answer.bytes)?.code == .tooLarge)
            }
        }
    }

    @Test func `one hash cannot be announced with two lengths`() async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            _ = try await file.begin(client)
            let answer = try await file.begin(client, size: 299_999)
            #expect(Problem(json: answer.bytes)?.code == .malformed)
        }
    }
}
