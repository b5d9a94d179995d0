import Client
import Foundation
import Reading
import Shared

extension AuditView {
    /// What waits for a decision: parts of the plan, withdrawn components, component states.
    func conflictList(
        _ components: [WithdrawalStatus], _ items: [StateItem], _ shared: [SharedName]
    ) -> Answer {
        Answer(json(components, items, shared)) {
            let stranded = stranded
            if items.isEmpty, components.isEmpty, contested.isEmpty, stranded.isEmpty,
                shared.isEmpty
            {
                "No conflict."
            } else {
                contested.lines(in: self)
                for one in shared { one.lines(in: self) }
                if !stranded.isEmpty {
                    "\nGiven to a group that is gone, so to nobody (accord assign):"
                    for component in stranded { "  \(component.name)" }
                }
                for component in components { component.linesOfComponent(in: self) }
                for item in items { item.lines(in: self) }
                let counts = [
                    (items.count, "component state", ""), (contested.count, "part", " of the plan"),
                    (components.count, "withdrawn component", ""),
                    (shared.count, "name", " of several components"),
                ].filter { $0.0 > 0 }.map { counted($0, $1) + $2 }
                "\n\(Self.list(counts)) with something to decide"
            }
        }
    }

    private func json(
        _ components: [WithdrawalStatus], _ items: [StateItem], _ shared: [SharedName]
    ) -> JSON {
        let whole = components.map { JSON.conflict($0.name, withdrawals: [$0.json(in: self)]) }
        let names = shared.map { JSON.conflict($0.name, components: $0.components.map(\.id.hex)) }
        return (contested.items(in: self) + names + whole + items.map { $0.json(in: self) })
            .json
    }
}

extension StateItem {
    /// Its findings, here those that wait for somebody, with all that was said.
    func conflictReport(in view: AuditView, of client: AuditClient) -> Answer {
        Answer(json(in: view)) {
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

    fileprivate func json(in view: AuditView) -> JSON {
        .conflict(
            name, round: Int(id.round), assignees: assignees,
            findings: findings.map { $0.json(in: view) },
            withdrawals: contestedWithdrawals.map { $0.json(in: view) })
    }

    @LineBuilder fileprivate func lines(in view: AuditView) -> [String] {
        "\n\(Terminal.output.styled(name, .bold))"
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
        _ name: String, round: Int? = nil, assignees: [String] = [], findings: [JSON] = [],
        withdrawals: [JSON] = [], registers: [JSON] = [], components: [String] = []
    ) -> JSON {
        [
            "components": components,
            "state": name, "round": round, "assignees": assignees, "findings": findings,
            "withdrawals": withdrawals, "registers": registers,
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
