import Shared
import TestSupport
import Testing

struct VersionVectorTests {
    private func vector(_ numbers: UInt64...) -> VersionVector {
        VersionVector(
            numbers.enumerated().map { Dot(replica: Sample.replica($0 + 1), n: $1) })
    }

    private func random(_ generator: inout SeededGenerator) -> VersionVector {
        vector(
            UInt64(generator.below(4)), UInt64(generator.below(4)), UInt64(generator.below(4)))
    }

    @Test func `an absent replica stands at zero`() {
        let vector = vector(2)
        #expect(vector[Sample.replica(1)] == 2)
        #expect(vector[Sample.replica(9)] == 0)
        #expect(vector.covers(Dot(replica: Sample.replica(1), n: 2)))
        #expect(!vector.covers(Dot(replica: Sample.replica(1), n: 3)))
        #expect(!vector.covers(Dot(replica: Sample.replica(9), n: 1)))
    }

    @Test func `a zero leaves no entry`() {
        #expect(vector(0, 3, 0).entries.count == 1)
        #expect(vector(0, 0) == VersionVector())
    }

    @Test func `raising to a lower number changes nothing`() {
        var raised = vector(5)
        raised.raise(to: Dot(replica: Sample.replica(1), n: 3))
        #expect(raised == vector(5))
    }

    @Test func `entries ascend whatever the order they came in`() {
        let dots = (1...8).map { Dot(replica: Sample.replica($0), n: UInt64($0)) }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            #expect(VersionVector(generator.shuffled(dots + dots)).entries == dots)
        }
    }

    @Test func `join is the least vector that covers both`() {
        for seed in Seeds.first(500) {
            var generator = SeededGenerator(seed: seed)
            let (one, two, three) = (
                random(&generator), random(&generator), random(&generator)
            )
            let joined = one.joined(with: two)
            #expect(joined.covers(one) && joined.covers(two), "\(Seeds.replay(seed))")
            #expect(joined == two.joined(with: one), "\(Seeds.replay(seed))")
            #expect(one.joined(with: one) == one, "\(Seeds.replay(seed))")
            #expect(
                joined.joined(with: three) == one.joined(with: two.joined(with: three)),
                "\(Seeds.replay(seed))")
            let isUpperBound = three.covers(one) && three.covers(two)
            #expect(isUpperBound == three.covers(joined), "\(Seeds.replay(seed))")
        }
    }

    @Test func `covering both ways is equality`() {
        for seed in Seeds.first(500) {
            var generator = SeededGenerator(seed: seed)
            let one = random(&generator)
            let two = random(&generator)
            #expect((one.covers(two) && two.covers(one)) == (one == two), "\(Seeds.replay(seed))")
        }
    }

    // MARK: Bytes

    @Test func `bytes come back`() {
        for vector in [vector(), vector(1), vector(7, 0, 9), vector((1 << 63) - 1)] {
            #expect(VersionVector(bytes: vector.bytes) == vector)
        }
    }

    @Test func `bytes that no vector encodes to are refused`() {
        let one = vector(1).bytes
        let two = vector(0, 1).bytes
        #expect(VersionVector(bytes: one + two) != nil)
        #expect(VersionVector(bytes: two + one) == nil, "descending")
        #expect(VersionVector(bytes: one + one) == nil, "one replica twice")
        #expect(VersionVector(bytes: Array(one.dropLast())) == nil, "cut")
        let zero = Array(one.dropLast(8)) + [UInt8](repeating: 0, count: 8)
        #expect(VersionVector(bytes: zero) == nil, "n = 0")
        let negative = Array(one.dropLast(8)) + [0x80] + [UInt8](repeating: 0, count: 7)
        #expect(VersionVector(bytes: negative) == nil, "n = 2^63")
    }
}
