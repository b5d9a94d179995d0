import Foundation
import HTTPTypes
import HummingbirdTesting
import Shared
import TestSupport
import Testing

@testable import Server

struct ExportedPicturesTests {
    @Test func `pictures are an audit's own, and a file with others has another tag`() async throws
    {
        var begun = try await TestServer().team()
        let file = begun.evidence(count: 2_000)
        let stranger = try await begun.server.device("Sam", person: 7, replica: 7)
        let elsewhere = AuditID(high: 8, low: 8)
        try await begun.server.core.found(elsewhere, lead: stranger.person, at: TestServer.now)
        begun.tester.record(
            begun.state(1),
            [
                Write(
                    field: FieldID(
                        criterion: "menu.ios.trigger-name", .evidence, file.hash.hex),
                    value: .present, replaces: [])
            ])
        try await begun.server.push(&begun.tester, to: begun.audit)
        let team = begun
        let path = ProtocolNames.export(team.audit) + "?format=html&thumbnails=true"
        let data = Data(file.bytes).base64EncodedString()
        let token = team.lead.token
        try await team.server.overHTTP(.live) { client in
            // Another audit has the file, and its hash is known here: nothing of it is shown.
            try await TestEvidence(bytes: file.bytes, audit: elsewhere, token: stranger.token)
                .upload(client)
            let before = try await client.get(path, .bearer(token))
            #expect(before.status == .ok)
            #expect(String(decoding: before.bytes, as: UTF8.self).contains(">Not here: "))
            try await file.upload(client)
            let tag = try #require(before.headers[.eTag])
            let after = try await client.get(path, .bearer(token, [.ifNoneMatch: tag]))
            #expect(after.status == .ok)
            #expect(String(decoding: after.bytes, as: UTF8.self).contains(data))
            let plain = try await client.get(
                ProtocolNames.export(team.audit) + "?format=html", .bearer(token))
            #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("<img"))
        }
    }
}
