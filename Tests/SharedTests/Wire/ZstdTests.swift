import Shared
import Testing

struct ZstdTests {
    private let findings = Array(
        (0..<500).map { "menu.android.state-open-\($0): failed, serious\n" }.joined().utf8)

    private func decompressed(
        _ bytes: [UInt8], limit: Int = 1 << 20
    ) throws(CompressionError) -> [UInt8] {
        try Zstd.decompressed(bytes, limit: limit)
    }

    @Test(arguments: [Int32(1), 3, 19])
    func `what was compressed comes back`(level: Int32) throws {
        let compressed = Zstd.compressed(findings, level: level)
        #expect(compressed.count < findings.count / 4)
        #expect(try decompressed(compressed) == findings)
    }

    @Test func `no bytes make a frame that decodes to no bytes`() throws {
        #expect(try decompressed(Zstd.compressed([], level: 1)).isEmpty)
    }

    @Test func `a body of many pieces comes back, also when the last piece is full`() throws {
        for count in [128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 512 * 1024] {
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
            #expect(try decompressed(Zstd.compressed(body, level: 1)) == body)
        }
    }

    @Test func `several frames in a row decode to one body`() throws {
        let frames = Zstd.compressed(findings, level: 1) + Zstd.compressed([7, 8], level: 3)
        #expect(try decompressed(frames) == findings + [7, 8])
    }

    @Test func `a claimed size over the limit is refused before decoding`() {
        let compressed = Zstd.compressed(findings, level: 3)
        // Only the header is given: had decoding begun, the error would be `truncated`.
        let header = Array(compressed.prefix(18))
        #expect(throws: CompressionError.tooLarge(limit: 100)) {
            try decompressed(header, limit: 100)
        }
    }

    @Test func `an unclaimed size over the limit is refused while decoding`() {
        let encoder = ZstdEncoder(level: 1)
        let bomb = encoder.compress([UInt8](repeating: 0, count: 1 << 20)) + encoder.finish()
        #expect(throws: CompressionError.tooLarge(limit: 40_000)) {
            try decompressed(bomb, limit: 40_000)
        }
    }

    @Test func `what repeats itself is taken up to the limit, however small it travels`() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let compressed = Zstd.compressed(zeros, level: 3)
        #expect(try decompressed(compressed, limit: zeros.count) == zeros)
        #expect(throws: CompressionError.tooLarge(limit: zeros.count - 1)) {
            try decompressed(compressed, limit: zeros.count - 1)
        }
    }

    @Test func `every proper prefix of a frame is an error`() {
        let compressed = Zstd.compressed(findings, level: 3)
        for count in 0..<compressed.count {
            #expect(throws: CompressionError.truncated) {
                try decompressed(Array(compressed.prefix(count)))
            }
        }
    }

    @Test func `bytes that are not zstd are an error`() {
        for garbage in [Array("<html>hello</html>".utf8), [0x28, 0xB5, 0x2F, 0xFD, 0xFF, 0xFF]] {
            #expect(throws: CompressionError.self) { try decompressed(garbage) }
        }
        let trailing = Zstd.compressed(findings, level: 1) + Array("garbage".utf8)
        #expect(throws: CompressionError.self) { try decompressed(trailing) }
    }

    @Test func `a frame that asks for a window of half a gigabyte is refused`() {
        // Magic number, a header without single segment and size, window descriptor 2^29.
        let header: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 19 << 3, 0x01, 0x00, 0x00]
        guard
            case .malformed = #expect(
                throws: CompressionError.self,
                performing: {
                    try decompressed(header)
                })
        else {
            Issue.record("The window was accepted.")
            return
        }
    }

    @Test func `each flushed piece can be decoded before the frame ends`() throws {
        let encoder = ZstdEncoder(level: 1)
        var frame: [UInt8] = []
        for number in 0..<10 {
            let piece = Array("piece \(number) ".utf8)
            frame += encoder.compress(piece)
            frame += encoder.flush()
        }
        // An unfinished frame is no complete body, whatever of it can be decoded.
        #expect(throws: CompressionError.truncated) { try decompressed(frame) }
        frame += encoder.finish()
        let pieces = (0..<10).map { "piece \($0) " }.joined()
        #expect(try decompressed(frame) == Array(pieces.utf8))
    }

    @Test func `a long body passes through the encoder in small chunks`() throws {
        let encoder = ZstdEncoder(level: 3)
        var frame: [UInt8] = []
        for start in stride(from: 0, to: findings.count, by: 777) {
            frame += encoder.compress(Array(findings[start..<min(start + 777, findings.count)]))
        }
        frame += encoder.finish()
        #expect(try decompressed(frame) == findings)
    }
}
