import Reading
import Shared

/// How far testers agree: numbers, then those whom they concern, then what is left out.
struct AgreementReport: Report {
    let agreement: TesterAgreement
    let view: AuditView

    private static let criteriaMax = 10

    @LineBuilder var lines: [String] {
        heading
        if agreement.whole.findings > 0 {
            controls.lines
            ""
            pairs.lines
            if !agreement.criteria.isEmpty {
                ""
                criteria.lines
            }
            if agreement.criteria.count > Self.criteriaMax {
                "and \(agreement.criteria.count - Self.criteriaMax) more: --json has all of them"
            }
            "\nWhere all say failed: \(agreement.severityWords)"
            if let words = agreement.cantTellWords { words }
        }
        "\nLeft out:"
        for (count, what) in agreement.leftOutWords { "  \(count) \(what)" }
        if let words = agreement.besidesWords { words }
    }

    private var heading: String {
        let findings = counted(agreement.whole.findings, "finding")
        let states = counted(agreement.whole.states, "component state")
        let numbers = agreement.rounds.map(String.init)
        let rounds = "\(numbers.count == 1 ? "round" : "rounds") \(AuditView.list(numbers))"
        let judged =
            switch agreement.basis {
            case .independent: "judged by two people or more who had not seen each other's verdict"
            case .all: "judged by two people or more"
            }
        return "\(findings) on \(states) of \(rounds), \(judged)"
    }

    private var controls: Table {
        let parts =
            agreement.controls.map { ($0.id.isEmpty ? "(still to come)" : $0.id, $0.measure) }
            + [("all", agreement.whole)]
        return Table(
            heading: ["CONTROL", "FINDINGS", "SAME", "BOTH FAILED, OF ONE", "ALPHA", "95 % RANGE"],
            rows: parts.map { name, measure in
                [
                    name, String(measure.findings), measure.sameWords, measure.failedWords,
                    measure.alpha.value.map(AgreementEstimate.decimal) ?? "-",
                    measure.alpha.value == nil ? measure.alpha.words : measure.alpha.rangeWords,
                ]
            })
    }

    private var pairs: Table {
        Table(
            heading: ["TESTERS", "FINDINGS", "SAME", "KAPPA"],
            rows: agreement.pairs.map { pair in
                [
                    AuditView.list([pair.first, pair.second].map(view.plan.name(of:))),
                    String(pair.findings), pair.sameWords, pair.kappa.words,
                ]
            })
    }

    private var criteria: Table {
        Table(
            heading: ["CRITERION", "DIFFER", "SIDES", ""],
            rows: agreement.criteria.prefix(Self.criteriaMax).map { one in
                [
                    one.criterion, "\(one.differ) of \(one.findings)", one.sides,
                    one.needsWork ? "its text needs work" : "",
                ]
            })
    }

    var json: JSON {
        [
            "basis": agreement.basis.rawValue, "rounds": agreement.rounds,
            "whole": agreement.whole.json,
            "withoutCantTell": agreement.withoutCantTell.json, "cantTell": agreement.cantTell,
            "controls": agreement.controls.map {
                ["control": $0.id, "measure": $0.measure.json] as JSON
            },
            "pairs": agreement.pairs.map { $0.json(in: view) },
            "criteria": agreement.criteria.map(\.json), "failures": agreement.failures.json,
            "leftOut": agreement.leftOut.json,
        ]
    }
}

extension AgreementEstimate {
    fileprivate var json: JSON {
        let shortage: Shortage? =
            if case .notEnough(let shortage) = self { shortage } else { nil }
        return [
            "value": value, "low": range?.lowerBound, "high": range?.upperBound,
            "shortage": shortage?.rawValue,
        ]
    }
}

extension TesterAgreement.Measure {
    fileprivate var json: JSON {
        [
            "findings": findings, "states": states, "same": same, "anyFailed": anyFailed,
            "allFailed": allFailed, "alpha": alpha.json,
        ]
    }
}

extension TesterAgreement.Pair {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "people": [first, second].map { person in
                ["person": person.hex, "name": view.plan.name(of: person)] as JSON
            },
            "findings": findings, "states": states, "same": same, "kappa": kappa.json,
        ]
    }
}

extension TesterAgreement.Differing {
    fileprivate var json: JSON {
        [
            "criterion": criterion, "findings": findings, "differ": differ,
            "outcomes": Dictionary(
                uniqueKeysWithValues: Outcome.allCases.filter { $0 != .untested }.map {
                    ($0.rawValue, outcomes[$0] ?? 0)
                }),
            "needsWork": needsWork,
        ]
    }
}

extension TesterAgreement.Failures {
    fileprivate var json: JSON {
        [
            "findings": findings, "sameSeverity": sameSeverity, "oneStepApart": oneStepApart,
            "furtherApart": furtherApart, "sameAttribution": sameAttribution,
        ]
    }
}

extension TesterAgreement.LeftOut {
    fileprivate var json: JSON {
        [
            "single": single, "dependent": dependent, "agreed": agreed, "withdrawn": withdrawn,
            "unclear": unclear, "besides": besides,
        ]
    }
}
