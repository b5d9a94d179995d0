import Shared
import TestSupport
import Testing

/// What a catalogue says beside its controls: platforms, devices, and how captures know controls.
struct CatalogueCommonsTests {
    /// The stepper that is built in, with other shared files beside it.
    private func files(_ others: [String: String]) throws -> CatalogueFiles {
        let stepper = try CatalogueLoader.embeddedFiles().files.filter { $0.path == "stepper.yaml" }
        return try CatalogueFiles(
            stepper
                + others.map { CatalogueFiles.File(path: $0.key, content: Array($0.value.utf8)) })
    }

    private func captures(_ rules: String) throws -> CatalogueFiles {
        try files(["captures.yaml": "format: accord-captures/1\nandroid:\n  - {\(rules)}\n"])
    }

    private static let technologies = """
        technologies:
          - {id: talkback, title: TalkBack, kind: screen-reader, platforms: [android]}
          - {id: none, title: no assistive technology, kind: none, platforms: [android]}
          - {id: keyboard, title: a keyboard, kind: keyboard, platforms: [android]}
          - {id: voiceaccess, title: Voice Access, kind: voice, platforms: [android]}
          - {id: largetext, title: the largest text, kind: large-text, platforms: [android]}
          - {id: switchaccess, title: Switch Access, kind: switch, platforms: [android]}
          - {id: zoom, title: magnification, kind: magnifier, platforms: [android]}
        """

    /// A file of technologies with the categories of the one that is built in.
    private func technologies(_ more: String) throws -> CatalogueFiles {
        let builtIn = try #require(
            try CatalogueLoader.embeddedFiles().files.first { $0.path == "technologies.yaml" })
        let text = String(decoding: builtIn.content, as: UTF8.self)
        let categories = try #require(text.firstRange(of: "categories:"))
        return try files([
            "technologies.yaml": "format: accord-technologies/1\n\(more)\(Self.technologies)\n"
                + text[categories.lowerBound...]
        ])
    }

    @Test func `a team’s own rule makes its own control known in a capture`() throws {
        let catalogue = try CatalogueLoader.load(
            try captures("control: stepper, part: row, types: [com.example.Counter]"), isNew: true)
        let page = try PageReader.read(
            Captures.dump(
                Captures.node(
                    "android.widget.FrameLayout",
                    [
                        Captures.node("com.example.Counter", text: "Guests", taps: true),
                        Captures.node("android.widget.Button", text: "More options", taps: true),
                    ])), from: .uiautomator)
        let seen = CaptureAnalysis(page, by: catalogue).sightings()
        #expect(seen.map(\.control) == ["stepper"])
        #expect(seen.map(\.label) == ["Guests"])
    }

    @Test(arguments: [
        ("control: slider, part: row, types: [A]", "`slider` is no control of the catalogue"),
        ("control: stepper, part: row", "it fits everything"),
        ("control: stepper, part: column, types: [A]", "`column` is none of opener, whole, row"),
    ])
    func `a rule that never fits, or always, keeps a new catalogue back`(
        rule: String, told: String
    ) throws {
        let files = try captures(rule)
        let lapses = CatalogueLoader.check(files).map(\.description)
        #expect(lapses.contains { $0.contains("captures.yaml") && $0.contains(told) }, "\(lapses)")
        #expect(throws: CatalogueError.self) { try CatalogueLoader.load(files, isNew: true) }
    }

    @Test func `a file of an earlier version has the platforms and devices that are built in`()
        throws
    {
        let catalogue = try CatalogueLoader.load(try technologies(""))
        let commons = catalogue.commons
        #expect(commons.platforms == CatalogueCommons.builtIn.platforms)
        #expect(commons.devices == CatalogueCommons.builtIn.devices)
        #expect(catalogue.captureRules == CatalogueLoader.embedded().captureRules)
        #expect(commons.devices.map(\.id) == ["phone", "tablet"])
        #expect(commons.platforms.map(\.title) == ["iOS", "Android"])
    }

    @Test func `platforms and devices are those of the file, the usual device first`() throws {
        let catalogue = try CatalogueLoader.load(
            try technologies(
                """
                platforms:
                  - {id: android, title: Android TV, version: "14"}
                devices:
                  - {id: tv, title: Television}

                """))
        #expect(catalogue.commons.platforms.map(\.title) == ["Android TV"])
        #expect(catalogue.commons.devices.map(\.id) == ["tv"])
        for broken in ["devices: []\n", "devices:\n  - {id: set-top, title: Box}\n"] {
            #expect(throws: CatalogueError.self) {
                try CatalogueLoader.load(try technologies(broken))
            }
        }
    }
}
