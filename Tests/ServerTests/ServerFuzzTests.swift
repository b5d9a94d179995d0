import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

/// What only the server decodes, over damaged bytes.
struct ServerFuzzTests {
    @Test func `gzip gives no more than was allowed`() {
        let plain = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let samples = [plain, Array(plain.prefix(100)), []].map { Gzip.compressed($0, level: 5) }
        let found = Fuzz.violations(of: "gzip", samples: samples, count: 1_500) { bytes in
            guard let decoded = try? Gzip.decompressed(bytes, limit: 40_000)
            else { return .refused }
            return .claim(decoded.count <= 40_000, else: "\(decoded.count) bytes came out")
        }
        #expect(found == [])
    }

    @Test func `no damaged token speaks for anybody else`() {
        let secret = ServerSecret(bytes: [UInt8](repeating: 7, count: ServerSecret.byteCount))
        let own = AuditID(high: 9, low: 9)
        let token = secret.exporterToken(
            audit: own, expires: TestServer.now.addingTimeInterval(60))
        let found = Fuzz.violations(
            of: "token", samples: [Array(token.utf8)], count: 3_000
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let bearer = try? secret.bearer(of: text, at: TestServer.now) else {
                return .refused
            }
            // However it is written: a token that was revoked stays so in every form.
            let whole = Bearer.exporter(audit: own, token: ServerSecret.hash(of: token))
            return .claim(bearer == whole, else: "it speaks for \(bearer)")
        }
        #expect(found == [])
    }

    @Test func `ranges and codes`() {
        let samples = ["bytes=0-9", "bytes=5-", "bytes=-18446744073709551615", "TBERG-00000-11111"]
        let found = Fuzz.violations(
            of: "range", samples: samples.map { Array($0.utf8) }, count: 3_000
        ) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = InviteCode(typed: text)
            guard let range = try? ByteRange(text, size: 10).bounds(of: 10) else { return .refused }
            return .claim(range.upperBound <= 10, else: "\(range) of 10 bytes")
        }
        #expect(found == [])
    }
}
