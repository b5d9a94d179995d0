/// Damages bytes as disks, networks and enemies do: one to four wounds at a time.
package struct ByteMutator {
    private static let edges: [UInt8] = [0, 1, 0x0A, 0x22, 0x2F, 0x7F, 0x80, 0xC0, 0xFE, 0xFF]

    private var generator: SeededGenerator
    private let samples: [[UInt8]]

    /// - Precondition: There is at least one sample.
    package init(seed: UInt64, samples: [[UInt8]]) {
        generator = SeededGenerator(seed: seed)
        self.samples = samples
    }

    /// One of the samples, damaged.
    package mutating func next() -> [UInt8] {
        var bytes = generator.pick(samples)
        for _ in 0...generator.below(4) { wound(&bytes) }
        return bytes
    }

    private mutating func wound(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = (0...generator.below(8)).map { _ in UInt8(generator.below(256)) }
            return
        }
        let place = generator.below(bytes.count)
        switch generator.below(9) {
        case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
        case 1: bytes[place] = generator.pick(Self.edges)
        case 2: bytes[place] = UInt8(generator.below(256))
        case 3: bytes.removeSubrange(range(in: bytes))
        case 4: bytes.insert(contentsOf: bytes[range(in: bytes)], at: place)
        case 5: bytes.removeLast(bytes.count - place)
        case 6: bytes.insert(UInt8(generator.below(256)), at: place)
        case 7:
            // A number at its edge, where lengths and counts are.
            let edge = generator.pick([UInt8(0), 0x7F, 0xFF])
            for index in place..<min(place + 8, bytes.count) { bytes[index] = edge }
        default:
            let other = generator.pick(samples)
            if !other.isEmpty { bytes.replaceSubrange(place..., with: other[range(in: other)]) }
        }
    }

    private mutating func range(in bytes: [UInt8]) -> Range<Int> {
        let start = generator.below(bytes.count)
        return start..<min(start + 1 + generator.below(16), bytes.count)
    }
}
