import Foundation
import Shared
import TestSupport
import Testing

struct CatalogueTests {
    private let catalogue: Catalogue

    init() { catalogue = CatalogueLoader.embedded() }

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

    /// By VoiceOver and TalkBack; the other technologies judge what concerns them.
    @Test(arguments: [
        ("button", 16), ("sheet", 157), ("menu", 88), ("modal-dialog", 75), ("table-row", 73),
    ])
    func `one component has as many findings as its states ask for`(
        control: String, usual: Int
    ) throws {
        let control = try #require(catalogue.control(control))
        let count = control.platforms.reduce(0) { sum, platform in
            let states = platform.states.filter(\.isUsual)
            return sum
                + states.reduce(0) { sum, state in
                    let reader = ScreenReader(rawValue: platform.id)?.assistiveTechnology ?? ""
                    return sum
                        + platform.criteria(in: state).count { platform.judges($0, with: reader) }
                }
        }
        #expect(count == usual)
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
        #expect(catalogue.pin.version == "2026.11.2")
        var files = try Self.files()
        files[0].yaml = files[0].yaml.replacing("impact: misled", with: "impact: blocked")
        let other = try CatalogueLoader.load(files).pin
        #expect(other.version == catalogue.version)
        #expect(other != catalogue.pin)
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
        #expect(key.hasSuffix("].usally"))
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
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueLoader.load([("a.yaml", menu), ("b.yaml", menu)])
        }
        #expect(error?.description.contains("the id of a control in a.yaml:") == true)
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
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ name: String) throws -> String {
        let path = root.appending(path: "Tests/SharedTests/Fixtures/\(name)")
        return try String(contentsOf: path, encoding: .utf8)
    }
}

/// What is built in is what the files say.
struct EmbeddedControlTests {
    @Test func `the controls that are built in are those of the repository's files`() throws {
        let folder = Fixture.root.appending(path: "config/catalogue")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = try names.map { name in
            CatalogueFiles.File(
                path: name, content: [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
        let read = try CatalogueLoader.load(try CatalogueFiles(files))
        let embedded = CatalogueLoader.embedded()
        #expect(embedded.pin == read.pin, "stale: run make embed")
        #expect(embedded.controls == read.controls, "stale: run make embed")
        #expect(embedded.commons == read.commons, "stale: run make embed")
        #expect(CatalogueLoader.check(embedded.files).isEmpty)
    }
}

/// What the catalogue asks, criterion by criterion.
struct CatalogueContentTests {
    private let catalogue: Catalogue

    init() { catalogue = CatalogueLoader.embedded() }

    private var criteria: [Criterion] {
        catalogue.controls.flatMap(\.platforms).flatMap(\.criteria)
    }

    @Test func `every success criterion of levels A and AA can be judged on both platforms`() {
        for platform in ["ios", "android"] {
            let named = catalogue.controls.compactMap { $0.platform(platform) }
                .flatMap(\.criteria).flatMap(\.wcag)
            let missing = Set(SuccessCriterion.all.map(\.number)).subtracting(named)
            #expect(missing.isEmpty, "\(platform): \(missing.sorted())")
        }
    }

    @Test func `how to test names a gesture, a key, a setting or what to look at`() {
        let acts = [
            "swipe", "tap", "press", "tab", "hold", "attach", "open", "turn on", "turn off",
            "switch", "listen", "look", "compare", "measure", "set ", "focus", "move", "scroll",
            "drag", "touch", "rotate", "say ", "wait", "play", "activate", "go ", "read", "find",
            "count", "scan", "check", "type", "start", "choose", "use ", "try", "leave", "let ",
            "scrub", "shake", "record", "close", "cause", "do ", "make ", "change", "submit",
            "enter ", "rub",
        ]
        for criterion in criteria {
            let action = criterion.test.action.lowercased()
            #expect(acts.contains(where: action.contains), "\(criterion.id): \(action)")
            #expect(!criterion.test.expected.isEmpty && !criterion.test.failure.isEmpty)
        }
    }

    @Test func `each spoken part with a role is asked about it in each of its states`() {
        for control in catalogue.controls {
            for platform in control.platforms {
                for profile in platform.announcements
                where profile.role != .none && profile.mode == .focus {
                    guard let state = platform.state(profile.state) else { continue }
                    let isAsked = platform.criteria.contains { criterion in
                        criterion.applies(in: state)
                            && [.role, .announcement].contains(criterion.category)
                            && (criterion.part == profile.part || criterion.part == nil)
                    }
                    #expect(
                        isAsked,
                        "\(control.id).\(platform.id): the role of \(profile.part)@\(profile.state)"
                    )
                }
            }
        }
    }

    @Test func `no defect fails two criteria that block the task in one place`() {
        let pairs = [("not-trapped", "close-not-only-outside")]
        for platform in catalogue.controls.flatMap(\.platforms) {
            for (first, second) in pairs {
                let both = platform.criteria.filter { [first, second].contains($0.shortID) }
                #expect(both.count { $0.severity == .critical } < 2, "\(both.map(\.id))")
            }
        }
    }

    private static var hasDefects: Bool {
        let file = CatalogueLoader.embedded().files.files.first { $0.path == "severity.yaml" }
        return file.map { String(decoding: $0.content, as: UTF8.self).contains("defects:") } == true
    }

    @Test(.enabled(if: hasDefects, "the table of defects is still to be written"))
    func `criteria of one id have one severity, mapping and basis over all controls`() {
        for (id, alike) in Dictionary(grouping: criteria, by: \.shortID) {
            let weights = Dictionary(grouping: alike) {
                "\($0.impact.id) \($0.basis.rawValue) \($0.wcag.joined(separator: " "))"
            }
            #expect(weights.count == 1, "\(id): \(weights.mapValues { $0.map(\.id) })")
        }
    }

    @Test func `path gestures, the keyboard's focus and status messages are mapped as WCAG has it`()
    {
        for criterion in criteria where criterion.basis == .normative {
            if criterion.wcag.first == "2.4.7" {
                #expect(criterion.kinds.contains("keyboard"), "\(criterion.id)")
            }
            if criterion.wcag.first == "4.1.2" {
                #expect(criterion.category.rawValue != "contrast", "\(criterion.id)")
            }
        }
        let ids = Set(criteria.map(\.id))
        #expect(ids.contains("sheet.ios.confined"))
        let confined = catalogue.criterion("sheet.ios.confined")
        let half = catalogue.control("sheet")?.platform("ios")?.state("half-screen")
        #expect(
            half.flatMap { confined?.applies(in: $0) } == true, "it breaks at half height first")
    }
}
