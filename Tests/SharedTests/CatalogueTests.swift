import Foundation
import Shared
import TestSupport
import Testing

struct CatalogueTests {
    private let catalogue: Catalogue

    init() throws {
        catalogue = try CatalogueLoader.embedded()
    }

    @Test func `every statement and announcement of the seeds is cited`() throws {
        let ids = try Fixture.text("seed-ids.txt").split(separator: "\n").map(String.init)
        #expect(ids.count == 518 + 31)
        var cited: Set<String> = []
        for platform in catalogue.controls.flatMap(\.platforms) {
            cited.formUnion(platform.criteria.flatMap(\.sources))
            cited.formUnion(platform.announcements.flatMap(\.sources))
            cited.formUnion(platform.hints.flatMap(\.sources))
            cited.formUnion(platform.help.flatMap(\.sources))
        }
        #expect(Set(ids).subtracting(cited).sorted() == [])
        #expect(cited.subtracting(ids).sorted() == [], "a source that no seed page has")
    }

    @Test(arguments: [
        ("sheet", 94, 133), ("menu", 57, 66), ("modal-dialog", 40, 40), ("table-row", 49, 111),
    ])
    func `one component has as many findings as the design counts`(
        control: String, usual: Int, all: Int
    ) throws {
        let control = try #require(catalogue.control(control))
        func count(_ includes: (ControlState) -> Bool) -> Int {
            control.platforms.reduce(0) { sum, platform in
                sum
                    + platform.states.filter(includes).reduce(0) {
                        $0 + platform.criteria(in: $1).count
                    }
            }
        }
        #expect(count(\.isUsual) == usual)
        #expect(count { _ in true } == all)
    }

    @Test func `every criterion can be judged in some state`() {
        for platform in catalogue.controls.flatMap(\.platforms) {
            for criterion in platform.criteria {
                #expect(
                    platform.states.contains { criterion.applies(in: $0) },
                    "\(criterion.id) is judged in no state")
            }
        }
    }

    @Test func `inferred criteria wait for an audit to switch them on`() throws {
        let control = try #require(catalogue.control("menu")?.platform("android"))
        let inferred = try #require(control.criteria.first { !$0.isEnabled })
        let state = try #require(control.states.first { inferred.applies(in: $0) })
        #expect(!control.criteria(in: state).contains(inferred))
        #expect(control.criteria(in: state, enabled: [inferred.id]).contains(inferred))
    }

    @Test func `the older name of the sheet still finds it`() {
        #expect(catalogue.control("drawer-legacy")?.id == "sheet")
    }

    @Test func `the pin names version and content`() throws {
        #expect(catalogue.pin.version == "2026.11.1")
        var files = try Self.files()
        files[0].yaml = files[0].yaml.replacing("severity: critical", with: "severity: minor")
        #expect(try CatalogueLoader.load(files).pin != catalogue.pin)
    }

    @Test func `a misspelt key is named with file and line`() throws {
        let yaml = try Self.menu().replacing("usual: false", with: "usally: false")
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueLoader.load([("menu.yaml", yaml)])
        }
        guard case .file(.invalid(let file, let line, let key, _)) = error else {
            Issue.record("\(String(describing: error)) names no key")
            return
        }
        #expect(file == "menu.yaml")
        #expect(line > 1)
        #expect(key == "platforms.ios.states[4].usally")
    }

    @Test(arguments: [
        ("severity: critical", "severity: dreadful", "severity"),
        ("format: accord-catalogue/1", "format: accord-catalogue/9", "format"),
        ("wcag: [\"4.1.2\", \"2.4.6\"]", "wcag: [\"9.9.9\"]", "wcag"),
        ("part: trigger", "part: antenna", "part"),
        ("enabled: true", "enabled: perhaps", "enabled"),
        ("control: menu", "control: My Menu / x", "control: `My Menu / x` is no id"),
        ("- id: trigger-name", "- id: Trigger name", "criteria[0].id: `Trigger name` is no id"),
        ("version: 2026.11.1", "version: banana", "version: `banana` is no version"),
        ("  - id: menu\n", "  - id: trigger\n", "parts: `trigger` is there twice"),
        ("- id: expanded\n", "- id: collapsed\n", "states: `collapsed` is there twice"),
        ("states: [enabled, closed]", "states: [offf]", "no state covers `offf`; known are any"),
        ("wcag: [\"4.1.2\", \"2.4.6\"]", "wcag: []", "wcag: what is normative names"),
        ("- part: trigger\n", "- part: antenna\n", "`antenna` is no part of the control"),
        ("speaks a name that", "speaks: a name that", "stands in quotes, or below `>-`"),
    ])
    func `a value that cannot be is named`(
        good: String, bad: String, key: String
    ) throws {
        let menu = try Self.menu()
        let place = try #require(menu.range(of: good))
        let yaml = menu.replacingCharacters(in: place, with: bad)
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueLoader.load([("menu.yaml", yaml)])
        }
        #expect(error?.description.contains(key) == true)
    }

    @Test func `a control that is on no platform is refused`() throws {
        let menu = try Self.menu()
        let start = try #require(menu.range(of: "platforms:\n")).lowerBound
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueLoader.load([("menu.yaml", menu[..<start] + "platforms: {}\n")])
        }
        #expect(error?.description.contains("platforms: name ios, android or both") == true)
    }

    @Test func `what is no YAML is told with its line`() {
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueLoader.load([("x.yaml", "format: [\n  a: {")])
        }
        guard case .file(.unreadable("x.yaml", let line, _)) = error else {
            Issue.record("\(String(describing: error)) is not `unreadable`")
            return
        }
        #expect(line >= 1)
    }

    @Test func `two files for one control are refused`() throws {
        let menu = try Self.menu()
        #expect(throws: CatalogueError.duplicate(file: "b.yaml", id: "menu")) {
            try CatalogueLoader.load([("a.yaml", menu), ("b.yaml", menu)])
        }
    }

    private static func menu() throws -> String {
        try #require(files().first { $0.name.hasSuffix("menu.yaml") }).yaml
    }

    private static func files() throws -> [(name: String, yaml: String)] {
        let folder = Fixture.root.appending(path: "config/catalogue")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
}

/// Files of the checkout that tests read.
enum Fixture {
    /// The checkout's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ name: String) throws -> String {
        let path = root.appending(path: "Tests/SharedTests/Fixtures/\(name)")
        return try String(contentsOf: path, encoding: .utf8)
    }
}
