import Shared
import Testing

struct NaturalKeyTests {
    @Test(arguments: [
        ("Transaction details", "transaction details"), ("  two\t words\n", "two words"),
        ("A\u{A0}B\u{3000}C", "a b c"), ("E\u{301}", "\u{E9}"), ("\u{1E9E}", "\u{DF}"),
        ("\u{3A3}\u{3C2}\u{3C3}", "\u{3C3}\u{3C3}\u{3C3}"), ("\u{130}", "\u{130}"), ("", ""),
        ("\u{1F88}", "\u{1F80}"), ("\u{10400}", "\u{10428}"),
    ])
    func `labels are folded`(label: String, folded: String) {
        #expect(Array(NaturalKey.folded(label).utf8) == Array(folded.utf8))
    }

    /// Pairs that look the same on a screen, or nearly; escapes, because nobody would see the rest.
    @Test(arguments: [
        ("Sort", "So\u{200B}rt"), ("Sort", "\u{FEFF}Sort\u{200F}"), ("Sort", "So\u{AD}rt"),
        ("Don't", "Don\u{2019}t"), ("\"Now\"", "\u{201C}Now\u{201D}"),
        ("\u{2764}", "\u{2764}\u{FE0F}"),
        ("\u{6A9}\u{62A}\u{627}\u{628}", "\u{6A9}\u{62A}\u{200C}\u{627}\u{628}"),
        ("\u{E9}", "e\u{34F}\u{301}"), ("Sort", "Sort\u{E0061}\u{E0062}"),
        ("\u{1F468}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"), ("Sort", "\u{202E}Sort\u{202C}"),
    ])
    func `what nobody sees makes no other name`(plain: String, hidden: String) {
        #expect(NaturalKey.folded(plain) == NaturalKey.folded(hidden))
        let folded = NaturalKey.folded(hidden)
        #expect(NaturalKey.folded(folded) == folded)
    }

    @Test func `what is seen tells names apart`() {
        let england = "gbeng"
        let scotland = "gbsct"
        func flag(_ tags: String) -> String {
            var scalars = String.UnicodeScalarView(["\u{1F3F4}"])
            for tag in tags.unicodeScalars { scalars.append(Unicode.Scalar(0xE0000 + tag.value)!) }
            scalars.append("\u{E007F}")
            return String(scalars)
        }
        #expect(NaturalKey.folded(flag(england)) != NaturalKey.folded(flag(scotland)))
        #expect(NaturalKey.folded("\u{1F44D}\u{1F3FB}") != NaturalKey.folded("\u{1F44D}\u{1F3FF}"))
        #expect(NaturalKey.folded("\u{200B}\u{AD}").isEmpty, "a name of which nothing is seen")
    }

    @Test func `a name that is given again makes another component, the same everywhere`() {
        let ids = (0..<4).map {
            NaturalKey.component(screen: "Cards", control: "menu", label: "Options", again: $0)
        }
        #expect(Set(ids).count == 4)
        #expect(
            ids[0] == NaturalKey.component(screen: "cards", control: "menu", label: "options"))
    }

    @Test func `a combining mark after a space does not vanish`() {
        #expect(Array(NaturalKey.folded("a \u{301}b").utf8) == Array("a \u{301}b".utf8))
    }

    @Test func `folding twice changes nothing`() {
        for label in ["Übersicht", "STRASSE", "a \u{301}b", "\u{1E9E}", "İstanbul", "ΑΣ ς"] {
            let once = NaturalKey.folded(label)
            #expect(NaturalKey.folded(once) == once)
        }
    }

    @Test func `two testers' spellings meet, and other things do not`() {
        func id(
            _ screen: String, _ control: String, _ label: String, _ ordinal: UInt32 = 1
        )
            -> ComponentID
        {
            NaturalKey.component(screen: screen, control: control, label: label, ordinal: ordinal)
        }
        let one = id("Cards", "menu", "Card options")
        #expect(one == id(" cards ", "menu", "CARD  OPTIONS"))
        #expect(one != id("Cards", "Menu", "Card options"), "control ids are taken as they are")
        #expect(one != id("Cards", "menu", "Card options", 2))
        #expect(one != id("Card", "menu", "s Card options"), "lengths keep parts apart")
    }

    @Test func `environments come back from their plain form`() throws {
        let environment = try #require(Environment(plain: "ios-voiceover-phone-18"))
        #expect(environment.plain == "ios-voiceover-phone-18")
        #expect(environment.id == Environment(plain: "IOS-VoiceOver-Phone-18")?.id)
        for wrong in ["", "ios", "ios-voiceover-phone", "ios-voiceover-phone-", "a-b-c-d-e"] {
            #expect(Environment(plain: wrong) == nil)
        }
    }
}
