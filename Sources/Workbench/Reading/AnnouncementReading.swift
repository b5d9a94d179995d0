import Client
import Presentation
import Shared

extension StatePlace {
    /// Whether the catalogue tells what is spoken where a criterion is judged.
    func canCheck(_ criterion: Criterion) -> Bool { announcement(of: criterion) != nil }

    /// What the check makes of a phrase; nil where nothing was heard, or nothing can be checked.
    func check(_ heard: String, _ criterion: Criterion) -> CriterionForm.Check? {
        guard !heard.isEmpty, let suggestion = announcement(of: criterion)?.suggestion(for: heard)
        else { return nil }
        let sentences = suggestion.sentences + [AnnouncementSuggestion.standing]
        return CriterionForm.Check(
            verdict: suggestion.verdict,
            mark: Mark(suggestion.outcome, "Suggested: \(suggestion.outcome.word)"),
            text: sentences.joined(separator: " "))
    }

    private func announcement(of criterion: Criterion) -> CriterionAnnouncement? {
        guard
            ScreenReader(rawValue: platform.id)?.assistiveTechnology
                == environment.assistiveTechnology
        else { return nil }
        return CriterionAnnouncement(
            criterion, in: state.id, of: control, on: platform, named: component.label,
            strictness: view.plan.announcements)
    }
}

extension AnnouncementSuggestion {
    /// The word under which a page shows it: what is only worth a remark passes with one.
    fileprivate var verdict: String {
        switch outcome {
        case .passed: codes.isEmpty ? "pass" : "warn"
        case .failed: "fail"
        case .cantTell, .inapplicable, .untested: "cantTell"
        }
    }
}
