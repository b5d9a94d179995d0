import Shared
import Testing

/// Keys of criteria that say where they are asked, and what a failure weighs everywhere.
struct PlatformReaderTests {
    private static let severity = """
        format: accord-severity/1
        impacts:
          - {id: misled, severity: serious, sentence: They guess.}
          - {id: slowed, severity: moderate, sentence: It takes longer.}
        defects:
          - {id: unnamed, wcag: ["4.1.2", "2.4.6"], impact: misled, basis: normative}
          - {id: wordy, impact: slowed, basis: advisory}

        """

    private static let weight = """
              wcag: ["4.1.2"]
              impact: misled
              basis: normative

        """

    /// A knob whose criterion says so instead of what it weighs.
    private static func knob(_ keys: String, _ id: String = "knob") -> String {
        let knob = KnobFiles.knob(id)
        let isWhole = knob.contains(weight)
        return isWhole ? knob.replacing(weight, with: keys.isEmpty ? "" : "      \(keys)\n") : ""
    }

    private func criterion(_ files: [String: String]) throws -> Criterion {
        let catalogue = try CatalogueLoader.load(try KnobFiles.files(files), isNew: true)
        return try #require(catalogue.criterion("knob.ios.knob-name"))
    }

    private func told(_ files: [String: String]) throws -> [String] {
        CatalogueLoader.check(try KnobFiles.files(files)).map(\.description)
    }

    // MARK: Defects

    @Test func `a criterion has from its defect what a failure fails and weighs`() throws {
        let unnamed = try criterion([
            "knob.yaml": Self.knob("defect: unnamed"), "severity.yaml": Self.severity,
        ])
        #expect(unnamed.wcag == ["4.1.2", "2.4.6"] && unnamed.basis == .normative)
        #expect(unnamed.severity == .serious && unnamed.impact.id == "misled")
        let wordy = try criterion([
            "knob.yaml": Self.knob("defect: wordy"), "severity.yaml": Self.severity,
        ])
        #expect(wordy.wcag == [] && wordy.basis == .advisory && wordy.severity == .moderate)
    }

    @Test(arguments: ["wcag: [\"4.1.2\"]", "impact: misled", "basis: normative"])
    func `what its defect says a criterion does not say, too`(key: String) throws {
        let told = try told([
            "knob.yaml": Self.knob("defect: unnamed\n      \(key)"),
            "severity.yaml": Self.severity,
        ])
        let name = key.prefix { $0 != ":" }
        let reason = "the defect `unnamed` says it already: leave it out here, or name no defect"
        #expect(told == ["knob.yaml:20: shared.criteria[0].\(name): \(reason)"])
    }

    @Test(arguments: [
        ("id: wordy, impact: slowed", "id: unnamed, impact: slowed", "`unnamed` is there twice"),
        ("impact: slowed, basis", "impact: slow, basis", "`slow` is no impact; known are misled"),
        (
            "wordy, impact: slowed, basis: advisory", "wordy, impact: slowed, basis: normative",
            "what is normative names its success criterion"
        ),
        ("\"2.4.6\"", "\"4.1.1\"", "`4.1.1` is no success criterion of WCAG 2.2"),
        (
            "{id: wordy", "{id: wordy, title: Wordy",
            "unknown key; known are basis, id, impact, wcag"
        ),
    ])
    func `a defect that is none is told where it stands`(
        right: String, wrong: String, reason: String
    ) throws {
        let told = try told([
            "knob.yaml": Self.knob("defect: unnamed"),
            "severity.yaml": Self.severity.replacing(right, with: wrong),
        ])
        #expect(told.count == 1, "\(told)")
        #expect(told[0].contains("severity.yaml:") && told[0].contains(reason), "\(told)")
    }

