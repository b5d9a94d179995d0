import Client
import Reading
import Shared

/// One form on which a lead decided a finding.
struct Deciding {
    private let context: PageContext
    private let place: StatePlace
    private let form: SubmittedForm
    private let item: StateItem
    private let shown: FormContext
    let finding: Finding

    init(context: PageContext, place: StatePlace, form: SubmittedForm) throws {
        try place.view.requireLead("decide")
        self.context = context
        self.place = place
        self.form = form
        item = try place.view.item(place.id)
        guard let token = form.text("context"),
            let shown = FormContext(token: token, showing: item.record),
            let criterion = form.text("criterion"),
            let finding = item.findings.first(where: { $0.criterion == criterion })
        else { throw PageError.badForm }
        self.shown = shown
        self.finding = finding
    }

    /// Writes the decision, durable when this returns.
    ///
    /// What came after the form was opened is not settled: it challenges the decision.
    func run() throws {
        switch form.text("act") ?? "decide" {
        case "lift":
            guard !finding.decisions.isEmpty else {
                throw AuditError.invalid("there is no decision any more. Nothing was changed")
            }
            try write(.lift)
        case "decide": try decide()
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }

    private func decide() throws {
        let reason = form.reason
        switch form.text("holds") ?? "" {
        case "": throw AuditError.invalid("choose what holds")
        case let choice where choice.hasPrefix(DecisionChoices.confirmationPrefix):
            guard choice == DecisionChoices(finding: finding, view: place.view).confirmation else {
                throw AuditError.invalid(
                    "what holds has changed meanwhile. Nothing was written: look, then decide")
            }
            try write(.confirm(reason: reason.isEmpty ? nil : reason))
        case let choice:
            guard let judgement = try judgement(for: choice)
            else { throw AuditError.invalid("choose the outcome that holds") }
            guard !reason.isEmpty
            else { throw AuditError.invalid("write the reason: everybody who judged it reads it") }
            try write(.decide(judgement, reason: reason))
        }
    }

    private func judgement(for choice: String) throws -> Judgement? {
        guard choice == DecisionChoices.other else {
            // A verdict may have been replaced since; the form showed it, so it can be chosen.
            let field = FieldID(criterion: finding.criterion, .judgement)
            let known = (shown.shown[field] ?? []) + finding.judgements
            let found = known.compactMap(\.value.judgement).first { $0.code == choice }
            guard let found else { throw PageError.badForm }
            return found
        }
        switch Outcome(rawValue: form.text("outcome") ?? "") {
        case .passed: return .passed
        case .cantTell: return .cantTell
        case .inapplicable: return .inapplicable
        case .untested, nil: return nil
        case .failed:
            let known = context.catalogue(of: place.view).criterion(finding.criterion)
            return .failed(
                Severity(rawValue: form.text("severity") ?? "") ?? known?.severity ?? .serious,
                Attribution(rawValue: form.text("attribution") ?? "") ?? .app)
        }
    }

    private func write(_ act: DecisionAct) throws {
        try context.client.decisions.decide(
            act, on: item, criteria: [finding.criterion], in: place.view, showing: shown)
    }
}
