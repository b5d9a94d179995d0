import Shared
import TestSupport
import Testing

struct TextTests {
    @Test(arguments: [
        ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"),
        ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("\u{958}", "\u{915}\u{93C}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("plain", "plain"), ("", ""), ("\0", "\0"),
        ("\u{FB01}", "\u{FB01}"),
    ])
    func `typed text is composed`(typed: String, composed: String) {
        let text = Text(normalizing: typed)
        #expect(Array(text.string.utf8) == Array(composed.utf8))
        #expect(Text(canonical: composed) == text)
        let isComposed = typed.utf8.elementsEqual(composed.utf8)
        #expect((Text(canonical: typed) == nil) == !isComposed)
    }

    @Test(arguments: [
        ("a\r\r\nb", "a\n\nb"), ("\r\r\r", "\n\n\n"), ("\n\r\n\r", "\n\n\n"), ("a\r\nb", "a\nb"),
        ("e\u{301}\r\u{301}", "e\u{301}\n\u{301}"), ("a\n", "a\n"),
    ])
    func `every line end that is typed is one line feed`(typed: String, feeds: String) {
        #expect(Array(typed.withLineFeeds.utf8) == Array(feeds.utf8))
        #expect(!Text(typed: typed).string.utf8.contains(13))
    }

    @Test func `composing twice changes nothing`() {
        let marks = [
            "\u{301}", "\u{323}", "\u{308}", "\u{1161}", "\u{11A8}", "\u{345}", "\u{3099}",
        ]
        let letters = ["a", "e", "\u{1100}", "\u{3B1}", "\u{304B}", " ", "/", "\u{1F1E9}"]
        for seed in Seeds.first(500) {
            var generator = SeededGenerator(seed: seed)
            let pieces = (0..<8).map { _ in
                generator.chance(50) ? generator.pick(marks) : generator.pick(letters)
            }
            let once = Text(normalizing: pieces.joined()).string
            let twice = Text(normalizing: once).string
            #expect(Array(once.utf8) == Array(twice.utf8), "\(Seeds.replay(seed))")
            #expect(Text(canonical: once) != nil, "\(Seeds.replay(seed))")
        }
    }

    @Test func `equality and order are those of the bytes`() {
        let texts = ["", "A", "a", "a\u{323}", "b", "\u{E9}", "\u{3A9}", "\u{FB01}", "\u{1F600}"]
            .map(Text.init(normalizing:))
        for (first, one) in texts.enumerated() {
            for (second, two) in texts.enumerated() {
                #expect((one == two) == (first == second))
                #expect((one < two) == one.string.utf8.lexicographicallyPrecedes(two.string.utf8))
            }
        }
        #expect(Set(texts).count == texts.count)
    }
}
