import Client
import Reading
import Shared

/// One form on which a lead decided findings of a component state.
struct Deciding {
    private let context: PageContext
    private let place: StatePlace
    private let form: SubmittedForm
    private let item: StateItem
    private let shown: FormContext

    init(context: PageContext, place: StatePlace, form: SubmittedForm) throws {
        try place.view.requireLead("decide")
        self.context = context
        self.place = place
        self.form = form
        item = try place.view.item(place.id)
        guard let token = form.text("context"),
            let shown = FormContext(token: token, showing: item.record)
        else { throw PageError.badForm }
        self.shown = shown
    }

    /// Writes all that was chosen in one change, durable when this returns, or nothing.
    ///
    /// What came after the form was opened is not settled: it challenges the decision.
    func run() throws {
        let chosen = form.names(after: "holds.").filter {
            !["", DecideForm.open].contains(form.text("holds.\($0)") ?? "")
        }
        guard !chosen.isEmpty else { throw AuditError.invalid("choose what holds") }
        let acts = try chosen.map { criterion in
            guard let finding = item.findings.first(where: { $0.criterion == criterion })
            else { throw PageError.badForm }
            return (criterion: criterion, act: try act(on: finding))
        }
        try context.client.decisions.decide(
            [StateDecision(state: item, acts: acts, context: shown)], in: place.view)
    }

    private func typed(_ name: String, _ finding: Finding) -> String {
        form.text("\(name).\(finding.criterion)") ?? ""
    }

    /// Its own reason, or that of all.
    private func reason(for finding: Finding) -> String {
        let own = typed("reason", finding).trimmed
        return own.isEmpty ? form.reason : own
    }

    private func act(on finding: Finding) throws -> DecisionAct {
        let reason = reason(for: finding)
        switch typed("holds", finding) {
        case DecideForm.lift:
            guard !finding.decisions.isEmpty else {
                throw AuditError.invalid("there is no decision any more. Nothing was changed")
            }
            return .lift
        case let choice where choice.hasPrefix(DecisionChoices.confirmationPrefix):
            guard choice == DecisionChoices(finding: finding, view: place.view).confirmation else {
                throw AuditError.invalid(
                    "what holds has changed meanwhile. Nothing was written: look, then decide")
            }
            return .confirm(reason: reason.isEmpty ? nil : reason)
        case let choice:
            guard let judgement = try judgement(for: choice, on: finding)
            else { throw AuditError.invalid("choose the outcome that holds") }
            guard !reason.isEmpty
            else { throw AuditError.invalid("write the reason: everybody who judged it reads it") }
            return .decide(judgement, reason: reason)
        }
    }

    private func judgement(for choice: String, on finding: Finding) throws -> Judgement? {
        guard choice == DecisionChoices.other else {
            // A verdict may have been replaced since; the form showed it, so it can be chosen.
            let field = FieldID(criterion: finding.criterion, .judgement)
            let known = (shown.shown[field] ?? []) + finding.judgements
            let found = known.compactMap(\.value.judgement).first { $0.code == choice }
            guard let found else { throw PageError.badForm }
            return found
        }
        switch Outcome(rawValue: typed("outcome", finding)) {
        case .passed: return .passed
        case .cantTell: return .cantTell
        case .inapplicable: return .inapplicable
        case .untested, nil: return nil
        case .failed:
            let known = context.catalogue(of: place.view).criterion(finding.criterion)
            return .failed(
                Severity(rawValue: typed("severity", finding)) ?? known?.severity ?? .serious,
                Attribution(rawValue: typed("attribution", finding)) ?? .app)
        }
    }
}
