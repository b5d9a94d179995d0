import Foundation
import Reading
import Shared

/// One item of the list of conflicts, in words.
struct WaitingItem: Sendable {
    let conflictHref: String
    let title: String
    let about: String
    let marks: [Badge]
    let age: String
    let criteria: [WaitingCriterion]
    /// How many criteria are not listed; nil for none.
    let rest: String?
    /// What the rules say, and who is to do what; a sentence each.
    let next: [String]
    let with: String
    /// Such as `by 4 December 2026`; nil for no day.
    let due: String?
    /// Nil for whoever does not lead, and where nothing can be decided with others.
    let tick: Tick?

    struct WaitingCriterion: Sendable {
        let statement: String
        let said: [ShownJudgement]
    }

    struct Tick: Sendable {
        let number: Int
        let path: String
        let isTicked: Bool
    }

    private static let criteriaMax = 3

    init(
        _ item: ConflictItem, _ number: Int, _ typed: TickedConflicts, _ asked: ConflictQuery,
        _ catalogue: Catalogue, in view: AuditView, _ context: PageContext
    ) throws {
        conflictHref = asked.address(of: item.subject, in: view)
        let kinds = item.kinds
        marks =
            (kinds.contains(.challenged) ? [.challenged] : [])
            + (kinds.isDisjoint(with: [.outcome, .severity]) ? [] : [.conflict()])
            + (item.hasWithdrawal ? [.conflict("Withdrawal contested")] : [])
        age = Self.age(of: item.since, at: context.now)
        criteria = item.findings.prefix(Self.criteriaMax).map {
            WaitingCriterion($0, catalogue, in: view)
        }
        let more = item.findings.count - Self.criteriaMax
        rest = more > 0 ? "and \(counted(more, "more criterion", plural: "more criteria"))" : nil
        guard let id = item.state else {
            title = item.component?.label ?? item.name
            about = "The component, \(item.component?.screen ?? "")"
            with = ""
            due = nil
            tick = nil
            let whole = try item.component.map { try view.withdrawal(of: $0) }
            next = Self.words(of: [whole].compactMap(\.self), in: view)
            return
        }
        let state = try view.item(id)
        let word = state.stateWord(catalogue, in: view) ?? id.state
        title = item.component.map { "\($0.label): \(word)" } ?? item.name
        let control = item.component.flatMap { catalogue.control($0.control)?.title }
        let round = id.round == view.plan.currentRound ? nil : "round \(id.round)"
        about = [
            control, item.component?.screen, state.environmentWords(in: view), round,
        ].compactMap(\.self).joined(separator: ", ")
        with =
            item.assignees.isEmpty
            ? "Nobody yet"
            : AuditView.list(
                item.assignees.map { $0 == view.person.hex ? "You" : view.plan.assigneeWord($0) })
        due =
            item.assignees.isEmpty
            ? nil : DueDay(unixMilliseconds: state.due).map { "by \($0.words)" }
        let retest = RetestRequest(of: state, in: view).map {
            "\(view.plan.name(of: $0.by)) asked for a retest: “\($0.words)”"
        }
        next =
            [retest].compactMap(\.self) + item.ruleWords(in: view)
            + Self.words(of: state.contestedWithdrawals, in: view)
        tick =
            view.role == .lead && !item.findings.isEmpty
            ? Tick(
                number: number, path: Address.state(id, in: view),
                isTicked: typed.paths.contains(Address.state(id, in: view))) : nil
    }

    private static func age(of since: Int64, at now: Date) -> String {
        let days = (now.unixMilliseconds - since) / 86_400_000
        return days < 1 ? "of today" : "\(counted(Int(clamping: days), "day")) old"
    }

    private static func words(
        of withdrawals: [WithdrawalStatus], in view: AuditView
    ) -> [String] {
        withdrawals.map { one in
            let act =
                view.role == .lead
                ? "You withdraw \(one.rest), or lift the withdrawal."
                : "A lead withdraws \(one.rest), or lifts the withdrawal."
            return "\(one.heading(in: view)): \(one.reason.asSentence) \(act)"
        }
    }
}

extension WaitingItem.WaitingCriterion {
    fileprivate init(_ finding: Finding, _ catalogue: Catalogue, in view: AuditView) {
        statement = catalogue.criterion(finding.criterion)?.statement ?? finding.criterion
        let sides = Sides(finding, in: view)
        let decisions = finding.decisions.map { one in
            ShownJudgement(
                one.value.decision?.judgement,
                who: view.isOwn(one)
                    ? "Your decision" : "Decision of \(view.plan.name(of: one.author))")
        }
        said =
            decisions + sides.own.map { ShownJudgement($0.value.judgement, who: "You") }
            + sides.others.map { ShownJudgement($0.value.judgement, who: view.whose($0)) }
    }
}

extension ConflictItem {
    /// What the rules say of its findings, and who is to do what; a sentence each, each once.
    func ruleWords(in view: AuditView) -> [String] {
        let isAlone = !findings.isEmpty && kinds.subtracting([.withdrawal]) == [.severity]
        var words = isAlone ? ["They differ in severity or whose defect it is alone."] : []
        for finding in findings {
            let sentence = finding.ruleWords(in: view)
            if !words.contains(sentence) { words.append(sentence) }
        }
        return words
    }
}

extension Finding {
    /// Why it waits, and who is to do what.
    func ruleWords(in view: AuditView) -> String {
        let isLead = view.role == .lead
        let decider = isLead ? "you decide" : "a lead decides"
        switch effective {
        case .challenged(_, let challenges):
            let ground = challenges == [.groundless] ? "It rests on what was taken back. " : ""
            return ground + "The decision stays in effect until "
                + (isLead
                    ? "you confirm, change or lift it." : "a lead confirms, changes or lifts it.")
        case .undecided(.noRule): return "No rule fits: \(decider)."
        case .undecided(.fellThrough(let method, let why)):
            return "The rule \(method) could not choose, because \(why): \(decider)."
        case .undecided(.unknownMethod(let method)):
            return "The rule \(method) needs a newer version: \(decider)."
        case .undecided(.policyContested): return "Two policies stand: \(decider)."
        case .undecided(.decisionsDiffer): return "Two decisions differ: \(decider)."
        case .untested, .single, .agreed, .automatic, .decided: return ""
        }
    }
}
