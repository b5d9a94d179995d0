import Presentation
import Shared

/// Every action of a page as a list to type into; each is a button, a link or a key elsewhere too.
struct Palette: Sendable {
    private(set) var deeds: [Deed] = []
    private(set) var ways: [Way] = []

    /// What a key does.
    struct Deed: Sendable {
        /// As the script knows it.
        let key: String
        let cap: String
        let deed: String
        let about: String
    }

    struct Way: Sendable {
        let href: String
        let way: String
        let about: String
    }

    init(to tabs: [PageFrame.Tab], session: String) {
        add(tabs.map { PageFrame.Link($0.title, $0.href) }, about: "Look")
        add([PageFrame.Link("Changes of this session", session)], about: "Look")
        deeds = [
            Deed(key: "t", cap: "t", deed: "Jump to a component state by name", about: "Go"),
            Deed(key: "/", cap: "/", deed: "Search", about: "Look"),
            Deed(key: "?", cap: "?", deed: "Keyboard and settings", about: "Look"),
        ]
    }

    mutating func add(_ links: [PageFrame.Link], about: String) {
        ways += links.map { Way(href: $0.href, way: $0.title, about: about) }
    }

    /// Puts in front what keys do to the criteria of a form.
    mutating func addVerdicts() {
        let known = Set(deeds.map(\.key) + ["Esc", "."])
        let verdicts = KeyList.all.flatMap { group in
            group.keys.flatMap { key -> [Deed] in
                guard key.caps.count == 1 else { return Self.severities }
                let cap = key.caps[0]
                let name = cap.replacing(" ", with: "-")
                return [Deed(key: name, cap: cap, deed: key.action, about: group.title)]
            }
        }
        deeds = verdicts.filter { !known.contains($0.key) } + deeds
    }

    private static let severities = Severity.allCases.reversed().map {
        Deed(key: "\($0.rank)", cap: "\($0.rank)", deed: "Severity: \($0.rawValue)", about: "Judge")
    }
}
