import Client
import Foundation
import Reading
import Shared

/// What waits for a decision: parts of the plan, withdrawn components, component states.
struct ConflictsReport: Report {
    let queue: ConflictQueue
    let view: AuditView

    @LineBuilder var lines: [String] {
        get throws {
            // What is nobody's is no conflict, and a lead has to see it all the same.
            let stranded = queue.isWhole ? view.stranded : []
            if queue.isEmpty, stranded.isEmpty {
                queue.isWhole ? "No conflict." : "No conflict of that kind."
            } else {
                queue.plan.lines(in: view)
                for one in queue.shared { one.lines(in: view) }
                if !stranded.isEmpty {
                    "\nGiven to a group that is gone, so to nobody (accord assign):"
                    for component in stranded { "  \(component.name)" }
                }
                for item in queue.items { try lines(of: item) }
                "\n\(AuditView.list(counts)) with something to decide"
            }
        }
    }

    private var counts: [String] {
        let states = queue.items.count { $0.state != nil }
        return [
            (states, "component state", ""), (queue.plan.count, "part", " of the plan"),
            (queue.items.count - states, "withdrawn component", ""),
            (queue.shared.count, "name", " of several components"),
        ].filter { $0.0 > 0 }.map { counted($0, $1) + $2 }
    }

    private func lines(of item: ConflictItem) throws -> [String] {
        guard let state = try stateItem(item) else {
            return try withdrawal(of: item)?.linesOfComponent(in: view) ?? []
        }
        return state.lines(in: view, retest: RetestRequest(of: state, in: view))
    }

    /// With the findings that wait; nil for a component.
    private func stateItem(_ item: ConflictItem) throws -> StateItem? {
        guard let id = item.state else { return nil }
        var state = try view.item(id)
        let criteria = Set(item.findings.map(\.criterion))
        state.findings.removeAll { !criteria.contains($0.criterion) && !$0.isContested }
        return state
    }

    private func withdrawal(of item: ConflictItem) throws -> WithdrawalStatus? {
        try item.component.map { try view.withdrawal(of: $0) }
    }

    var json: JSON {
        get throws {
            let names = queue.shared.map {
                JSON.conflict($0.name, components: $0.components.map(\.id.hex))
            }
            let items = try queue.items.map { item in
                guard let state = try stateItem(item) else {
                    let status = try withdrawal(of: item).map { $0.json(in: view) }
                    return JSON.conflict(item.name, waiting: item, withdrawals: [status ?? .null])
                }
                return state.json(in: view, waiting: item)
            }
            return (queue.plan.items(in: view) + names + items).json
        }
    }
}

extension StateItem {
    /// Its findings, here those that wait for somebody, with all that was said.
    func conflictReport(in view: AuditView, of client: AuditClient) throws -> Answer {
        Answer(
            json(in: view, waiting: try ConflictQueue(in: view).items.first { $0.state == id })
        ) {
            if findings.isEmpty, !isContestedAsWhole {
                "No conflict on \(name)."
            } else {
                Terminal.output.styled(name, .bold)
                if let component, !component.withdrawals.isEmpty {
                    let whole = try view.withdrawal(of: component)
                    whole.linesOfComponent(in: view)
                }
                for withdrawal in contestedWithdrawals { withdrawal.lines(in: view) }
                let evidence = try client.evidence.items(of: record, in: view)
                for finding in findings {
                    FindingPage(finding: finding, view: view, evidence: evidence).lines
                    "  why             \(finding.whyOpen(in: view))"
                }
            }
        }
    }

    /// - Parameter item: What of it waits; nil where it is shown by itself.
    fileprivate func json(in view: AuditView, waiting item: ConflictItem?) -> JSON {
        let retest = RetestRequest(of: self, in: view).map { one in
            [
                "by": view.plan.name(of: one.by), "of": view.plan.name(ofAssignee: one.assignee),
                "words": one.words, "due": DueDay(unixMilliseconds: one.due)?.text,
            ] as JSON
        }
        return .conflict(
            name, waiting: item, round: Int(id.round), assignees: assignees,
            due: DueDay(unixMilliseconds: due)?.text, retest: retest ?? .null,
            findings: findings.map { $0.json(in: view) },
            withdrawals: contestedWithdrawals.map { $0.json(in: view) })
    }

    @LineBuilder fileprivate func lines(
        in view: AuditView, retest: RetestRequest?
    ) -> [String] {
        "\n\(Terminal.output.styled(name, .bold))"
        if !assignees.isEmpty {
            let names = AuditView.list(assignees.map(view.plan.name(ofAssignee:)))
            "  with \(names)" + (DueDay(unixMilliseconds: due).map { ", due \($0.text)" } ?? "")
        }
        if let retest {
            "  retest asked by \(view.plan.name(of: retest.by)): “\(retest.words)”"
        }
        for withdrawal in contestedWithdrawals { withdrawal.lines(in: view) }
        for finding in disputed {
            let sides = finding.judgements.map { sibling in
                "\(view.whose(sibling)): "
                    + (sibling.value.judgement?.coloured ?? "a value of a later version")
            }
            "  \(finding.shortCriterion): \(sides.joined(separator: " / "))"
            "    \(finding.whyOpen(in: view))"
        }
    }
}

