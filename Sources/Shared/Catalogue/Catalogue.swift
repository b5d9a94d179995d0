/// The controls with their states, criteria, announcements and fix hints; an audit pins one.
package struct Catalogue: Sendable {
    /// Ascending by id.
    package let headings: [Control.Heading]
    /// What an audit pins: the newest of the controls' versions, and the hash of the files.
    package let pin: CataloguePin
    package let commons: CatalogueCommons
    let source: any ControlSource

    package var version: String { pin.version }
    package var technologies: [Technology] { commons.technologies }
    package var files: CatalogueFiles { source.files }
    /// In the order in which they are tried; the first that fits decides.
    package var captureRules: [CaptureRule] { source.captureRules }

    /// All of them, ascending by id; of what is built in, each is read when it is first asked for.
    package var controls: [Control] { headings.compactMap { source.control($0.id) } }

    package func control(_ id: String) -> Control? {
        let heading = headings.first { $0.id == id } ?? headings.first { $0.aliases.contains(id) }
        return heading.flatMap { source.control($0.id) }
    }

    /// Finds a criterion by its full id of any version, such as `menu.ios.trigger-name`.
    package func criterion(_ fullID: String) -> Criterion? {
        guard let id = fullID.split(separator: ".").first, let control = control(String(id)) else {
            return nil
        }
        let criteria = control.platforms.lazy.flatMap(\.criteria)
        return criteria.first { $0.id == fullID } ?? criteria.first { $0.ids.contains(fullID) }
    }
}

/// Where the controls of a catalogue come from, and the files that they are written in.
package protocol ControlSource: Sendable {
    /// Nil for an id that no heading has.
    func control(_ id: String) -> Control?
    var captureRules: [CaptureRule] { get }
    var files: CatalogueFiles { get }
}

/// A kind of component.
package struct Control: Hashable, Sendable, Codable {
    /// Lower case with hyphens, such as `modal-dialog`.
    package let id: String
    package internal(set) var title: String
    /// `year.month.n`, such as `2026.11.1`; compared by number.
    package let version: String
    /// Older names that mean this control.
    package let aliases: [String]
    package internal(set) var parts: [Part]
    /// Ascending by id.
    package internal(set) var platforms: [ControlPlatform]

    /// A piece of the control that can be at fault by itself, such as the opener of a menu.
    package struct Part: Hashable, Sendable, Codable {
        /// Unique within its control, such as `trigger`.
        package let id: String
        package let title: String
    }

    /// What is known of a control before it is read.
    package struct Heading: Hashable, Sendable {
        package let id: String
        package let title: String
        package let aliases: [String]
    }

    package var heading: Heading { Heading(id: id, title: title, aliases: aliases) }

    package func platform(_ id: String) -> ControlPlatform? { platforms.first { $0.id == id } }

    /// With one platform alone; nil where it is not on that.
    package func only(on platform: String) -> Control? {
        guard let platform = self.platform(platform) else { return nil }
        var control = self
        control.platforms = [platform]
        return control
    }
}

/// What the catalogue says of a control on one platform.
package struct ControlPlatform: Hashable, Sendable, Codable {
    package let id: String
    /// What its screen reader says, with the words of this control's states.
    package private(set) var spoken = SpokenWords.none
    /// Those of this platform.
    package private(set) var technologies: [Technology] = []
    /// In the order of its file.
    package internal(set) var states: [ControlState]
    /// In the order of its file; no two have one id.
    package internal(set) var criteria: [Criterion]
    /// Each names a state of this platform; a part and state may have several.
    package let announcements: [AnnouncementProfile]
    /// In the order of its file; a category and framework may have several or none.
    package let hints: [FixHint]
    /// In reading order; often empty.
    package let help: [HelpText]

    /// What all controls share is written once, and not with each of them.
    private enum CodingKeys: String, CodingKey {
        case id, states, criteria, announcements, hints, help
    }

    /// With what all controls share, and the words of its own states.
    func completed(_ words: SpokenWords, among all: [Technology]) -> ControlPlatform {
        var platform = self
        platform.technologies = all.filter { $0.platforms.contains(id) }
        platform.spoken = words
        for state in states {
            platform.spoken.add(state.words.map(SpokenPhrase.normalized), to: state.id)
        }
        for (_, group) in Dictionary(grouping: states.filter { $0.group != nil }, by: \.group) {
            platform.spoken.exclude(Set(group.map(\.id)))
        }
        return platform
    }

    package func state(_ id: String) -> ControlState? { states.first { $0.id == id } }

    /// The criteria judged in a state; inferred ones only when the audit switched them on.
    package func criteria(in state: ControlState, enabled: Set<String> = []) -> [Criterion] {
        criteria.filter { criterion in
            (criterion.isEnabled || enabled.contains(criterion.id)) && criterion.applies(in: state)
        }
    }

    /// Whether a criterion is judged with that technology; with one that is not known, each is.
    ///
    /// - Parameter planned: The technologies that an audit plans on this platform. Left out, each
    ///   kind that may stand in for others counts.
    package func judges(
        _ criterion: Criterion, with technology: String, among planned: [String]? = nil
    ) -> Bool {
        guard let kind = kind(of: technology) else { return true }
        if criterion.kinds.contains(kind) { return true }
        guard criterion.standIns.contains(kind) else { return false }
        return !(planned ?? []).compactMap(self.kind).contains(where: criterion.kinds.contains)
    }

    private func kind(of technology: String) -> String? {
        technologies.first { $0.id == technology }?.kind
    }

    /// How to mend what fails a criterion: what names it, then what goes with its category.
    package func hints(for criterion: Criterion) -> [FixHint] {
        let general = hints.filter { $0.criteria.isEmpty && $0.category == criterion.category }
        return hints.filter { $0.criteria.contains(criterion.id) } + general
    }
}

/// A state that a control can be in.
package struct ControlState: Hashable, Sendable, Codable {
    /// Unique within its control and platform, such as `expanded`.
    package let id: String
    package internal(set) var title: String
    /// The seed states it stands for; a criterion is judged here when its states meet these.
    package let covers: [String]
    /// What the screen reader may say for it; empty when it needs no word.
    package let words: [String]
    /// States of one group exclude each other; nil for none.
    package let group: String?
    /// Whether a new component has it without being asked.
    package let isUsual: Bool
}
