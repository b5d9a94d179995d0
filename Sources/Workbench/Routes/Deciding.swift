import Client
import Presentation
import Shared

/// One form on which a lead decided a finding.
struct Deciding {
    private let desk: Desk
    private let place: StatePlace
    private let form: SubmittedForm
    private let item: StateItem
    private let context: FormContext
    let finding: Finding

    /// - Throws: `ClientError.notAllowed` for anybody but a lead; `PageError.badForm`.
    init(desk: Desk, place: StatePlace, form: SubmittedForm) throws {
        try place.view.requireLead("decide")
        self.desk = desk
        self.place = place
        self.form = form
        item = try desk.client.state(place.id, of: place.view)
        guard let token = form.text("context"),
            let context = FormContext(token: token, showing: item.record),
            let criterion = form.text("criterion"),
            let finding = item.findings.first(where: { $0.criterion == criterion })
        else { throw PageError.badForm }
        self.context = context
        self.finding = finding
    }

    /// Writes the decision; durable when this returns nil.
    ///
    /// What came after the form was opened is not settled: it challenges the decision.
    ///
    /// - Returns: What was sent with what is missing, or nil. Then nothing was written.
    /// - Throws: `PageError.badForm`, `StorageError`.
    func run() throws -> DecideForm.Typed? {
        switch form.text("act") ?? "decide" {
        case "lift":
            guard !finding.decisions.isEmpty else {
                return refused("There is no decision any more. Nothing was changed.")
            }
            try write(.lift)
            return nil
        case "decide": return try decide()
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }

    private func decide() throws -> DecideForm.Typed? {
        let reason = (form.text("reason") ?? "").trimmingPrefix(while: \.isWhitespace)
        switch form.text("holds") ?? "" {
        case "": return refused("Choose what holds.")
        case let choice where choice.hasPrefix(DecisionChoices.confirmationPrefix):
            guard choice == DecisionChoices(finding, in: place.view).confirmation else {
                return refused(
                    "What holds has changed meanwhile. Nothing was written: look, then decide.")
            }
            try write(.confirm(reason: reason.isEmpty ? nil : String(reason)))
            return nil
        case let choice:
            guard let judgement = try judgement(for: choice) else {
                return refused("Choose the outcome that holds.")
            }
            guard !reason.isEmpty else {
                return refused("Write the reason: everybody who judged it reads it.")
            }
            try write(.decide(judgement, reason: String(reason)))
            return nil
        }
    }

    private func judgement(for choice: String) throws -> Judgement? {
        guard choice == DecisionChoices.other else {
            // A verdict may have been replaced since; the form showed it, so it can be chosen.
            let field = FieldID(criterion: finding.criterion, .judgement)
            let shown = (context.shown[field] ?? []) + finding.judgements
            let found = shown.compactMap(\.value.judgement).first { $0.code == choice }
            guard let found else { throw PageError.badForm }
            return found
        }
        switch Outcome(rawValue: form.text("outcome") ?? "") {
        case .passed: return .passed
        case .cantTell: return .cantTell
        case .inapplicable: return .inapplicable
        case .untested, nil: return nil
        case .failed:
            let weight =
                try desk.catalogue(of: place.view).criterion(finding.criterion)?.severity
                ?? .serious
            return .failed(
                Severity(rawValue: form.text("severity") ?? "") ?? weight,
                Attribution(rawValue: form.text("attribution") ?? "") ?? .app)
        }
    }

    private func write(_ act: DecisionAct) throws {
        try desk.client.decide(
            act, on: item, criteria: [finding.criterion], in: place.view, showing: context)
    }

    private func refused(_ why: String) -> DecideForm.Typed {
        var typed = DecideForm.Typed()
        typed.holds = form.text("holds") ?? ""
        typed.outcome = form.text("outcome") ?? ""
        typed.severity = form.text("severity") ?? ""
        typed.attribution = form.text("attribution") ?? ""
        typed.reason = form.text("reason") ?? ""
        typed.refusal = why
        return typed
    }
}
