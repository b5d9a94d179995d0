import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Shared
import Testing

@testable import Server

/// A file to upload, and the requests that bring it.
struct TestEvidence {
    let bytes: [UInt8]
    let audit: AuditID
    let token: String

    var hash: Hash256 { Hash256(of: bytes) }
    var path: String { ProtocolNames.blob(audit, hash) }

    /// - Parameter announced: Nil for the truth.
    func begin(
        _ client: any TestClientProtocol, hash announced: Hash256? = nil, size: UInt64? = nil
    ) async throws -> TestResponse {
        let digest = Data((announced ?? hash).bytes).base64EncodedString()
        let headers: HTTPFields = [
            .uploadLength: "\(size ?? UInt64(bytes.count))", .reprDigest: "sha-256=:\(digest):",
        ]
        return try await client.post(
            ProtocolNames.uploads(audit), .bearer(token, headers), [])
    }

    func append(
        _ client: any TestClientProtocol, to place: String, _ part: Range<Int>,
        at offset: Int? = nil
    ) async throws -> TestResponse {
        let isLast = part.upperBound == bytes.count
        let headers: HTTPFields = [
            .contentType: ProtocolNames.partialUpload,
            .uploadOffset: "\(offset ?? part.lowerBound)", .uploadComplete: isLast ? "?1" : "?0",
        ]
        return try await client.execute(
            uri: place, method: .patch, headers: .bearer(token, headers),
            body: ByteBuffer(bytes: bytes[part])
        ) { $0 }
    }

    func state(_ client: any TestClientProtocol, of place: String) async throws -> TestResponse {
        try await client.execute(uri: place, method: .head, headers: .bearer(token)) { $0 }
    }

    /// The whole way up, in one part.
    func upload(_ client: any TestClientProtocol) async throws {
        let begun = try await begin(client)
        let place = try #require(begun.headers[.location])
        let answer = try await append(client, to: place, 0..<bytes.count)
        try #require(answer.headers[.uploadComplete] == "?1", "\(answer.status)")
    }
}

extension TestTeam {
    /// A picture by its first bytes, each seed another one.
    func evidence(_ seed: UInt8 = 1, count: Int = 300_000, token: String? = nil) -> TestEvidence {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, seed]
        let rest = (0..<count - head.count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
        return TestEvidence(bytes: head + rest, audit: audit, token: token ?? tester.token)
    }

    var exporterToken: String {
        server.secret.exporterToken(audit: audit, expires: TestServer.now.addingTimeInterval(60))
    }
}
