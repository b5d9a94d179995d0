package import Shared

/// What of an audit a list shows: a choice that people make again and again, and save under a name.
package struct AuditFilter: Codable, Hashable, Sendable {
    /// What has to hold of a component state.
    package enum Show: String, Codable, CaseIterable, Sendable {
        case all, open, failed, conflicts

        /// As an address says it; empty for all of them.
        package var value: String { self == .all ? "" : rawValue }

        package var title: String {
            switch self {
            case .all: "All states"
            case .open: "Open only"
            case .failed: "Failed only"
            case .conflicts: "Conflicts only"
            }
        }
    }

    /// Words that a component's name or its screen's has to hold.
    package var find = ""
    package var isMine = false
    package var show = Show.all
    /// A control's id; empty for all of them.
    package var control = ""
    /// In its plain form; empty for all of them.
    package var environment = ""

    package init() {}

    /// Whether it lets everything through.
    package var isWhole: Bool { self == AuditFilter() }

    /// Whether it lets a component through by its name and its control.
    package func lets(_ component: Component) -> Bool {
        guard control.isEmpty || component.control == control else { return false }
        let words = NaturalKey.folded(find).split(separator: " ")
        guard !words.isEmpty else { return true }
        let name = NaturalKey.folded("\(component.label) \(component.screen)")
        return words.allSatisfy { name.contains($0) }
    }

    /// The fields of an address that choose it, those that are set.
    package var fields: [(name: String, value: String)] {
        [
            ("find", find), ("who", isMine ? "me" : ""), ("show", show.value),
            ("control", control), ("environment", environment),
        ].filter { !$0.1.isEmpty }
    }
}

extension FindingFilter {
    /// What a saved choice means for findings.
    ///
    /// `open` means states with a criterion that nobody has judged (`StateCounts.isOpen`): what is
    /// open in them is listed by `AuditView.untested`.
    ///
    /// - Throws: `AuditError.notFound` for an environment that the audit does not have.
    package init(_ filter: AuditFilter, in view: AuditView) throws {
        self.init()
        mineOnly = filter.isMine
        conflictsOnly = filter.show == .conflicts
        outcome = filter.show == .failed ? .failed : nil
        if !filter.environment.isEmpty {
            environment = try view.environment(named: filter.environment).id
        }
        if !filter.find.isEmpty || !filter.control.isEmpty {
            components = Set(view.components.values.filter(filter.lets).map(\.id))
        }
    }
}
