import Client
import Presentation
import Shared

/// What a lead may choose on a finding: to keep what holds, a verdict that stands, or another.
struct DecisionChoices {
    /// The value beside which the lead says herself what holds.
    static let other = "other"

    private let finding: Finding
    private let view: AuditView

    init(_ finding: Finding, in view: AuditView) {
        self.finding = finding
        self.view = view
    }

    /// - Parameter holds: The value that is chosen; empty for none.
    func all(holding holds: String) -> [DecideForm.Choice] {
        func choice(_ value: String, _ title: String, _ hint: String) -> DecideForm.Choice {
            DecideForm.Choice(value: value, title: title, hint: hint, isChecked: value == holds)
        }
        var choices: [DecideForm.Choice] = []
        if let confirmed, let confirmation {
            choices.append(
                choice(confirmation, "Confirm: \(confirmed.sentence)", confirmationHint))
        }
        for judgement in judgements where judgement != confirmed {
            choices.append(
                choice(judgement.code, judgement.sentence, hint(of: judgement)))
        }
        return choices + [
            choice(Self.other, "Something else", "Choose the outcome yourself. Nobody said it.")
        ]
    }

    /// The verdicts that stand, each once, in the order they came.
    private var judgements: [Judgement] {
        finding.judgements.compactMap(\.value.judgement).reduce(into: []) { list, one in
            if !list.contains(one) { list.append(one) }
        }
    }

    /// What a confirmation keeps; nil where nothing is to be confirmed.
    private var confirmed: Judgement? {
        switch finding.effective {
        case .challenged(let decision, _): decision.judgement
        case .automatic(let judgement, _, _): judgement
        case .untested, .single, .agreed, .undecided, .decided: nil
        }
    }

    /// The value that keeps what a decision or a rule says; nil where nothing is to be confirmed.
    ///
    /// It names the verdict, so that a form never confirms what it did not show.
    var confirmation: String? { confirmed.map { Self.confirmationPrefix + $0.code } }

    static let confirmationPrefix = "confirm/"

    private var confirmationHint: String {
        switch finding.effective {
        case .challenged: "The decision then has seen all that stands here."
        case .automatic(_, let method, _): "The rule \(method) chose it; your word stands then."
        case .untested, .single, .agreed, .undecided, .decided: ""
        }
    }

    private func hint(of judgement: Judgement) -> String {
        let authors = finding.judgements.filter { $0.value.judgement == judgement }
            .map { $0.author == view.person ? "you" : view.plan.name(of: $0.author) }
        return "Said by \(Set(authors).sorted().joined(separator: ", ")). "
            + "The others stay in the history."
    }
}

extension Judgement {
    /// As the value of a choice; read back by comparing.
    var code: String {
        [outcome.rawValue, severity?.rawValue, attribution?.rawValue].compactMap(\.self)
            .joined(separator: "/")
    }
}
