package import Shared

/// Suggests outcomes for what screen readers said, as the audit's catalogue has it.
///
/// Rows of a file repeat few criteria and names, so what is expected is looked up once for each.
package struct HeardCheck {
    private static let knownMax = 4_096

    private let strictness: AnnouncementStrictness
    private var known: [Place: CriterionAnnouncement?] = [:]

    /// Where a phrase is heard, as far as that changes what is expected.
    private struct Place: Hashable {
        let criterion: String
        let state: String
        let label: String
        let language: String?
    }

    package init(_ strictness: AnnouncementStrictness) { self.strictness = strictness }

    /// Nil where words cannot tell, or where something else than a screen reader spoke.
    package mutating func suggestion(
        for heard: String, _ criterion: Criterion, in state: String, of control: Control,
        named label: String, environment: Environment, language: String?
    ) -> AnnouncementSuggestion? {
        guard !heard.isEmpty, let platform = control.platform(environment.platform),
            let reader = ScreenReader(rawValue: environment.platform),
            reader.assistiveTechnology == environment.assistiveTechnology
        else { return nil }
        let place = Place(
            criterion: criterion.id, state: state, label: label, language: language)
        if let found = known[place] { return found?.suggestion(for: heard) }
        let found = CriterionAnnouncement(
            criterion, in: state, of: control, on: platform, named: label, strictness: strictness,
            language: language)
        // A file may name more components than one keeps in mind.
        if known.count == Self.knownMax { known.removeAll(keepingCapacity: true) }
        known[place] = .some(found)
        return found?.suggestion(for: heard)
    }
}
