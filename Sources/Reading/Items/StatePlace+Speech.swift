package import Shared

/// What a screen reader says on a component state.
extension StatePlace {
    /// What is spoken where a criterion is judged; nil where the catalogue does not tell.
    ///
    /// - Parameter language: As it was recorded of the screen reader; nil for English.
    package func announcement(
        of criterion: Criterion, language: String? = nil
    ) -> CriterionAnnouncement? {
        let reader = ScreenReader(rawValue: platform.id)
        guard reader?.assistiveTechnology == environment.assistiveTechnology else { return nil }
        return CriterionAnnouncement(
            criterion, in: state.id, of: control, on: platform, named: component.label,
            strictness: view.plan.announcements, language: language)
    }

    /// What is asked and a phrase can tell something of, by part.
    ///
    /// What is asked of the whole control is told by its first part.
    package var spokenCriteria: [String: [Criterion]] {
        criteria.filter { announcement(of: $0) != nil }.reduce(into: [:]) {
            if let part = $1.part ?? control.parts.first?.id { $0[part, default: []].append($1) }
        }
    }
}
