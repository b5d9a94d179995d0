import HTTPTypes
import HummingbirdTesting
import Shared
import TestSupport
import Testing

@testable import Server

struct BlobRoutesTests {
    @Test func `what was uploaded is read back, typed by its bytes and never shown as a page`()
        async throws
    {
        let team = try await TestServer().team()
        let file = team.evidence()
        let tokens = [team.lead.token, team.reader.token, team.exporterToken]
        try await team.server.overHTTP(.live) { client in
            try await file.upload(client)
            for token in tokens {
                let answer = try await client.get(file.path, .bearer(token))
                #expect(answer.status == .ok)
                #expect(answer.bytes == file.bytes)
                #expect(answer.headers[.contentType] == "image/png")
                #expect(answer.headers[.eTag] == "\"\(file.hash.hex)\"")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(
                    answer.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            }
            let head = try await client.execute(
                uri: file.path, method: .head, headers: .bearer(team.lead.token)
            ) { $0 }
            #expect(head.headers[.contentLength] == "\(file.bytes.count)")
            #expect(head.bytes.isEmpty)
            let known = try await client.get(
                file.path, .bearer(team.lead.token, [.ifNoneMatch: "\"\(file.hash.hex)\""]))
            #expect(known.status == .notModified)
        }
    }

    @Test(arguments: [
        ("bytes=0-9", 0..<10), ("bytes=299990-", 299_990..<300_000),
        ("bytes=-5", 299_995..<300_000), ("bytes=299999-400000", 299_999..<300_000),
        ("bytes=-400000", 0..<300_000),
    ])
    func `a range is answered with its bytes`(_ header: String, _ range: Range<Int>) async throws {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            try await file.upload(client)
            let answer = try await client.get(
                file.path, .bearer(file.token, [.range: header]))
            #expect(answer.status == .partialContent)
            #expect(answer.bytes == Array(file.bytes[range]))
            #expect(
                answer.headers[.contentRange]
                    == "bytes \(range.lowerBound)-\(range.upperBound - 1)/300000")
        }
    }

    @Test func `a range without bytes is refused, and one of another file gets the whole`()
        async throws
    {
        let team = try await TestServer().team()
        let file = team.evidence()
        try await team.server.overHTTP(.live) { client in
            try await file.upload(client)
            let behind = try await client.get(
                file.path, .bearer(file.token, [.range: "bytes=300000-"]))
            #expect(Problem(json: behind.bytes)?.code == .rangeUnsatisfiable)
            #expect(behind.status.code == 416)
            let other = try await client.get(
                file.path, .bearer(file.token, [.range: "bytes=0-9", .ifRange: "\"other\""]))
            #expect(other.status == .ok)
            #expect(other.bytes.count == 300_000)
        }
    }

    @Test func `who knows the hash of another team's file learns nothing`() async throws {
        let team = try await TestServer().team()
        let stranger = try await team.server.device("Sam", person: 7, replica: 7)
        let elsewhere = AuditID(high: 8, low: 8)
        try await team.server.core.found(
            elsewhere, lead: stranger.person, at: TestServer.now)
        let file = team.evidence()
        let copy = TestEvidence(bytes: file.bytes, audit: elsewhere, token: stranger.token)
        try await team.server.overHTTP(.live) { client in
            try await file.upload(client)
            // In her own audit there is no such file; in theirs she is nobody.
            let own = try await client.get(copy.path, .bearer(stranger.token))
            #expect(Problem(json: own.bytes)?.code == .evidenceMissing)
            let theirs = try await client.get(file.path, .bearer(stranger.token))
            #expect(Problem(json: theirs.bytes)?.code == .notAMember)
            // Beginning tells nothing either: all bytes have to be shown.
            let begun = try await copy.begin(client)
            #expect(begun.status == .created)
            #expect(begun.headers[.uploadOffset] == "0")
            try await copy.upload(client)
            #expect(try await client.get(copy.path, .bearer(stranger.token)).status == .ok)
        }
    }

    @Test(arguments: [
        "..%2F..%2Fkeep%2Fseal-key", "../../keep/seal-key", "%2e%2e/seal-key", "ab",
        "damaged", String(repeating: "0", count: 63) + "/",
    ])
    func `a name that is no hash leads nowhere`(_ name: String) async throws {
        let team = try await TestServer().team()
        try await team.server.overHTTP(.live) { client in
            let audit = ProtocolNames.audit(team.audit)
            let answer = try await client.get("\(audit)/blobs/\(name)", .bearer(team.lead.token))
            #expect(answer.status == .notFound)
            let upload = try await client.execute(
                uri: "\(audit)/uploads/\(name)", method: .head,
                headers: .bearer(team.lead.token)
            ) { $0 }
            #expect(upload.status == .notFound)
        }
    }
}
