import Shared
import Testing

/// Texts in another language, in files of their own beside a control's.
struct TranslatedCatalogueTests {
    private static let control = """
        format: accord-catalogue/2
        control: lamp
        title: Lamp
        version: 2026.11.1
        parts: [{id: switch, title: Switch}]
        shared:
          states: [{id: on, title: On}, {id: off, title: Off}]
          criteria:
            - {id: name, category: name, part: switch, states: [on], wcag: ["4.1.2"],
               statement: It has a name., do: Swipe to it., expect: A name is heard.,
               fail: None is heard., impact: misled, basis: normative}
            - {id: role, category: role, part: switch, states: [on], wcag: ["4.1.2"],
               statement: It has a role., do: Swipe to it., expect: A role is heard.,
               fail: None is heard., impact: misled, basis: normative}
        platforms: {ios: {}, android: {}}

        """

    private static let german = """
        format: accord-texts/1
        control: lamp
        language: de
        title: Lampe
        parts: {switch: Schalter}
        states: {on: An}
        criteria:
          name: {statement: Sie hat einen Namen., expect: "{reader} spricht einen Namen."}
        platforms:
          ios: {criteria: {name: {statement: Sie hat auf iOS einen Namen.}}}

        """

    private func files(
        _ texts: String, named name: String = "lamp.de.yaml"
    ) throws -> CatalogueFiles {
        try CatalogueFiles([
            CatalogueFiles.File(path: "lamp.yaml", content: Array(Self.control.utf8)),
            CatalogueFiles.File(path: name, content: Array(texts.utf8)),
        ])
    }

    @Test func `what a file lacks stays in English, and ids stay everywhere`() throws {
        let english = try CatalogueLoader.load(files(Self.german))
        let german = english.speaking("de")
        let lamp = try #require(german.control("lamp"))
        #expect(lamp.title == "Lampe" && german.headings.map(\.title) == ["Lampe"])
        #expect(lamp.parts.map(\.title) == ["Schalter"])
        let android = try #require(lamp.platform("android"))
        #expect(android.states.map(\.title) == ["An", "Off"])
        #expect(android.criteria.map(\.statement) == ["Sie hat einen Namen.", "It has a role."])
        #expect(android.criteria[0].test.expected == "TalkBack spricht einen Namen.")
        #expect(android.criteria[0].test.action == "Swipe to it.")
        let ios = try #require(lamp.platform("ios"))
        #expect(ios.criteria[0].statement == "Sie hat auf iOS einen Namen.")
        #expect(ios.criteria[0].test.expected == "VoiceOver spricht einen Namen.")
        let same = english.control("lamp")?.platform("ios")?.criteria.map(\.id)
        #expect(ios.criteria.map(\.id) == same)
        #expect(german.pin == english.pin && english.languages == ["de"])
        for other in [nil, "fr", "en"] {
            #expect(english.speaking(other).control("lamp") == english.control("lamp"))
        }
    }

    @Test(arguments: [
        ("control: lamp", "control: lump", "`lump` is no control of this catalogue"),
        ("language: de", "language: en", "English stands in the control's own file"),
        ("language: de", "language: fr", "stand in lamp.fr.yaml"),
        ("  name: {state", "  nam: {state", "criteria.nam: `nam` is no criterion of it"),
        ("{switch: Sch", "{swich: Sch", "parts.swich: `swich` is no part of it"),
        ("{on: An}", "{am: An}", "states.am: `am` is no state of it"),
        ("{reader}", "{leser}", "`{leser}` stands for nothing"),
        ("ios: {", "web: {", "unknown key"),
    ])
    func `a text that belongs nowhere is told`(
        right: String, wrong: String, message: String
    ) throws {
        let files = try files(Self.german.replacing(right, with: wrong))
        let told = CatalogueLoader.check(files).map(\.description)
        #expect(told.contains { $0.contains(message) && $0.contains("lamp.de.yaml:") }, "\(told)")
        #expect(throws: CatalogueError.self) { try CatalogueLoader.load(files) }
    }
}
