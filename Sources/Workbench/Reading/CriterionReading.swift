import Client
import Foundation
import Presentation
import Shared

/// Fills the form of each criterion with what stands on one component state.
struct CriterionReading {
    let desk: Desk
    let place: StatePlace
    let item: StateItem
    let evidence: [EvidenceItem]
    /// Typed and not saved yet; empty where nothing can be saved.
    let unsaved: [FieldID: UnsavedText]
    /// What a form has just done to the files of one criterion; nil for nothing.
    let telling: FileNotice.Telling?
    /// A form that could not be saved; nil for none.
    var typed: SubmittedForm?

    /// The criteria in groups, in the catalogue's order of categories.
    func categories() -> [StatePage.Category] {
        var number = 0
        return Criterion.Category.allCases.compactMap { category in
            let criteria = place.criteria.filter { $0.category == category }
            guard !criteria.isEmpty else { return nil }
            return StatePage.Category(
                id: category.rawValue, title: category.word,
                criteria: criteria.map { criterion in
                    number += 1
                    return form(criterion, number: number)
                })
        }
    }

    private func form(_ criterion: Criterion, number: Int) -> CriterionForm {
        let expected = place.platform.announcements.filter {
            $0.part == criterion.part && $0.state == place.state.id
        }
        return CriterionForm(
            criterion, number: number, filling: filling(of: criterion),
            expected: expected.map(\.example),
            hints: place.platform.hints.filter { $0.category == criterion.category },
            isOpen: place.canRecord,
            attachAddress: "\(Address.attach(place))#c-\(criterion.shortID)",
            canCheck: place.canCheck(criterion))
    }

    private func filling(of criterion: Criterion) -> CriterionForm.Filling {
        var filling = CriterionForm.Filling()
        filling.evidence = evidence.filter { $0.criterion == criterion.id }.map {
            CriterionForm.Evidence($0, in: place.view)
        }
        if telling?.criterion == criterion.id { filling.told = telling?.news.words }
        if let finding = item.findings.first(where: { $0.criterion == criterion.id }) {
            fill(&filling, from: finding)
        }
        filling.check = place.check(filling[.heard], criterion)
        for name in TypedField.names { showUnsaved(name, of: criterion.id, in: &filling) }
        if let typed { show(typed, of: criterion, in: &filling) }
        return filling
    }

    private func fill(_ filling: inout CriterionForm.Filling, from finding: Finding) {
        let own = finding.judgements.filter { $0.author == place.view.person }.newest
        if let judgement = own?.value.judgement {
            filling.outcome = judgement.outcome
            filling.severity = judgement.severity
            filling.attribution = judgement.attribution ?? .app
        }
        for name in finding.texts.keys { filling[name] = shownText(name, of: finding) }
        filling.others = others(finding, beside: own) + withdrawal(of: finding)
        filling.agreement = agreement(on: finding)
        filling.versions = versions(finding)
        filling.remarks = finding.remarks(in: place.view)
    }

    /// Puts what was typed into its field again; what is saved stands beside it, to be seen.
    private func showUnsaved(
        _ name: FieldName, of criterion: String, in filling: inout CriterionForm.Filling
    ) {
        guard let typed = unsaved[FieldID(criterion: criterion, name)] else { return }
        let saved = filling[name]
        guard Text(normalizing: typed.text) != Text(normalizing: saved) else { return }
        filling[name] = typed.text
        filling.unsaved[name] = typed.sentence(now: desk.now)
        guard !saved.isEmpty else { return }
        filling.versions.append(
            CriterionForm.Version(who: "\(name.register.title) as it is saved:", text: saved))
    }

    /// Puts what could not be saved into its fields again.
    private func show(
        _ form: SubmittedForm, of criterion: Criterion, in filling: inout CriterionForm.Filling
    ) {
        // A word that no field has was refused before anything could fail to be saved.
        if let entry = try? FindingFields.entry(of: criterion, in: form),
            let outcome = entry.outcome
        {
            filling.outcome = outcome
            filling.severity = entry.severity
            filling.attribution = entry.attribution ?? .app
        }
        for name in TypedField.names {
            guard let text = form.text(TypedField.formName(name, criterion.id)),
                Text(normalizing: text) != Text(normalizing: filling[name])
            else { continue }
            filling[name] = text
            filling.unsaved[name] = "Not saved."
        }
    }

