import TestSupport
import Testing

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

    @Test func `a failure names the command that replays it`() {
        #expect(
            Seeds.replay(17)
                == "replay: ACCORD_SEED=17 swift test --disable-xctest "
                + "--filter SeededGeneratorTests")
    }
}
