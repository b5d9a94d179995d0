import Client
import Presentation
import Shared

/// The form on which a lead decides one finding; nothing is chosen for her.
struct DecideForm: Sendable {
    let address: String
    /// The criterion's full id; also makes ids of the page.
    let criterion: String
    let context: String
    let choices: [Holding]
    let outcomes: [Choice]
    let severities: [Choice]
    let attributions: [Choice]
    let reason: String
    /// Whether a decision stands that can be taken back.
    let canLift: Bool
    /// Why what was sent is not decided; nil for a form that was not sent.
    let refusal: String?

    struct Holding: Sendable {
        let value: String
        let title: String
        let hint: String
        let isChecked: Bool
    }

    /// What was sent and could not be decided.
    struct Typed: Sendable {
        /// The value of a choice.
        var holds = ""
        /// An outcome’s id; only of a verdict that nobody gave.
        var outcome = ""
        var severity = ""
        var attribution = ""
        var reason = ""
        var refusal: String?
    }

    /// Nil for whoever may not decide.
    ///
    /// - Parameter typed: What was sent before; empty for a form that was just opened.
    init?(_ finding: Finding, of item: StateItem, at place: StatePlace, _ typed: Typed) {
        // A decision that rests on what was taken back has no verdict beside it, and can be lifted.
        guard place.view.role == .lead, !finding.judgements.isEmpty || !finding.decisions.isEmpty
        else { return nil }
        address = Address.conflict(place.id, in: place.view)
        criterion = finding.criterion
        context = FormContext(showing: item.record).token
        choices = DecisionChoices(finding, in: place.view).all(holding: typed.holds)
        canLift = !finding.decisions.isEmpty
        reason = typed.reason
        refusal = typed.refusal
        outcomes =
            [Choice(value: "", title: "Choose an outcome", isChosen: typed.outcome.isEmpty)]
            + Outcome.allCases.filter { $0 != .untested }.map {
                Choice(value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.outcome)
            }
        severities =
            [Choice(value: "", title: "As the catalogue has it", isChosen: typed.severity.isEmpty)]
            + Severity.allCases.reversed().map {
                Choice(value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.severity)
            }
        attributions = Attribution.allCases.map {
            Choice(value: $0.rawValue, title: $0.word, isChosen: $0.rawValue == typed.attribution)
        }
    }
}

/// What a lead may choose on a finding: to keep what holds, a verdict that stands, or another.
struct DecisionChoices {
    /// The value beside which the lead says herself what holds.
    static let other = "other"

    static let confirmationPrefix = "confirm/"

    private let finding: Finding
    private let view: AuditView

    init(_ finding: Finding, in view: AuditView) {
        self.finding = finding
        self.view = view
    }

    /// - Parameter holds: The value that is chosen; empty for none.
    func all(holding holds: String) -> [DecideForm.Holding] {
        func choice(_ value: String, _ title: String, _ hint: String) -> DecideForm.Holding {
            DecideForm.Holding(value: value, title: title, hint: hint, isChecked: value == holds)
        }
        // The verdicts that stand, each once, in the order they came.
        var judgements: [Judgement] = []
        for judgement in finding.judgements.compactMap(\.value.judgement)
        where !judgements.contains(judgement) {
            judgements.append(judgement)
        }
        var choices: [DecideForm.Holding] = []
        if let (judgement, hint) = confirmed {
            choices.append(choice(code(of: judgement), "Confirm: \(judgement.sentence)", hint))
        }
        for judgement in judgements where judgement != confirmed?.judgement {
            choices.append(choice(judgement.code, judgement.sentence, hint(of: judgement)))
        }
        return choices + [
            choice(Self.other, "Something else", "Choose the outcome yourself. Nobody said it.")
        ]
    }

    /// The value that keeps what a decision or a rule says; nil where nothing is to be confirmed.
    ///
    /// It names the verdict, so that a form never confirms what it did not show.
    var confirmation: String? { confirmed.map { code(of: $0.judgement) } }

    private func code(of confirmed: Judgement) -> String {
        Self.confirmationPrefix + confirmed.code
    }

    private var confirmed: (judgement: Judgement, hint: String)? {
        switch finding.effective {
        case .challenged(let decision, _):
            (decision.judgement, "The decision then has seen all that stands here.")
        case .automatic(let judgement, let method, _):
            (judgement, "The rule \(method) chose it; your word stands then.")
        case .untested, .single, .agreed, .undecided, .decided: nil
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
