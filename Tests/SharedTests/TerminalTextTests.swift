import Testing

@testable import Shared

struct TerminalTextTests {
    @Test(arguments: [
        ("plain é\n\tlabel", "plain é\n\tlabel"),
        ("a\u{1B}[2Jb", "a\u{241B}[2Jb"),
        ("\u{1B}[1mbold\u{1B}[0m", "\u{1B}[1mbold\u{1B}[0m"),
        ("\u{1B}[8mhidden", "\u{241B}[8mhidden"),
        ("over\rwritten", "over\u{240D}written"),
        ("\u{7F}\u{9B}31m", "\u{2421}<U+9B>31m"),
        ("abc\u{202E}cba", "abc<U+202E>cba"),
    ])
    func `control characters are shown, not sent, but for our own styles`(
        text: String, shown: String
    ) {
        #expect(TerminalText.shown(text) == shown)
    }
}
