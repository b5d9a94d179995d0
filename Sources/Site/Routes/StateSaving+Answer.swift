import Client
import Foundation
import Reading
import Shared

extension StateSaving {
    /// What the page has to show after a save.
    func answer(
        _ save: FormSave, on item: StateItem, written: Set<String>, says: String?
    ) throws -> Outcome {
        let view = try context.client.view(place.view.audit)
        var shown = save.context
        // The answer tells what others say of these; whoever judges them again has known it.
        shown.learn(item.record, on: written, besides: place.view.person)
        let tally = item.tally(at: place)
        let bar = try StateBar(
            of: item, at: place, in: try view.workOrder(context.catalogue(of: view)), context)
        let only = written.count == 1 ? place.possible.first { written.contains($0.id) } : nil
        var answer = JSONAnswer(
            state: bar.text,
            says: save.changes.isEmpty ? "Nothing new to save." : says, context: shown.token,
            judged: tally.judgedWords,
            bar: JSONAnswer.Bar(
                complete: bar.complete, onward: bar.onward, onwardTitle: bar.onwardTitle,
                canRedo: bar.canRedo, remaining: place.remaining(beside: item.findings).count),
            mark: PageTemplates.embedded.html(of: tally.countMark, template: "mark"),
            chip: try PageFrame.SyncChip(of: view.audit, in: context).text,
            anchor: only?.lastingShortID, isSaved: !save.changes.isEmpty)
        tell(&answer, how: written, standsOn: item)
        ask(&answer, save.asked, besides: written)
        var notice = notice(of: save.besides)
        if !save.warnings.isEmpty {
            let warnings = save.warnings.joined(separator: " ")
            answer.adds = [answer.adds, warnings].compactMap(\.self).joined(separator: " ")
            notice = notice ?? Notice(.warn, "Saved; there is little room left here", warnings)
        }
        answer.notice = notice.map { PageTemplates.embedded.html(of: $0, template: "notice") }
        return Outcome(answer: answer, anchor: only?.lastingShortID)
    }

    private func tell(
        _ answer: inout JSONAnswer, how written: Set<String>, standsOn item: StateItem
    ) {
        var agreements: [String: String] = [:]
        for criterion in place.possible where written.contains(criterion.id) {
            let finding = item.findings.first { $0.criterion == criterion.id }
            let beside = finding.flatMap {
                CriterionForm.Beside($0, of: item, at: place, in: context.time)
            }
            agreements[criterion.lastingShortID] =
                beside.map { PageTemplates.embedded.html(of: $0, template: "others") } ?? ""
            if written.count == 1, let finding {
                answer.adds = Sides(finding, in: place.view).agreement
            }
        }
        answer.agreements = agreements
    }

    /// Puts a question in place of a verdict that was not saved, and takes answered ones away.
    private func ask(
        _ answer: inout JSONAnswer, _ asked: [OwnQuestion], besides written: Set<String>
    ) {
        var asks: [String: String] = [:]
        for criterion in place.possible where written.contains(criterion.id) {
            asks[criterion.lastingShortID] = ""
        }
        for question in asked {
            guard let criterion = place.possible.first(where: { $0.id == question.criterion })
            else { continue }
            let shown = CriterionForm.Question(question, of: criterion, in: context.time)
            asks[criterion.lastingShortID] = PageTemplates.embedded.html(
                of: shown, template: "question")
            let words = "Not saved: \(shown.questionWords) Which is it?"
            if answer.isSaved == true {
                answer.adds = [answer.adds, words].compactMap(\.self).joined(separator: " ")
            } else {
                answer.says = words
            }
        }
        answer.asks = asks
    }

    /// Tells of what another form or another person wrote since this form was opened.
    private func notice(of besides: [Sibling]) -> Notice? {
        guard let newest = besides.newest else { return nil }
        let time = context.time.shown(Date(unixMilliseconds: newest.wallTime))
        let link = PageFrame.Link("See both", place.address)
        guard newest.author != place.view.person else {
            return Notice(
                .warn, "This state was changed in another tab at \(time)",
                "Yours is kept; the other one is kept beside it.", link: link, isAlert: true)
        }
        return Notice(
            .conflict, "\(place.view.plan.name(of: newest.author)) wrote here at \(time)",
            "You had not seen it yet. Both are kept.", link: link, isAlert: true)
    }
}
