import Testing

@testable import Shared

/// What was heard, in the form in which it is compared.
struct SpokenPhraseTests {
    private func segments(_ text: String) -> [String] {
        SpokenPhrase(text).segments.map { $0.map(\.text).joined(separator: " ") }
    }

    @Test(arguments: [
        ("Close, button", ["close", "button"]),
        ("Close. Button. Double-tap to activate.", ["close", "button", "double tap to activate"]),
        ("Close，button", ["close", "button"]), ("Close,button", ["close", "button"]),
        ("double–tap – done", ["double tap", "done"]), ("Which one? Now", ["which 1", "now"]),
        ("What’s new: spring", ["whats new", "spring"]),
        ("Terms & “rules” (new)", ["terms and rules new"]),
        ("Balance, $1,200.50", ["balance", "1200.50 dollars"]),
        ("Volume 40%", ["volume 40 percent"]),
    ])
    func `signs are pauses or nothing, and hyphens spaces`(text: String, expected: [String]) {
        #expect(segments(text) == expected)
    }

    @Test(arguments: [
        ("heading level two", "heading level 2"), ("forty percent", "40 percent"),
        ("forty per cent", "40 percent"), ("twenty one of thirty", "21 of 30"),
        ("one hundred and five", "105"), ("two thousand three hundred twelve", "2312"),
        ("one two", "1 2"), ("ten five", "10 5"), ("May twenty twenty six", "may 2026"),
        ("nineteen ninety", "1990"), ("three point five stars", "3.5 stars"),
        ("hundred and thousand", "hundred and thousand"), ("one thousand", "1000"),
        ("two hundred and button", "200 and button"), ("zero", "0"),
        ("nine hundred ninety nine thousand nine hundred ninety nine", "999999"),
    ])
    func `numbers in words are digits`(text: String, expected: String) {
        #expect(segments(text) == [expected])
    }

    @Test func `what was typed comes back, with its pauses as commas`() {
        let phrase = SpokenPhrase("Loudness  forty percent slider. Swipe “up” or down.")
        #expect(phrase.typed == "Loudness forty percent slider, Swipe up or down")
    }

    @Test func `any text has a form, and long ones end`() {
        for text in ["", "…", "–—-", "&", "%", "$", "\u{200B}", "one ".repeated(5_000), "½", "１２"] {
            _ = SpokenPhrase(text)
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
