import Shared
import TestSupport
import Testing

struct Hash256Tests {
    @Test func `the hash of nothing is the known one`() {
        let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(Hash256(of: []).hex == known)
        #expect([UInt8](hex: known).flatMap { Hash256(bytes: $0) } == Hash256(of: []))
    }

    @Test func `bytes come back, and only thirty-two are taken`() {
        let bytes = Array(UInt8(0)..<32)
        #expect(Hash256(bytes: bytes)?.bytes == bytes)
        #expect(Hash256(bytes: bytes.dropLast()) == nil)
        #expect(Hash256(bytes: bytes + [0]) == nil)
    }

    @Test func `sums do not depend on the order and can be taken back`() {
        let hashes = (0..<20).map { Hash256(of: [UInt8($0)]) }
        let sum = hashes.reduce(.zero, &+)
        #expect(hashes.reversed().reduce(.zero, &+) == sum)
        #expect(hashes.reduce(sum, &-) == .zero)
    }

    @Test func `a sum carries through all words and wraps around`() throws {
        let largest = try #require(Hash256(bytes: [UInt8](repeating: 0xFF, count: 32)))
        let one = try #require(Hash256(bytes: [UInt8](repeating: 0, count: 31) + [1]))
        #expect(largest &+ one == .zero)
        #expect(.zero &- one == largest)
        #expect(largest &- largest == .zero)
    }

    @Test func `the edit id is the first sixteen bytes`() {
        let hash = Hash256(of: [7])
        #expect(hash.edit.bytes == Array(hash.bytes.prefix(16)))
    }
}
