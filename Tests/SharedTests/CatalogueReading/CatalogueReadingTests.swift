import Shared
import Testing

/// What shows only where files lie beside each other, or in the bytes of one.
struct CatalogueReadingTests {
    private func told(_ files: [String: String]) throws -> [String] {
        CatalogueLoader.check(try KnobFiles.files(files)).map(\.description)
    }

    // MARK: Names

    @Test func `an id that two controls have is told with both files and both lines`() throws {
        let told = try told([
            "a.yaml": KnobFiles.knob(), "b.yaml": "# Another one.\n" + KnobFiles.knob(),
        ])
        #expect(
            told == [
                "b.yaml:3: control: `knob` is the id of a control in a.yaml:2: give this control "
                    + "another id"
            ])
    }

    @Test func `an alias that is another control’s id is told as an alias, with both lines`()
        throws
    {
        let dial = KnobFiles.knob("dial", aliases: ["wheel", "knob"])
        // In whichever order they are read.
        #expect(
            try told(["a.yaml": KnobFiles.knob(), "b.yaml": dial]) == [
                "b.yaml:7: aliases: the alias `knob` is the id of a control in a.yaml:2: a name "
                    + "means one control; leave it out in one"
            ])
        #expect(
            try told(["a.yaml": dial, "b.yaml": KnobFiles.knob()]) == [
                "b.yaml:2: control: `knob` is an alias of `dial` in a.yaml:7: give this control "
                    + "another id"
            ])
    }

    @Test func `an alias of two controls is told, and each of several`() throws {
        let told = try told([
            "a.yaml": KnobFiles.knob(aliases: ["wheel", "turner"]),
            "b.yaml": KnobFiles.knob("dial", aliases: ["turner", "wheel"]),
        ])
        #expect(
            told.map { $0.prefix(while: { $0 != ";" }) } == [
                "b.yaml:6: aliases: the alias `turner` is an alias of `knob` in a.yaml:7: a name "
                    + "means one control",
                "b.yaml:7: aliases: the alias `wheel` is an alias of `knob` in a.yaml:6: a name "
                    + "means one control",
            ])
    }

    // MARK: Bytes

    @Test func `a byte order mark before the text is no part of it`() throws {
        #expect(try told(["a.yaml": "\u{FEFF}" + KnobFiles.knob()]) == [])
        let broken = "\u{FEFF}" + KnobFiles.knob().replacing("title: Knob\n", with: "titel: Knob\n")
        #expect(try told(["a.yaml": broken]).first?.hasPrefix("a.yaml:3: titel: unknown") == true)
    }

    @Test(arguments: [true, false])
    func `UTF-16 is told as such`(isMarked: Bool) throws {
        let units = Array((isMarked ? "\u{FEFF}" : "").utf16) + Array(KnobFiles.knob().utf16)
        for isLittle in [true, false] {
            let bytes = units.flatMap { unit in
                let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                return isLittle ? pair : pair.reversed()
            }
            let file = CatalogueFiles.File(path: "a.yaml", content: bytes)
            let told = CatalogueLoader.check(try CatalogueFiles([file])).map(\.description)
            #expect(told == ["a.yaml:1: it is UTF-16: save it as UTF-8"])
        }
    }

    // MARK: Several faults

    @Test func `a fault of each entry is told, and each once`() throws {
        let wrong = KnobFiles.knob()
            .replacing("title: Enabled}", with: "titel: Enabled}\n    - {id: at rest, title: Rest}")
            .replacing("category: name", with: "category: nmae")
            .replacing("  criteria:\n", with: "  criteria:\n    - {id: bare}\n")
            .replacing(
                "  ios: {}\n",
                with: """
                      ios:
                        announcements:
                          - {part: knob, state: enabled, label: It, role: dial, example: It}
                          - {part: knop, state: enabled, label: It, role: slider, example: It}
                        hints:
                          - {criteria: [knob-name], framework: any, text: Name it., note: now}
                      android: {}

                    """)
        let told = try told(["a.yaml": wrong])
        let keys = told.map { $0.split(separator: ": ")[1] }
        #expect(
            keys == [
                "shared.states[0].titel", "shared.states[1].id", "shared.criteria[0].basis",
                "shared.criteria[1].category", "platforms.ios.announcements[0].role",
                "platforms.ios.announcements[1].part", "platforms.ios.hints[0].note",
            ], "\(told)")
    }

    @Test func `what names a wrong entry is not wrong for that`() throws {
        let wrong = KnobFiles.knob()
            .replacing("title: Enabled}", with: "titel: Enabled}")
            .replacing("  - {id: knob, title: Knob}", with: "  - {id: knob, titel: Knob}")
        let told = try told(["a.yaml": wrong, "knob.de.yaml": KnobFiles.german])
        #expect(told.count == 2 && told.allSatisfy { $0.contains(".titel: unknown") }, "\(told)")
    }

    @Test func `no file hides what is wrong in the next`() throws {
        let told = try told([
            "a.yaml": "format: [", "b.yaml": KnobFiles.knob("1 2"),
            "c.yaml": KnobFiles.knob().replacing("version: 2026", with: "version: 26"),
        ])
        #expect(told.map { $0.prefix(2) } == ["a.", "b.", "c."], "\(told)")
    }

    // MARK: Text in braces

    @Test func `of two texts in braces each platform has its own`() throws {
        let knob = KnobFiles.knob()
            .replacing(
                "Swipe to the knob and listen.",
                with: "\"{reader} on {platform}: {rotor|reading controls}, {|and }listen.\""
            )
            .replacing("ios: {}", with: "ios: {}\n  android: {}")
        let control = try #require(
            try CatalogueLoader.load(try KnobFiles.files(["a.yaml": knob]), isNew: true)
                .control("knob"))
        #expect(
            control.platforms.map { $0.criteria[0].test.action } == [
                "TalkBack on Android: reading controls, and listen.",
                "VoiceOver on iOS: rotor, listen.",
            ])
    }

    @Test(arguments: [
        ("Swipe {twice|} to it.", "Swipe twice to it.", "Swipe to it."),
        ("Swipe to it {twice|}.", "Swipe to it twice.", "Swipe to it."),
        ("Swipe to it. {|Wait.}", "Swipe to it.", "Swipe to it. Wait."),
        ("{At once,|} it is heard.", "At once, it is heard.", "it is heard."),
    ])
    func `where one platform has nothing, no space is left over`(
        text: String, ios: String, android: String
    ) throws {
        let knob = KnobFiles.knob()
            .replacing("Swipe to the knob and listen.", with: "\"\(text)\"")
            .replacing("ios: {}", with: "ios: {}\n  android: {}")
        let files = try KnobFiles.files(["a.yaml": knob])
        let control = try CatalogueLoader.load(files, isNew: true).control("knob")
        #expect(control?.platforms.map { $0.criteria[0].test.action } == [android, ios])
    }

    @Test func `code is never filled, and may hold any brace`() throws {
        let code = "if isOn { say(\"{reader}\") } // {a|b}"
        let knob = KnobFiles.knob().replacing(
            "ios: {}",
            with: "ios:\n    hints:\n      - {category: name, framework: swiftui, "
                + "text: Say it., code: '\(code)'}")
        let catalogue = try CatalogueLoader.load(
            try KnobFiles.files(["a.yaml": knob]), isNew: true)
        #expect(catalogue.control("knob")?.platforms[0].hints[0].code == code)
    }

    @Test(arguments: [
        ("Keep it with remember { }.", true), ("Let semantics { disabled() } be.", true),
        ("Use clearAndSetSemantics {}.", true), ("Write { if a { b() } else { c() } }.", true),
        ("Ask {Reader}.", false), ("Ask { reader }.", false), ("Ask {iOS}.", false),
        ("Ask {a|b|c}.", false), ("Ask {reader.", false),
    ])
    func `a hint may name code in braces, and misspells nothing`(
        text: String, isSound: Bool
    ) throws {
        let knob = KnobFiles.knob().replacing(
            "ios: {}",
            with: "ios:\n    hints:\n      - {category: name, framework: any, text: \"\(text)\"}")
        let told = try told(["a.yaml": knob])
        #expect(told.isEmpty == isSound && told.count < 2, "\(told)")
    }

    @Test func `what is pinned is read with the braces that it has`() throws {
        let odd = KnobFiles.knob().replacing("Swipe to the knob", with: "Swipe, {Reader} {on")
        let files = try KnobFiles.files(["a.yaml": odd])
        #expect(throws: CatalogueError.self) { try CatalogueLoader.load(files, isNew: true) }
        let control = try CatalogueLoader.load(files).control("knob")
        #expect(control?.platforms[0].criteria[0].test.action.contains("{Reader} {on") == true)
    }

    @Test func `in another language braces hold two texts as well`() throws {
        let german = KnobFiles.german.replacing(
            "Er hat einen Namen.", with: "\"{VoiceOver|TalkBack} nennt ihn.\"")
        let knob = KnobFiles.knob().replacing("ios: {}", with: "ios: {}\n  android: {}")
        let files = try KnobFiles.files(["a.yaml": knob, "knob.de.yaml": german])
        let control = try CatalogueLoader.load(files, isNew: true).speaking("de").control("knob")
        #expect(
            control?.platforms.map { $0.criteria[0].statement } == [
                "TalkBack nennt ihn.", "VoiceOver nennt ihn.",
            ])
        let wrong = german.replacing("TalkBack}", with: "TalkBack|beide}")
        let told = try told(["a.yaml": knob, "knob.de.yaml": wrong])
        #expect(
            told.count == 1 && told[0].hasPrefix("knob.de.yaml:4: criteria.knob-name.statement: "),
            "\(told)")
    }
}

