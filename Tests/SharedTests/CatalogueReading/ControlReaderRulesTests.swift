import Shared
import Testing

/// Rules for new catalogues that one file with one thing wrong does not show.
struct ControlReaderRulesTests {
    private static let limits = Limits.standard

    @Test(arguments: [
        (kind: "criteria", most: limits.criteriaPerPlatformMax),
        (kind: "hints", most: limits.hintsPerPlatformMax),
        (kind: "states", most: limits.statesPerPlatformMax),
        (kind: "parts", most: limits.partsPerControlMax),
    ])
    func `as many are read as the limit says, and not one more`(kind: String, most: Int) throws {
        #expect(try told(Self.control([kind: most])) == [])
        let told = try told(Self.control([kind: most + 1]))
        let key = kind == "parts" ? kind : "platforms.ios.\(kind)"
        let reason = "it has \(most + 1), and \(most) are read at most: split the control"
        #expect(told.count == 1 && told[0].hasSuffix(": \(key): \(reason)"), "\(told)")
    }

    @Test func `what an audit has pinned is read although a new one would be refused`() throws {
        let files = try files(Self.control(["states": Self.limits.statesPerPlatformMax + 1]))
        #expect(throws: CatalogueError.self) { try CatalogueLoader.load(files, isNew: true) }
        #expect(try CatalogueLoader.load(files).control("knob") != nil)
    }

    @Test func `a comment behind a text that is whole stays one`() throws {
        let yaml = Self.control().replacing("title: Knob\n", with: "title: \"Knob #1\" # of all\n")
            .replacing("2026.11.1", with: "2026.11.1 # the first")
            .replacing("title: State}", with: "title: State#1} # now")
        #expect(try told(yaml) == [])
    }

    @Test(arguments: ["2026.1.1", "2026.01.1", "2026.12.9999"])
    func `a version has a month`(version: String) throws {
        #expect(try told(Self.control().replacing("2026.11.1", with: version)) == [])
    }

    @Test(arguments: ["2026.0.1", "2026.00.1", "2026.13.1", "2026.19.1"])
    func `a version without a month is none`(version: String) throws {
        #expect(try told(Self.control().replacing("2026.11.1", with: version)).count == 1)
    }

    private func told(_ yaml: String) throws -> [String] {
        CatalogueLoader.check(try files(yaml)).map(\.description)
    }

    private func files(_ yaml: String) throws -> CatalogueFiles {
        try CatalogueFiles([CatalogueFiles.File(path: "knob.yaml", content: Array(yaml.utf8))])
    }

    /// A control with so many entries of each kind, one where no number is given.
    private static func control(_ counts: [String: Int] = [:]) -> String {
        let parts = counts["parts", default: 1]
        func list(_ kind: String, _ count: Int? = nil, _ entry: (Int) -> String) -> String {
            let entries = (0..<(count ?? counts[kind, default: 1])).map { "\n  - {\(entry($0))}" }
            return "  \(kind):" + entries.joined() + "\n"
        }
        // Each part is one that a criterion is about.
        let criteria = list("criteria", counts["criteria"] ?? parts) {
            "id: c\($0), part: p\(min($0, parts - 1)), category: name, states: [any], "
                + "statement: It speaks., do: Swipe to it., expect: It is heard., "
                + "fail: It is not heard., impact: misled, basis: advisory"
        }
        return "format: accord-catalogue/2\ncontrol: knob\ntitle: Knob\nversion: 2026.11.1\n"
            + list("parts") { "id: p\($0), title: Part" }.dropFirst(2)
            + "shared:\n" + list("states") { "id: s\($0), title: State" } + criteria
            + list("hints") { "category: name, framework: any, text: Name it \($0)." }
            + "platforms:\n  ios: {}\n"
    }
}
