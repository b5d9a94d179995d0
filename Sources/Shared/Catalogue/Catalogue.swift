/// The controls with their states, criteria, announcements and fix hints; an audit pins one.
package struct Catalogue: Hashable, Sendable {
    /// Ascending by id.
    package let controls: [Control]
    /// The newest of the controls' versions, such as `2026.11.1`.
    package let version: String
    /// SHA-256 over the canonical form of all controls.
    package let hash: Hash256

    /// What an audit pins: `version+hash`, the hash shortened to 16 digits.
    package var pin: String { "\(version)+\(hash.hex.prefix(16))" }

    /// Finds a control by id or alias.
    package func control(_ id: String) -> Control? {
        controls.first { $0.id == id } ?? controls.first { $0.aliases.contains(id) }
    }

    /// Finds a criterion by its full id, such as `menu.ios.trigger-name`.
    package func criterion(_ fullID: String) -> Criterion? {
        for control in controls {
            for platform in control.platforms {
                if let found = platform.criteria.first(where: { $0.id == fullID }) { return found }
            }
        }
        return nil
    }
}

/// A kind of component.
package struct Control: Hashable, Sendable, Codable {
    package let id: String
    package let title: String
    package let version: String
    /// Older names that mean this control.
    package let aliases: [String]
    package let parts: [Part]
    /// Ascending by id.
    package let platforms: [ControlPlatform]

    package struct Part: Hashable, Sendable, Codable {
        package let id: String
        package let title: String
    }

    /// The control's side of a platform, `ios` or `android`.
    package func platform(_ id: String) -> ControlPlatform? {
        platforms.first { $0.id == id }
    }
}

/// What the catalogue says of a control on one platform.
package struct ControlPlatform: Hashable, Sendable, Codable {
    package let id: String
    package let states: [ControlState]
    package let criteria: [Criterion]
    package let announcements: [AnnouncementProfile]
    package let hints: [FixHint]
    package let help: [HelpText]

    package func state(_ id: String) -> ControlState? {
        states.first { $0.id == id }
    }

    /// The criteria judged in a state; inferred ones only when the audit switched them on.
    package func criteria(in state: ControlState, enabled: Set<String> = []) -> [Criterion] {
        criteria.filter { criterion in
            (criterion.isEnabled || enabled.contains(criterion.id)) && criterion.applies(in: state)
        }
    }
}

/// A state that a control can be in.
package struct ControlState: Hashable, Sendable, Codable {
    package let id: String
    package let title: String
    /// The seed states it stands for; a criterion is judged here when its states meet these.
    package let covers: [String]
    /// What the screen reader may say for it; empty when it needs no word.
    package let words: [String]
    /// Whether a new component has it without being asked.
    package let isUsual: Bool
}

/// One thing a tester can pass or fail on a device.
package struct Criterion: Hashable, Sendable, Codable {
    /// control.platform.id, such as `menu.ios.trigger-name`.
    package let id: String
    package let category: Category
    /// The part it concerns, nil for the whole control.
    package let part: String?
    /// Seed states, or `any`.
    package let states: [String]
    package let statement: String
    /// How to test it.
    package let how: String
    /// WCAG success criteria, the primary one first.
    package let wcag: [String]
    package let severity: Severity
    package let basis: Basis
    /// Inferred criteria are off until an audit switches them on.
    package let isEnabled: Bool
    /// Ids of the seed statements it carries.
    package let sources: [String]

    package enum Category: String, CaseIterable, Sendable, Codable {
        case name, role, grouping, state, focus, announcement, keyboard, gesture
    }

    package enum Basis: String, CaseIterable, Sendable, Codable {
        /// Failing it fails the first WCAG success criterion.
        case normative
        /// Good practice beyond WCAG.
        case advisory
    }

    package func applies(in state: ControlState) -> Bool {
        states.contains("any") || states.contains(where: state.covers.contains)
    }

    /// The id without control and platform, as people type it.
    package var shortID: String {
        id.split(separator: ".", maxSplits: 2).last.map(String.init) ?? id
    }
}

/// What a screen reader should say for one part in one state.
package struct AnnouncementProfile: Hashable, Sendable, Codable {
    package let part: String
    package let state: String
    package let label: String
    package let role: Role
    package let isInteractive: Bool
    /// State words, any one of which is required; empty when none is.
    package let words: [String]
    package let mode: Mode
    /// A tolerated word after the label, nil when none is.
    package let suffix: String?
    /// Whether the label itself tells open and closed.
    package let nameCarriesState: Bool
    /// Further texts of a grouped row.
    package let content: [String]
    package let example: String
    package let sources: [String]

    package enum Role: String, CaseIterable, Sendable, Codable { case button, link, none }
    package enum Mode: String, CaseIterable, Sendable, Codable {
        case focus
        case afterChange = "after-change"
    }
}

/// How developers mend a failure.
package struct FixHint: Hashable, Sendable, Codable {
    package let category: Criterion.Category
    package let framework: Framework
    package let text: String
    package let sources: [String]

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