/// Files of a small control, sound unless something in them is replaced.
enum KnobFiles {
    static let german = """
        format: accord-texts/1
        control: knob
        language: de
        criteria: {knob-name: {statement: Er hat einen Namen.}}

        """

    static func files(_ texts: [String: String]) throws -> CatalogueFiles {
        try CatalogueFiles(
            texts.map { CatalogueFiles.File(path: $0.key, content: Array($0.value.utf8)) })
    }

    /// - Parameter aliases: One a line, from line 6 on.
    static func knob(_ id: String = "knob", aliases: [String] = []) -> String {
        let list = aliases.map { "  - \($0)\n" }.joined()
        return """
            format: accord-catalogue/2
            control: \(id)
            title: Knob
            version: 2026.11.1
            \(aliases.isEmpty ? "" : "aliases:\n\(list)")parts:
              - {id: knob, title: Knob}
            shared:
              states:
                - {id: enabled, title: Enabled}
              criteria:
                - id: knob-name
                  category: name
                  part: knob
                  states: [enabled]
                  statement: The knob speaks its name.
                  do: Swipe to the knob and listen.
                  expect: Its name is heard.
                  fail: Nothing is heard.
                  wcag: ["4.1.2"]
                  impact: misled
                  basis: normative
            platforms:
              ios: {}

            """
    }
}
