import Client
import Foundation
import Reading
import Shared

/// The sides of one conflict: each verdict that stands, each decision, and what was before.
struct ConflictSides {
    let place: StatePlace
    let item: StateItem
    let finding: Finding
    let evidence: [EvidenceItem]
    let context: PageContext

    private var view: AuditView { place.view }

    /// Decisions, then one's own verdicts, then those of others.
    func sides(choosing form: DecideForm?) -> [ConflictPage.Side] {
        let sides = Sides(finding, in: view)
        let verdicts = sides.own + sides.others
        let all =
            finding.decisions.map { ($0, decision($0)) } + verdicts.map { ($0, verdict($0)) }
        var said: Set<FieldValue> = []
        return all.enumerated().map { index, one in
            var (sibling, side) = one
            side.holding = form?.holding(
                sibling, of: side.title, at: index + 1, isFirst: said.insert(sibling.value).inserted
            )
            return side
        }
    }

    private func decision(_ sibling: Sibling) -> ConflictPage.Side {
        let isMine = view.isOwn(sibling)
        let decided = sibling.value.decision
        let reason = decided?.reason.string ?? "Of a later version"
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Your decision" : "Decision of \(view.plan.name(of: sibling.author))",
            when: context.time.dated(Date(unixMilliseconds: sibling.wallTime)),
            place: view.isProposed(sibling)
                ? "On this \(context.place), in effect once the server has it" : "In effect",
            verdict: ShownJudgement(decided?.judgement), isDifferent: finding.isChallenged,
            texts: [ConflictPage.Words(name: "Reason", text: reason)])
    }

    private func verdict(_ sibling: Sibling) -> ConflictPage.Side {
        let author = sibling.author
        let isMine = view.isOwn(sibling)
        let files = evidence.filter { $0.criterion == finding.criterion && $0.author == author }
        return ConflictPage.Side(
            tone: isMine ? .mine : .theirs,
            title: isMine ? "Yours" : view.whose(sibling),
            when: context.time.dated(Date(unixMilliseconds: sibling.wallTime)),
            place: standing(of: sibling), verdict: ShownJudgement(sibling.value.judgement),
            isDifferent: Set(finding.judgements.map(\.value)).count > 1 || finding.isChallenged,
            texts: texts(of: author),
            files: files.map { EvidenceTile($0, in: view, at: context.place) })
    }

    /// Where a verdict is, and whether its writer knew what it stands against.
    private func standing(of sibling: Sibling) -> String {
        var words =
            view.isProposed(sibling) ? ["On this \(context.place), not on the server yet"] : []
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
            let text = siblings.filter { $0.author == author }.newest?.value.text
            guard let text, !text.isEmpty else { return nil }
            return ConflictPage.Words(
                name: name.register.title, text: text, isQuote: name == .heard,
                isDistinct: Set(siblings.map(\.value)).count > 1)
        }
    }

    func before(from client: AuditClient) throws -> ConflictPage.Side {
        let field = FieldID(criterion: finding.criterion, .judgement)
        let replaced = item.record.replaced(in: field)
        let own = try client.queries.ownJudgements(
            by: Set(replaced), in: field, of: item.record.key.audit)
        let earlier = replaced.compactMap { own[$0] }.first
        let (place, verdict): (String, ShownJudgement) =
            if replaced.isEmpty {
                ("Nobody had judged it", ShownJudgement(mark: Badge(.untested)))
            } else if let earlier {
                ("Your earlier verdict, replaced since", ShownJudgement(earlier))
            } else {
                (
                    "An earlier verdict, replaced since",
                    ShownJudgement(mark: Badge(.untested, "Replaced"))
                )
            }
        return ConflictPage.Side(
            tone: .base, title: "Before", place: place, verdict: verdict, isDifferent: false)
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
        writes = versions.writes.map {
            Write(
                dot: versions.notation.text($0.dot), who: versions.name($0),
                says: versions.says($0), seen: versions.seen(by: $0), knew: versions.knew($0))
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
        let live = changes.flatMap { entry in entry.live.map { entry.change.body.writes[$0] } }
        return Set(live.filter { $0.field == field }.flatMap(\.replaces))
            .subtracting(siblings(of: field).map(\.edit))
    }
}