    @Test func `an unknown defect is told with those that there are`() throws {
        let told = try told([
            "knob.yaml": Self.knob("defect: nameless"), "severity.yaml": Self.severity,
        ])
        #expect(told.count == 1)
        #expect(
            told[0].hasSuffix(
                "`nameless` is no defect of severity.yaml; known are unnamed, wordy"), "\(told)")
    }

    @Test func `criteria of one id name one defect, in whichever control`() throws {
        let files = [
            "a.yaml": Self.knob("defect: unnamed"), "b.yaml": Self.knob("defect: wordy", "dial"),
            "severity.yaml": Self.severity,
        ]
        #expect(
            try told(files) == [
                "b.yaml:19: shared.criteria[0].defect: `knob-name` is the defect `unnamed` in "
                    + "a.yaml:19: name the same one, or give the criterion another id"
            ])
        #expect(throws: Never.self) { try CatalogueLoader.load(try KnobFiles.files(files)) }
        var alike = files
        alike["b.yaml"] = Self.knob("defect: unnamed", "dial")
        #expect(try told(alike) == [])
        // One that says its own weight says no defect.
        alike["b.yaml"] = KnobFiles.knob("dial")
        #expect(try told(alike) == [])
    }

    // MARK: Where it is asked

    @Test(arguments: [
        ("false", Criterion.Asking.eachState), ("true", .onceAComponent),
        ("knob", .onceAScreen(control: "knob")),
        // One that is built in: a folder that leaves it out is asked on each component.
        ("screen", .onceAScreen(control: "screen")),
    ])
    func `a criterion says where it is asked`(once: String, asking: Criterion.Asking) throws {
        let knob = Self.knob("once: \(once)\n" + Self.weight.dropLast())
        #expect(try criterion(["knob.yaml": knob]).asking == asking)
        #expect(try criterion(["knob.yaml": KnobFiles.knob()]).asking == .eachState)
    }

    @Test func `once is harmless where there is one state, and no reason to judge anew`() throws {
        let once = Self.knob("once: true\n" + Self.weight.dropLast())
        let before = try CatalogueLoader.load(try KnobFiles.files(["a.yaml": KnobFiles.knob()]))
        let now = try CatalogueLoader.load(try KnobFiles.files(["a.yaml": once]), isNew: true)
        #expect(CatalogueDifference(from: before, to: now).isHelpOnly)
    }

    @Test func `a category names those that judge it where its own are not planned`() throws {
        let technologies = """
            format: accord-technologies/1
            technologies:
              - {id: voiceover, title: VoiceOver, kind: screen-reader, platforms: [ios]}
              - {id: keyboard, title: a keyboard, kind: keyboard, platforms: [ios]}
              - {id: none, title: none, kind: none, platforms: [ios]}
            categories:
              - {id: name, kinds: [keyboard], otherwise: [screen-reader]}

            """
        let files = ["knob.yaml": KnobFiles.knob(), "technologies.yaml": technologies]
        let catalogue = try CatalogueLoader.load(try KnobFiles.files(files))
        let platform = try #require(catalogue.control("knob")?.platform("ios"))
        let criterion = platform.criteria[0]
        #expect(criterion.kinds == ["keyboard"] && criterion.standIns == ["screen-reader"])
        let both = ["voiceover", "keyboard"]
        #expect(platform.judges(criterion, with: "keyboard", among: both))
        #expect(!platform.judges(criterion, with: "voiceover", among: both))
        #expect(platform.judges(criterion, with: "voiceover", among: ["voiceover", "none"]))
        #expect(!platform.judges(criterion, with: "none", among: ["none"]))
        let own = KnobFiles.knob().replacing(
            "category: name", with: "category: name\n      for: [keyboard]")
        let named = try CatalogueLoader.load(
            try KnobFiles.files(["knob.yaml": own, "technologies.yaml": technologies]))
        #expect(named.criterion("knob.ios.knob-name")?.standIns == [])
        let wrong = technologies.replacing("[screen-reader]}", with: "[talkback]}")
        #expect(
            try told(["knob.yaml": KnobFiles.knob(), "technologies.yaml": wrong]) == [
                "technologies.yaml:7: categories[0].otherwise: `talkback` is no kind of "
                    + "technology; known are keyboard, none, screen-reader"
            ])
    }
}