extension JSON {
    /// An item of the list; the plan and a component have neither round nor findings.
    fileprivate static func conflict(
        _ name: String, waiting item: ConflictItem? = nil, round: Int? = nil,
        assignees: [String] = [], due: String? = nil, retest: JSON = .null, findings: [JSON] = [],
        withdrawals: [JSON] = [], registers: [JSON] = [], components: [String] = []
    ) -> JSON {
        [
            "components": components, "kinds": item.map { $0.kinds.sorted().map(\.rawValue) } ?? [],
            "severity": item?.severity?.rawValue,
            "since": item.map { Date(unixMilliseconds: $0.since) },
            "state": name, "round": round, "assignees": assignees, "due": due, "retest": retest,
            "findings": findings, "withdrawals": withdrawals, "registers": registers,
        ]
    }
}

extension Finding {
    fileprivate func json(in view: AuditView) -> JSON {
        // The last of the verdicts that stand tells how old the conflict is.
        let last = judgements.map(\.wallTime).max().map { Date(unixMilliseconds: $0) }
        return [
            "criterion": criterion, "basis": effective.basis, "since": last,
            "why": whyOpen(in: view),
            "judgements": judgements.map { sibling in
                [
                    "author": view.plan.name(of: sibling.author), "edit": sibling.edit.hex,
                    "outcome": sibling.value.judgement?.outcome.rawValue,
                    "severity": sibling.value.judgement?.severity?.rawValue,
                ] as JSON
            },
        ]
    }

    /// Why it waits for somebody.
    fileprivate func whyOpen(in view: AuditView) -> String {
        var why = [disagreement(in: view)].filter { !$0.isEmpty }
        if case .contested(let reason) = withdrawal {
            why.append("withdrawn (\(reason)) beyond what its author may take back")
        }
        return why.joined(separator: "; ")
    }

    private func disagreement(in view: AuditView) -> String {
        switch effective {
        case .undecided(let reason): return reason.words
        case .challenged(let decision, let challenges) where challenges == [.groundless]:
            return "the decision “\(decision.reason.string)” rests on what was taken back"
        case .challenged(let decision, let challenges):
            let kinds = challenges.map { challenge in
                switch challenge {
                case .late(let edit): "\(author(of: edit, in: view)), who did not know it"
                case .informed(let edit): "\(author(of: edit, in: view)), who knew it"
                case .groundless: "nobody: it rests on what was taken back"
                }
            }
            return "the decision “\(decision.reason.string)” is challenged by "
                + kinds.joined(separator: " and ")
        case .untested, .single, .agreed, .automatic, .decided: return ""
        }
    }

    private func author(of edit: EditID, in view: AuditView) -> String {
        judgements.first { $0.edit == edit }.map { view.plan.name(of: $0.author) } ?? "somebody"
    }
}

extension WithdrawalStatus {
    fileprivate func linesOfComponent(in view: AuditView) -> [String] {
        ["\n\(Terminal.output.styled(name, .bold))"] + lines(in: view)
    }

    @LineBuilder fileprivate func lines(in view: AuditView) -> [String] {
        if criterion != nil { "  \(shortCriterion)" }
        "    withdrawn by \(authors(in: view)): \(reason)"
        "    covered: \(Self.words(for: covered, in: view))"
        "    stays: \(Self.words(for: standing, in: view))"
        "    a lead withdraws \(rest) (accord withdraw … --reason TEXT), or lifts it (--undo)"
    }

    fileprivate func json(in view: AuditView) -> JSON {
        [
            "by": authors(in: view), "reason": reason, "criterion": criterion,
            "covered": covered.count, "stays": standing.count,
        ]
    }
}

extension UndecidedReason {
    fileprivate var words: String {
        switch self {
        case .noRule: "no rule of the policy settles it: a lead decides"
        case .fellThrough(let method, let why): "the rule \(method) does not choose: \(why)"
        case .unknownMethod(let method): "the rule \(method) is of a later version of Accord"
        case .policyContested: "leads have written different policies: choose one first"
        case .decisionsDiffer: "two decisions differ"
        }
    }
}

extension ContestedRegister {
    /// Such as `the build of round 2: 8.5.0 (Tomas Berg), 8.5.1 (Lee Okafor); 8.5.0 holds ...`.
    func line(in view: AuditView) -> String { "the \(name(in: view)): \(words(in: view))" }

    func json(in view: AuditView) -> JSON {
        [
            "register": address, "name": name(in: view), "standing": words(in: view),
            "values": values(in: view).map { one in
                ["value": one.words, "by": one.by, "holds": one.value == held] as JSON
            },
        ]
    }
}

extension [ContestedRegister] {
    fileprivate func items(in view: AuditView) -> [JSON] {
        isEmpty ? [] : [.conflict("the plan", registers: map { $0.json(in: view) })]
    }

    @LineBuilder fileprivate func lines(in view: AuditView) -> [String] {
        if let first {
            "\n\(Terminal.output.styled("The plan", .bold))"
            for register in self { "  \(register.line(in: view))" }
            let name = TerminalText.shellWord(first.name(in: view))
            "  choose with: accord audit choose \(name) VALUE"
        }
    }
}

extension SharedName {
    var json: JSON { ["name": name, "components": components.map(\.id.hex)] }

    /// What settles it, for whoever can; others are told what they can do meanwhile.
    func advice(in view: AuditView) -> String {
        let last = ids[ids.count - 1]
        guard view.role == .lead else {
            return "until a lead renames one or says that they are the same control, use the ids"
        }
        return
            "rename one (accord component rename \(last) --label TEXT), or say that they are the "
            + "same control (accord component see \(ids[0]) \(last))"
    }

    @LineBuilder fileprivate func lines(in view: AuditView) -> [String] {
        "\n\(Terminal.output.styled(name, .bold))"
        "  \(words)"
        "    \(advice(in: view))"
    }
}
