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
