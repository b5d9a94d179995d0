import Client
import Foundation
import Presentation
import Shared

import struct Shared.Record

/// The sides of one conflict: each verdict that stands, each decision, and what was before.
struct ConflictSides {
    let place: StatePlace
    let item: StateItem
    let finding: Finding
    /// The component state's files.
    let evidence: [EvidenceItem]

    private var view: AuditView { place.view }

    /// Decisions, then one's own verdicts, then those of others, then what stood before all.
    ///
    /// - Parameter replaced: Verdicts of this laptop that were replaced since, by edit.
    func all(replaced own: [EditID: Judgement]) -> [ConflictPage.Side] {
        let mine = finding.judgements.filter { $0.author == view.person }
        let theirs = finding.judgements.filter { $0.author != view.person }
        return finding.decisions.map(decision)
            + (mine + theirs).map(verdict) + [base(own)]
    }

    private func decision(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = sibling.author == view.person
        let name = view.plan.name(of: sibling.author)
        let decided = sibling.value.decision
        return ConflictPage.Side(
            isMine ? .mine : .theirs,
            title: isMine ? "Your decision" : "Decision of \(name)",
            when: Date(unixMilliseconds: sibling.wallTime).dated,
            place: view.isProposed(sibling)
                ? "On this laptop, in effect once the server has it" : "In effect",
            verdict: Verdict(decided?.judgement), isDifferent: isChallenged,
            texts: [ConflictPage.Words("Reason", decided?.reason.string ?? "Of a later version")])
    }

    private func verdict(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = sibling.author == view.person
        let name = view.plan.name(of: sibling.author)
        return ConflictPage.Side(
            isMine ? .mine : .theirs, title: isMine ? "Yours" : name,
            when: Date(unixMilliseconds: sibling.wallTime).dated,
            place: standing(of: sibling), verdict: Verdict(sibling.value.judgement),
            isDifferent: Set(finding.judgements.map(\.value)).count > 1 || isChallenged,
            texts: texts(of: sibling.author), files: files(of: sibling.author))
    }

    /// Where a verdict is, and whether its writer knew what it stands against.
    private func standing(of sibling: Sibling) -> String {
        let place = view.isProposed(sibling) ? "On this laptop, not on the server yet" : ""
        let against = finding.decisions + finding.judgements.filter { $0.edit != sibling.edit }
        let hasSeen = against.contains { sibling.knew.contains($0.edit) }
        let knew =
            against.isEmpty
            ? "" : hasSeen ? "Knew another side" : "Knew no other side"
        return [place, knew].filter { !$0.isEmpty }.joined(separator: ". ")
    }

    private var isChallenged: Bool {
        if case .challenged = finding.effective { true } else { false }
    }

    // MARK: What was written beside it

    private func texts(of author: PersonID) -> [ConflictPage.Words] {
        FieldName.findingTexts.compactMap { name in
            let siblings = finding.texts[name] ?? []
            guard let text = siblings.filter({ $0.author == author }).newest?.value.text,
                !text.isEmpty
            else { return nil }
            return ConflictPage.Words(
                name.register.title, text, isQuote: name == .heard,
                isDistinct: Set(siblings.map(\.value)).count > 1)
        }
    }

    private func files(of author: PersonID) -> [CriterionForm.Evidence] {
        evidence.filter { $0.criterion == finding.criterion && $0.author == author }
            .map { CriterionForm.Evidence($0, in: view) }
    }

    // MARK: What stood before

    private func base(_ own: [EditID: Judgement]) -> ConflictPage.Side {
        let field = FieldID(criterion: finding.criterion, .judgement)
        let replaced = item.record.replaced(in: field)
        let earlier = replaced.compactMap { own[$0] }.first
        let place: String
        let verdict: Verdict
        if replaced.isEmpty {
            place = "Nobody had judged it"
            verdict = Verdict(mark: Mark(.untested))
        } else if let earlier {
            place = "Your earlier verdict, replaced since"
            verdict = Verdict(earlier)
        } else {
            place = "An earlier verdict, replaced since"
            verdict = Verdict(mark: Mark(.untested, "Replaced"))
        }
        return ConflictPage.Side(
            .base, title: "Before", when: "", place: place, verdict: verdict,
            isDifferent: false, texts: [])
    }
}

extension Record {
    /// The edits that live writes of a register have replaced, and that live no more.
    func replaced(in field: FieldID) -> Set<EditID> {
        var edits: Set<EditID> = []
        for entry in changes {
            for index in entry.live where entry.change.body.writes[index].field == field {
                edits.formUnion(entry.change.body.writes[index].replaces)
            }
        }
        return edits.subtracting(siblings(of: field).map(\.edit))
    }
}