    private func others(
        _ finding: Finding, beside own: Sibling?
    ) -> [CriterionForm.OtherVerdict] {
        let plan = place.view.plan
        var others = finding.judgements.filter { $0.edit != own?.edit }.compactMap { sibling in
            sibling.value.judgement.map { judgement in
                CriterionForm.OtherVerdict(
                    mark: Mark(judgement.outcome, judgement.sentence),
                    who: sibling.author == place.view.person
                        ? "you, in another form" : plan.name(of: sibling.author))
            }
        }
        for decision in finding.decisions {
            guard let decided = decision.value.decision else { continue }
            let proposed = place.view.isProposed(decision) ? ", proposed" : ""
            others.append(
                CriterionForm.OtherVerdict(
                    mark: Mark(decided.judgement.outcome, decided.judgement.sentence),
                    who: "decided by \(plan.name(of: decision.author))\(proposed): "
                        + decided.reason.string))
        }
        return others
    }

    /// That somebody took the finding back, and why.
    private func withdrawal(of finding: Finding) -> [CriterionForm.OtherVerdict] {
        guard !finding.withdrawals.isEmpty else { return [] }
        let standing = WithdrawalStatus(of: item, criterion: finding.criterion)
        return [
            CriterionForm.OtherVerdict(
                mark: standing.isContested
                    ? .conflict("Withdrawal contested") : Mark(.untested, "Withdrawn"),
                who: "by \(standing.authors(in: place.view)): \(standing.reason)")
        ]
    }

    /// How one's own verdict stands to those of others; nil where there is nothing to say.
    func agreement(on finding: Finding) -> CriterionForm.Agreement? {
        let agreement = Agreement(on: finding, of: place.view.person)
        return agreement.words(in: place.view).map { words in
            CriterionForm.Agreement(
                words, isDisagreement: agreement.isDisagreement,
                other: place.canRecord ? agreement.other : nil,
                value: agreement.other.map { "\(finding.criterion) \($0.code)" } ?? "")
        }
    }

    private func shownText(_ name: FieldName, of finding: Finding) -> String {
        finding.texts[name]?.shown(to: place.view.person)?.value.text ?? ""
    }

    /// Texts of others that the fields do not show, because only one can be shown there.
    private func versions(_ finding: Finding) -> [CriterionForm.Version] {
        finding.texts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { name, siblings in
            let shown = siblings.shown(to: place.view.person)
            return siblings.filter { $0.edit != shown?.edit }.compactMap { sibling in
                sibling.value.text.map {
                    CriterionForm.Version(
                        who: "\(name.register.title) by "
                            + "\(place.view.plan.name(of: sibling.author)):",
                        text: $0)
                }
            }
        }
    }
}

extension UnsavedText {
    fileprivate func sentence(now: Date) -> String {
        let word = Calendar.current.isDate(typedAt, inSameDayAs: now) ? "at" : "on"
        return "Typed \(word) \(typedAt.shown(now: now)) and not saved yet."
    }
}

extension CriterionForm.Evidence {
    /// A file as it stands under its criterion.
    init(_ item: EvidenceItem, in view: AuditView) {
        self.init(
            href: Address.evidence(item, in: view),
            picture: item.show == .picture
                ? Address.evidenceBytes(view.audit, item.hash.hex) : nil,
            name: item.shownName, where: item.place.words)
    }
}

extension Address {
    /// Where files for a component state are sent.
    static func attach(_ place: StatePlace) -> String {
        let parts = place.address.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? "?\(parts[1])" : ""
        return "\(parts[0])/evidence\(query)"
    }
}

extension EvidenceItem.Place {
    /// Where the file is, as a page says it.
    var words: String {
        switch self {
        case .here: "On the server"
        case .toSend: "On this laptop"
        case .pending: "Not here yet"
        }
    }
}

extension Judgement {
    /// Such as `Failed, serious`.
    var sentence: String {
        guard let severity else { return outcome.word }
        return "\(outcome.word), \(severity.rawValue)"
    }
}

extension Criterion.Category {
    /// As a heading.
    var word: String { rawValue.capitalized }
}
