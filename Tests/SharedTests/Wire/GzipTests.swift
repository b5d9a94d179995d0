import Shared
import Testing

struct GzipTests {
    private static let text = [UInt8](String(repeating: "focus returns ", count: 9_000).utf8)

    @Test(arguments: [0, 1, 63_000, 64 * 1024, 126_000])
    func `what is compressed is decompressed to the same bytes`(_ count: Int) throws {
        let bytes = Array(Self.text.prefix(count))
        let encoded = Gzip.compressed(bytes, level: 5)
        #expect(try Gzip.decompressed(encoded, limit: count) == bytes)
    }

    @Test func `more than the limit is not handed out`() {
        let encoded = Gzip.compressed(Self.text, level: 5)
        #expect(throws: CompressionError.tooLarge(limit: Self.text.count - 1)) {
            try Gzip.decompressed(encoded, limit: Self.text.count - 1)
        }
    }

    @Test func `what repeats itself is taken up to the limit, however small it travels`() throws {
        let zeros = [UInt8](repeating: 0, count: 1_000_000)
        let encoded = Gzip.compressed(zeros, level: 9)
        #expect(try Gzip.decompressed(encoded, limit: zeros.count) == zeros)
        #expect(throws: CompressionError.tooLarge(limit: zeros.count - 1)) {
            try Gzip.decompressed(encoded, limit: zeros.count - 1)
        }
    }

    @Test func `damaged and cut bytes are malformed`() {
        let encoded = Gzip.compressed(Self.text, level: 5)
        var damaged = encoded
        damaged[encoded.count / 2] ^= 0xFF
        for bytes in [damaged, Array(encoded.dropLast(3)), [], [1, 2, 3]] {
            #expect(throws: CompressionError.malformed) {
                try Gzip.decompressed(bytes, limit: 1_000_000)
            }
        }
    }
}
