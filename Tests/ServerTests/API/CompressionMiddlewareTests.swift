import HTTPTypes
import HummingbirdTesting
import Shared
import SwiftProtobuf
import Testing

@testable import Server

struct CompressionMiddlewareTests {
    @Test(arguments: ["zstd", "gzip"])
    func `both ways carry both encodings`(_ coding: String) async throws {
        var team = try await TestServer().team()
        for index in 1...50 { team.tester.judge(team.state(UInt64(index)), .passed) }
        let request = team.tester.request().canonicalBytes()
        let encoded =
            coding == "zstd"
            ? Zstd.compressed(request, level: 3) : Gzip.compressed(request, level: 5)
        let token = team.tester.token
        let audit = team.audit
        try await team.server.overHTTP { client in
            let pushed = try await client.post(
                ProtocolNames.changes(audit), .bearer(token, [.contentEncoding: coding]), encoded)
            #expect(try WirePushResponse(serializedBytes: pushed.bytes).acknowledged == 50)

            let plain = try await client.get(ProtocolNames.records(audit), .bearer(token))
            let short = try await client.get(
                ProtocolNames.records(audit), .bearer(token, [.acceptEncoding: coding]))
            #expect(short.headers[.contentEncoding] == coding)
            #expect(short.bytes.count < plain.bytes.count / 2)
            #expect(short.headers[.contentLength] == "\(short.bytes.count)")
            let decoded =
                coding == "zstd"
                ? try Zstd.decompressed(short.bytes, limit: 1_000_000)
                : try Gzip.decompressed(short.bytes, limit: 1_000_000)
            #expect(decoded == plain.bytes)
        }
    }

    @Test(arguments: [
        (nil, nil), ("", nil), ("zstd", "zstd"), ("gzip, zstd", "zstd"), ("GZIP", "gzip"),
        ("zstd;q=0", nil), ("zstd; q=0.000, gzip", "gzip"), ("zstd;q=0.1, gzip;q=0.9", "gzip"),
        ("gzip;q=x", nil), ("x-gzip, zstdish", nil), ("*", nil), ("identity, gzip;Q=1", "gzip"),
    ])
    func `an answer is encoded as the client likes best, and never as it refuses`(
        accepted: String?, coding: String?
    ) {
        #expect(StreamCoding(accepted: accepted)?.rawValue == coding)
    }

    @Test func `a bomb is refused before it is decoded`() async throws {
        let team = try await TestServer().team()
        let bomb = [UInt8](repeating: 0, count: 60_000_000)
        let token = team.tester.token
        let path = ProtocolNames.changes(team.audit)
        try await team.server.overHTTP { client in
            for (coding, bytes) in [
                ("zstd", Zstd.compressed(bomb, level: 3)),
                ("gzip", Gzip.compressed(bomb, level: 5)),
            ] {
                let answer = try await client.post(
                    path, .bearer(token, [.contentEncoding: coding]), bytes)
                #expect(Problem(json: answer.bytes)?.code == .tooLarge, "\(coding)")
            }
        }
    }

    @Test func `an unknown encoding is named, damaged bytes are malformed`() async throws {
        let team = try await TestServer().team()
        let token = team.tester.token
        let path = ProtocolNames.changes(team.audit)
        try await team.server.overHTTP { client in
            let unknown = try await client.post(
                path, .bearer(token, [.contentEncoding: "br"]), [1, 2, 3])
            #expect(Problem(json: unknown.bytes)?.code == .unsupportedEncoding)
            let damaged = try await client.post(
                path, .bearer(token, [.contentEncoding: "zstd"]), [1, 2, 3])
            #expect(Problem(json: damaged.bytes)?.code == .malformed)
        }
    }

    @Test func `without a token only what enrolling takes is read`() async throws {
        let server = try TestServer()
        let large = [UInt8](repeating: 1, count: 100_000)
        try await server.overHTTP { client in
            let plain = try await client.post(ProtocolNames.replicas, [:], large)
            #expect(Problem(json: plain.bytes)?.code == .tooLarge)
            let coded = try await client.post(
                ProtocolNames.replicas, [.contentEncoding: "zstd"],
                Zstd.compressed(large, level: 3))
            #expect(Problem(json: coded.bytes)?.code == .tooLarge)
        }
    }
}
