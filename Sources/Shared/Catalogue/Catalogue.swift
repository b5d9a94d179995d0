/// The controls with their states, criteria, announcements and fix hints; an audit pins one.
package struct Catalogue: Hashable, Sendable {
    /// Ascending by id.
    package let controls: [Control]
    /// The newest of the controls' versions, such as `2026.11.1`.
    package let version: String
    package let files: CatalogueFiles

    package var pin: CataloguePin { CataloguePin(version: version, files: files.hash) }

    package func control(_ id: String) -> Control? {
        controls.first { $0.id == id } ?? controls.first { $0.aliases.contains(id) }
    }

    /// Finds a criterion by its full id, such as `menu.ios.trigger-name`.
    package func criterion(_ fullID: String) -> Criterion? {
        controls.lazy.flatMap(\.platforms).flatMap(\.criteria).first { $0.id == fullID }
    }
}

/// A kind of component.
package struct Control: Hashable, Sendable, Codable {
    /// Lower case with hyphens, such as `modal-dialog`.
    package let id: String
    package let title: String
    /// `year.month.n`, such as `2026.11.1`; compared by number.
    package let version: String
    /// Older names that mean this control.
    package let aliases: [String]
    package let parts: [Part]
    /// Ascending by id.
    package let platforms: [ControlPlatform]

    /// A piece of the control that can be at fault by itself, such as the opener of a menu.
    package struct Part: Hashable, Sendable, Codable {
        /// Unique within its control, such as `trigger`.
        package let id: String
        package let title: String
    }

    package func platform(_ id: String) -> ControlPlatform? { platforms.first { $0.id == id } }
}

/// What the catalogue says of a control on one platform.
package struct ControlPlatform: Hashable, Sendable, Codable {
    package let id: String
    /// In the order of its file.
    package let states: [ControlState]
    /// In the order of its file; no two have one id.
    package let criteria: [Criterion]
    /// Each names a state of this platform; a part and state may have several.
    package let announcements: [AnnouncementProfile]
    /// In the order of its file; a category and framework may have several or none.
    package let hints: [FixHint]
    /// In reading order; often empty.
    package let help: [HelpText]

    package func state(_ id: String) -> ControlState? { states.first { $0.id == id } }

    /// The criteria judged in a state; inferred ones only when the audit switched them on.
    package func criteria(in state: ControlState, enabled: Set<String> = []) -> [Criterion] {
        criteria.filter { criterion in
            (criterion.isEnabled || enabled.contains(criterion.id)) && criterion.applies(in: state)
        }
    }
}

/// A state that a control can be in.
package struct ControlState: Hashable, Sendable, Codable {
    /// Unique within its control and platform, such as `expanded`.
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
    /// What a failure is about; its fix hints are those of the category.
    package let category: Category
    /// Nil for the whole control.
    package let part: String?
    /// Seed states, or `any`.
    package let states: [String]
    package let statement: String
    package let how: String
    /// WCAG success criteria, the primary one first.
    package let wcag: [String]
    /// What a failure weighs unless the tester says otherwise.
    package let severity: Severity
    package let basis: Basis
    /// Inferred criteria are off until an audit switches them on.
    package let isEnabled: Bool
    /// Ids of the seed statements it carries.
    package let sources: [String]

    /// What criteria and fix hints are about.
    package enum Category: String, CaseIterable, Sendable, Codable {
        case name, role, grouping, state, focus, announcement, keyboard, gesture
    }

    /// Where a criterion gets its weight from.
    package enum Basis: String, CaseIterable, Sendable, Codable {
        /// Failing it fails the first WCAG success criterion.
        case normative
        case advisory
    }

    /// Whether it is judged there: the state covers one of its seed states, or it says `any`.
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
    /// A state of the same platform by id.
    package let state: String
    /// The name that the control has in the example, such as `More options`.
    package let label: String
    package let role: Role
    package let isInteractive: Bool
    /// State words, any one of which is required; empty when none is.
    package let words: [String]
    package let mode: Mode
    /// A tolerated word after the label, nil when none is.
    package let suffix: String?
    package let nameCarriesState: Bool
    package let content: [String]
    /// All that is heard, such as `More options menu, collapsed, button`.
    package let example: String
    package let sources: [String]

    /// The role that is spoken; `none` where there is none to hear.
    package enum Role: String, CaseIterable, Sendable, Codable { case button, link, none }
    /// What makes the screen reader speak: focus on the part, or a change of its state.
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
