import TestSupport
import Shared
import Testing

@testable import Server

struct GzipEncoderTests {
    @Test func `the pieces of all calls are one member that holds all bytes`() throws {
        var generator = SeededGenerator(seed: 5)
        for sizes in [[], [0], [1], [100_000, 0, 3], [70_000, 70_000, 70_000]] {
            let encoder = GzipEncoder(level: 5)
            var bytes: [UInt8] = []
            var encoded: [UInt8] = []
            for size in sizes {
                // Half noise, half repetition: pieces that fill the room and pieces that do not.
                let piece = (0..<size).map { index in
                    index.isMultiple(of: 2) ? UInt8.random(in: 0...255, using: &generator) : 7
                }
                bytes += piece
                encoded += encoder.compress(piece)
            }
            encoded += encoder.finish()
            #expect(
                try Gzip.decompressed(encoded, limit: 1_000_000) == bytes)
        }
    }
}
