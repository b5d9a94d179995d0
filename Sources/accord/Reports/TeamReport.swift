import Client
import Foundation
import Reading
import Shared

/// How far an audit's current round is: numbers, what stands before a signature, then for whom.
struct TeamReport: Report {
    let team: TeamStatus
    let matrix: [CoverageMatrix]

    private var overview: TeamOverview { team.overview }
    private var whole: AuditProgress { overview.whole }

    @LineBuilder var lines: [String] {
        "  round \(overview.view.plan.currentRound): \(whole.judgedWords) findings judged "
            + "(\(whole.share) %), \(whole.complete) of "
            + "\(counted(whole.states, "component state")) complete"
        "  \(outcomes)"
        if overview.blocks.isEmpty {
            "  ready to sign"
        } else {
            "  not ready to sign yet:"
            for block in overview.blocks { "    \(block.words)" }
        }
        ""
        testers.lines
        ""
        parts("ENVIRONMENT", overview.environments).lines
        ""
        parts("SCREEN", overview.screens).lines
        ""
        parts("CONTROL", overview.controls).lines
    }

    private var outcomes: String {
        let counted = Outcome.allCases.map { "\(whole.counts[$0]) \($0.rawValue)" }
        let undecided = whole.conflicts == 0 ? [] : ["\(whole.conflicts) undecided"]
        let words = (counted + undecided).joined(separator: ", ")
        let severities = Severity.allCases.reversed().filter { whole.severities[$0] > 0 }
            .map { "\(whole.severities[$0]) \($0.rawValue)" }
        return severities.isEmpty
            ? words : "\(words); of what failed \(severities.joined(separator: ", "))"
    }

    private var testers: Table {
        // Most audits ask nobody for a second opinion.
        let asksTwo = overview.view.plan.secondOpinions != nil
        func row(_ cells: [String], second: String) -> [String] {
            asksTwo ? cells + [second] : cells
        }
        var rows = overview.testers.map { tester in
            row(
                [
                    tester.name, "\(tester.progress.states)", "\(tester.progress.open)",
                    tester.progress.judgedWords, "\(tester.work.verdicts)",
                    DueDay(unixMilliseconds: tester.due)?.text ?? "-",
                    team.heard(of: tester).map(shown) ?? "-",
                    team.unsent(of: tester).map(String.init) ?? "-",
                ], second: tester.opinions.words)
        }
        let nobodys = overview.nobodys
        if nobodys.states > 0 {
            rows.append(
                row(
                    [
                        "(nobody)", "\(nobodys.states)", "\(nobodys.open)", nobodys.judgedWords,
                        "-", "-", "-", "-",
                    ], second: "-"))
        }
        return Table(
            heading: row(
                [
                    "TESTER", "STATES", "OPEN", "JUDGED", "VERDICTS", "DUE", "LAST HEARD OF",
                    "TO SEND",
                ], second: "SECOND OPINIONS"), rows: rows)
    }

    private func parts<ID>(_ noun: String, _ parts: [TeamOverview.Part<ID>]) -> Table {
        Table(
            heading: [noun, "STATES", "OPEN", "JUDGED", "FAILED", "CONFLICTS"],
            rows: parts.map { part in
                let progress = part.progress
                return [
                    part.title, "\(progress.states)", "\(progress.open)", progress.judgedWords,
                    "\(progress.counts[.failed])", "\(progress.disputed)",
                ]
            })
    }

    var json: JSON {
        let plan = overview.view.plan
        return [
            "round": plan.currentRound, "whole": whole.json,
            "disputes": overview.disputes, "isReady": overview.blocks.isEmpty,
            "blocks": overview.blocks.map {
                ["kind": $0.kind, "count": $0.count, "message": $0.words] as JSON
            },
            "testers": overview.testers.map { tester in
                [
                    "person": tester.person.hex, "name": tester.name,
                    "role": tester.role?.rawValue, "progress": tester.progress.json,
                    "verdicts": tester.work.verdicts,
                    "secondOpinions": [
                        "drawn": tester.opinions.drawn, "given": tester.opinions.given,
                    ] as JSON,
                    "due": DueDay(unixMilliseconds: tester.due)?.text,
                    "heard": team.heard(of: tester), "unsent": team.unsent(of: tester),
                ] as JSON
            },
            "nobodys": overview.nobodys.json,
            "environments": overview.environments.map { part in
                [
                    "environment": overview.view.environmentName(part.id),
                    "progress": part.progress.json,
                ] as JSON
            },
            "screens": overview.screens.map {
                ["screen": $0.id, "progress": $0.progress.json] as JSON
            },
            "controls": matrix.map(\.json),
        ]
    }
}

extension AuditProgress {
    fileprivate var json: JSON {
        [
            "states": states, "open": open, "disputed": disputed, "total": total,
            "judged": judged, "undecided": conflicts, "challenged": challenges,
            "untestedNormative": untestedNormative,
            "outcomes": Dictionary(
                uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, counts[$0]) }),
            "severities": Dictionary(
                uniqueKeysWithValues: Severity.allCases.map { ($0.rawValue, severities[$0]) }),
        ]
    }
}

extension CoverageMatrix {
    /// Each cell by the names of its component state, so that no script has to count columns.
    fileprivate var json: JSON {
        [
            "control": control, "progress": progress.json,
            "cells": rows.flatMap(\.cells).compactMap(\.self).map(\.json),
        ]
    }
}

extension AuditCoverage.CoveredState {
    fileprivate var json: JSON {
        [
            "component": place.component.name, "id": place.component.id.hex,
            "environment": place.environment.plain, "state": place.id.state,
            "worst": tally.worst.rawValue, "severity": tally.severities.gravest?.rawValue,
            "judged": tally.judged, "total": tally.total,
        ]
    }
}
