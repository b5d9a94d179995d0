import Testing

@testable import TestSupport

struct SeededGeneratorTests {
    @Test func `one seed gives the known sequence of SplitMix64`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let drawn = (0..<3).map { _ in generator.next() }
        #expect(
            drawn == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test func `a shuffle loses nothing`() {
        var generator = SeededGenerator(seed: 5)
        #expect(generator.shuffled(Array(0..<50)).sorted() == Array(0..<50))
    }

    @Test(arguments: [
        ("50", 0..<50), ("200-399", 200..<400), ("7-7", 7..<8), ("9-7", nil), ("many", nil),
        ("", nil), ("-5", nil), ("5-", nil), ("1-2-3", nil),
    ])
    func `seeds are counted, or named by the first and the last`(
        _ text: String, _ range: Range<UInt64>?
    ) {
        #expect(Seeds.range(text) == range)
    }

    @Test func `a failure names the command that replays it`() {
        #expect(
            Seeds.replay(17)
                == "replay: ACCORD_SEED=17 swift test --disable-xctest "
                + "--filter SeededGeneratorTests")
    }
}
