import Shared
import TestSupport
import Testing

struct DotRangesTests {
    private func dot(_ replica: Int, _ n: UInt64) -> Dot {
        Dot(replica: Sample.replica(replica), n: n)
    }

    @Test func `what was put in is there, in any order and once, and nothing else`() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            var dots = DotRanges()
            var expected: Set<Dot> = []
            for _ in 0..<generator.below(40) {
                let dot = dot(generator.below(3), UInt64(generator.below(20) + 1))
                dots.insert(dot)
                expected.insert(dot)
            }
            #expect(dots.count == expected.count)
            #expect(dots.isEmpty == expected.isEmpty)
            for replica in 0..<4 {
                for n in UInt64(0)..<22 {
                    #expect(dots.contains(dot(replica, n)) == expected.contains(dot(replica, n)))
                }
            }
        }
    }

    @Test func `the largest number that a database has can be put in`() {
        var dots = DotRanges()
        dots.insert(dot(1, UInt64(Int64.max)))
        #expect(dots.contains(dot(1, UInt64(Int64.max))))
        #expect(!dots.contains(dot(1, UInt64(Int64.max) - 1)))
    }
}
