/// One thing a tester can pass or fail on a device.
package struct Criterion: Hashable, Sendable, Codable {
    /// control.platform.id, such as `menu.ios.trigger-name`; findings carry it for ever.
    package let id: String
    /// Its id in the newest version, in the same form; nil where it was never renamed.
    package let renamed: String?
    /// Other ids that it had in between, in the same form.
    package let was: [String]
    /// What a failure is about.
    package let category: Category
    /// Nil for the whole control.
    package let part: String?
    /// Seed states, or `any`.
    package let states: [String]
    package internal(set) var statement: String
    package internal(set) var test: Test
    /// WCAG success criteria, the primary one first.
    package let wcag: [String]
    package let impact: Impact
    package let basis: Basis
    /// The kinds of technology it is judged with, such as `screen-reader`.
    package let kinds: [String]
    /// Those it is judged with where an audit plans none of `kinds` on its platform; mostly none.
    package let standIns: [String]
    package let asking: Asking
    /// Inferred criteria are off until an audit switches them on.
    package let isEnabled: Bool
    /// Ids of the seed statements it carries.
    package let sources: [String]

    /// What criteria and fix hints are about; the catalogue's files name them (open set).
    package struct Category: RawRepresentable, Hashable, Sendable, Codable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        // Those of which a phrase can tell something.
        package static let name = Category(rawValue: "name")
        package static let role = Category(rawValue: "role")
        package static let grouping = Category(rawValue: "grouping")
        package static let state = Category(rawValue: "state")
        package static let announcement = Category(rawValue: "announcement")
        package static let value = Category(rawValue: "value")
        package static let error = Category(rawValue: "error")
    }

    /// How to test it: what to do, what is then heard or seen, and what fails it.
    package struct Test: Hashable, Sendable, Codable {
        package let action: String
        package let expected: String
        package let failure: String
    }

    /// What a failure does to people, and the severity that follows.
    package struct Impact: Hashable, Sendable, Codable {
        /// Such as `misled`.
        package let id: String
        package let severity: Severity
        /// Why it has that severity.
        package let sentence: String
    }

    /// Where testers are asked for it; it can be judged wherever it applies.
    package enum Asking: Hashable, Sendable, Codable {
        case eachState
        /// The first of the component's states in which it applies has it.
        case onceAComponent
        /// Components of that control have it, and others on a screen that has none of these.
        case onceAScreen(control: String)
    }

    /// Where a criterion gets its weight from.
    package enum Basis: String, CaseIterable, Sendable, Codable {
        /// Failing it fails the first WCAG success criterion.
        case normative
        case advisory
    }

    /// What a failure weighs unless the tester says otherwise.
    package var severity: Severity { impact.severity }

    /// How to test it in one paragraph.
    package var how: String {
        "\(test.action) Expected: \(test.expected) Failed: \(test.failure)"
    }

    /// Whether it is judged there: the state covers one of its seed states, or it says `any`.
    package func applies(in state: ControlState) -> Bool {
        states.contains("any") || states.contains(where: state.covers.contains)
    }

    /// The id of the newest version without control and platform, as people type it.
    package var shortID: String { Self.short(newestID) }

    /// As `shortID`, of the id that findings carry.
    package var lastingShortID: String { Self.short(id) }

    /// All full ids that mean it, the newest last.
    package var ids: [String] { [id] + was + (renamed.map { [$0] } ?? []) }

    /// Whether a name is one of its ids, full or short, of any version.
    package func isCalled(_ name: String) -> Bool {
        ids.contains { $0 == name || Self.short($0) == name }
    }

    /// A criterion's id without control and platform, also of one that no catalogue has.
    package static func short(_ id: String) -> String {
        id.split(separator: ".", maxSplits: 2).last.map(String.init) ?? id
    }
}

extension [Criterion] {
    /// The categories that they are about, in the order in which they come.
    package var categories: [Criterion.Category] {
        reduce(into: []) { if !$0.contains($1.category) { $0.append($1.category) } }
    }
}

/// How developers mend a failure.
package struct FixHint: Hashable, Sendable, Codable {
    /// Full ids of what it mends; empty where it goes with all of its category.
    package let criteria: [String]
    package let category: Criterion.Category
    package let framework: Framework
    package let text: String
    /// A few lines that show it; nil where words are enough.
    package let code: String?
    package let sources: [String]

    /// What the app is built with; a hint for `any` holds everywhere.
    package enum Framework: String, CaseIterable, Sendable, Codable {
        case any, uikit, swiftui
        case androidViews = "android-views"
        case jetpackCompose = "jetpack-compose"
    }
}

/// Background shown beside the criteria.
package struct HelpText: Hashable, Sendable, Codable {
    package let text: String
    package let sources: [String]
}
