import Client
import Presentation
import Reading
import Shared

/// What a lead says of one finding in the form of its component state; nothing is chosen for her.
struct DecideForm: Sendable {
    /// What the form leaves open, as if nothing was chosen.
    static let open = "open"
    static let lift = "lift"

    /// What can hold beside the verdicts, each with the words that say it.
    let choices: [Holding]
    let outcomes: [Choice]
    let severities: [Choice]
    let attributions: [Choice]
    let ownReason: String
    let hasOwnReason: Bool
    private let typed: String
    private let known: DecisionChoices

    /// One button of the group “What holds”.
    struct Holding: Sendable {
        /// Makes its id, together with its criterion.
        let number: Int
        let value: String
        let title: String
        let hint: String
        let isChecked: Bool
    }

    /// Nil for whoever may not decide.
    init?(_ finding: Finding, in view: AuditView, _ form: Form) {
        // A decision that rests on what was taken back has no verdict beside it, and can be lifted.
        guard view.role == .lead, !finding.judgements.isEmpty || !finding.decisions.isEmpty
        else { return nil }
        func typed(_ name: String) -> String {
            form.values.text("\(name).\(finding.criterion)") ?? ""
        }
        self.typed = typed("holds")
        known = DecisionChoices(finding: finding, view: view)
        choices = known.beside(holding: self.typed)
        ownReason = typed("reason")
        hasOwnReason = !ownReason.isEmpty
        outcomes =
            [Choice("", "Choose an outcome", chosen: typed("outcome"))]
            + Outcome.allCases.filter { $0 != .untested }
            .map { Choice($0.rawValue, $0.word, chosen: typed("outcome")) }
        severities =
            [Choice("", "As the catalogue has it", chosen: typed("severity"))]
            + Severity.allCases.reversed()
            .map { Choice($0.rawValue, $0.word, chosen: typed("severity")) }
        attributions = Attribution.allCases
            .map { Choice($0.rawValue, $0.word, chosen: typed("attribution")) }
    }

    /// The button on the side of a verdict or a decision; nil for what cannot be chosen.
    ///
    /// - Parameters:
    ///   - side: Whose it is, as the side's title has it.
    ///   - isFirst: Whether no side before says the same: one of them alone is checked.
    func holding(
        _ sibling: Sibling, of side: String, at number: Int, isFirst: Bool
    ) -> Holding? {
        guard let value = known.value(of: sibling) else { return nil }
        let judgement = sibling.value.judgement ?? sibling.value.decision?.judgement
        return Holding(
            number: number, value: value,
            title: [side, judgement?.sentence].compactMap(\.self).joined(separator: ", "), hint: "",
            isChecked: isFirst && value == typed)
    }
}

/// What a lead may choose on a finding: to keep what holds, a verdict that stands, or another.
struct DecisionChoices {
    /// The value beside which the lead says herself what holds.
    static let other = "other"

    static let confirmationPrefix = "confirm/"

    let finding: Finding
    let view: AuditView

    /// Those that no side has.
    fileprivate func beside(holding holds: String) -> [DecideForm.Holding] {
        var choices: [(value: String, title: String, hint: String)] = []
        if case .automatic(let judgement, let method, _) = finding.effective, let confirmation {
            choices.append(
                (
                    confirmation, "Confirm: \(judgement.sentence)",
                    "The rule \(method) chose it; your word stands then."
                ))
        }
        choices.append((Self.other, "Something else", "Nobody said it"))
        if !finding.decisions.isEmpty {
            choices.append((DecideForm.lift, "Take the decision back", "The conflict is open then"))
        }
        choices.append((DecideForm.open, "Leave it as it is", ""))
        return choices.enumerated().map { index, one in
            DecideForm.Holding(
                number: finding.decisions.count + finding.judgements.count + index + 1,
                value: one.value, title: one.title, hint: one.hint,
                isChecked: one.value == holds)
        }
    }

    /// What choosing its side sends; nil for a value of a later version, and for a decision that
    /// nothing challenges.
    fileprivate func value(of sibling: Sibling) -> String? {
        guard sibling.value.decision == nil else {
            return sibling.value.decision == finding.effective.decision ? confirmation : nil
        }
        return sibling.value.judgement?.code
    }

    /// The value that keeps what a decision or a rule says; nil where nothing is to be confirmed.
    ///
    /// It names the verdict, so that a form never confirms what it did not show.
    var confirmation: String? {
        switch finding.effective {
        case .challenged(let decision, _): Self.confirmationPrefix + decision.judgement.code
        case .automatic(let judgement, _, _): Self.confirmationPrefix + judgement.code
        case .untested, .single, .agreed, .undecided, .decided: nil
        }
    }
}
