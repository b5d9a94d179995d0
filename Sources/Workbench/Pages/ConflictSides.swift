import Client
import Foundation
import Shared

import struct Shared.Record

extension ConflictPage {
    /// What one person says, what was decided, or what stood before.
    struct Side: Sendable {
        let tone: Tone
        let title: String
        let when: String
        /// Where it is, or how it came about.
        let place: String
        let verdict: Verdict
        let isDifferent: Bool
        let texts: [Words]
        var files: [CriterionForm.Evidence] = []

        enum Tone: Sendable {
            case mine, theirs, base
        }
    }

    struct Words: Sendable {
        let name: String
        let text: String
        /// Whether it is what somebody heard, to be read letter by letter.
        var isQuote = false
        /// Whether another side has another text for it.
        var isDistinct = false
    }
}

/// The sides of one conflict: each verdict that stands, each decision, and what was before.
struct ConflictSides {
    let place: StatePlace
    let item: StateItem
    let finding: Finding
    let evidence: [EvidenceItem]

    private var view: AuditView { place.view }

    /// Decisions, then one's own verdicts, then those of others, then what stood before all.
    func sides(from client: AuditClient) throws -> [ConflictPage.Side] {
        let mine = finding.judgements.filter { $0.author == view.person }
        let theirs = finding.judgements.filter { $0.author != view.person }
        return finding.decisions.map(decision) + (mine + theirs).map(verdict)
            + [try before(from: client)]
    }

    private func decision(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = sibling.author == view.person
        let decided = sibling.value.decision
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Your decision" : "Decision of \(view.plan.name(of: sibling.author))",
            when: Date(unixMilliseconds: sibling.wallTime).dated,
            place: view.isProposed(sibling)
                ? "On this laptop, in effect once the server has it" : "In effect",
            verdict: Verdict(decided?.judgement), isDifferent: finding.isChallenged,
            texts: [
                ConflictPage.Words(
                    name: "Reason", text: decided?.reason.string ?? "Of a later version")
            ])
    }

    private func verdict(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = sibling.author == view.person
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Yours" : view.plan.name(of: sibling.author),
            when: Date(unixMilliseconds: sibling.wallTime).dated,
            place: standing(of: sibling), verdict: Verdict(sibling.value.judgement),
            isDifferent: Set(finding.judgements.map(\.value)).count > 1 || finding.isChallenged,
            texts: texts(of: sibling.author),
            files: evidence.filter {
                $0.criterion == finding.criterion && $0.author == sibling.author
            }.map { CriterionForm.Evidence($0, in: view) })
    }

    /// Where a verdict is, and whether its writer knew what it stands against.
    private func standing(of sibling: Sibling) -> String {
        var words = view.isProposed(sibling) ? ["On this laptop, not on the server yet"] : []
        let against = finding.decisions + finding.judgements.filter { $0.edit != sibling.edit }
        if !against.isEmpty {
            let hasSeen = against.contains { sibling.knew.contains($0.edit) }
            words.append(hasSeen ? "Knew another side" : "Knew no other side")
        }
        return words.joined(separator: ". ")
    }

    private func texts(of author: PersonID) -> [ConflictPage.Words] {
        FieldName.findingTexts.compactMap { name in
            let siblings = finding.texts[name] ?? []
            guard let text = siblings.filter({ $0.author == author }).newest?.value.text,
                !text.isEmpty
            else { return nil }
            return ConflictPage.Words(
                name: name.register.title, text: text, isQuote: name == .heard,
                isDistinct: Set(siblings.map(\.value)).count > 1)
        }
    }

    // MARK: What stood before

    private func before(from client: AuditClient) throws -> ConflictPage.Side {
        let field = FieldID(criterion: finding.criterion, .judgement)
        let replaced = item.record.replaced(in: field)
        let place: String
        let verdict: Verdict
        if replaced.isEmpty {
            place = "Nobody had judged it"
            verdict = Verdict(Badge(.untested))
        } else if let earlier = try own(replaced, in: field, from: client) {
            place = "Your earlier verdict, replaced since"
            verdict = Verdict(earlier)
        } else {
            place = "An earlier verdict, replaced since"
            verdict = Verdict(Badge(.untested, "Replaced"))
        }
        return ConflictPage.Side(
            tone: .base, title: "Before", when: "", place: place, verdict: verdict,
            isDifferent: false, texts: [])
    }

    /// A verdict of this laptop among edits that were replaced; nil where none is.
    private func own(
        _ replaced: Set<EditID>, in field: FieldID, from client: AuditClient
    ) throws -> Judgement? {
        var found: [EditID: Judgement] = [:]
        try client.store.log.ownChanges(item.record.key.audit) { own in
            guard replaced.contains(own.change.edit) else { return }
            for write in own.change.body.writes where write.field == field {
                found[own.change.edit] = write.value?.judgement
            }
        }
        return replaced.compactMap { found[$0] }.first
    }
}

/// The versions that stand on one finding, as a table and a sentence for every two of them.
struct VersionsTable: Sendable {
    /// The version of the component state, such as `{09c1:4, 7f3a:12}`.
    let context: String
    let writes: [Write]
    let relations: [String]

    init(_ versions: FindingVersions) {
        context = versions.contextText
        writes = versions.writes.map { write in
            Write(
                dot: versions.notation.text(write.dot), who: versions.name(write),
                says: versions.says(write), seen: versions.seen(by: write),
                knew: versions.knew(write))
        }
        relations = versions.sentences
    }

    struct Write: Sendable {
        let dot: String
        let who: String
        let says: String
        let seen: String
        let knew: String
    }
}

extension Record {
    /// The edits that live writes of a register have replaced, and that live no more.
    fileprivate func replaced(in field: FieldID) -> Set<EditID> {
        var edits: Set<EditID> = []
        for entry in changes {
            for index in entry.live where entry.change.body.writes[index].field == field {
                edits.formUnion(entry.change.body.writes[index].replaces)
            }
        }
        return edits.subtracting(siblings(of: field).map(\.edit))
    }
}
