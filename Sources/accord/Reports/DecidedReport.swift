import Client
import Reading
import Shared

/// What deciding many conflicts alike would do.
struct PreviewReport: Report {
    let decisions: [CommonDecision]
    let code: String

    @LineBuilder var lines: [String] {
        for decision in decisions { decision.lines }
        let count = decisions.reduce(0) { $0 + $1.decided.count }
        let states = decisions.count { !$0.decided.isEmpty }
        if !decisions.isEmpty { "" }
        "Nothing was decided. This would decide \(counted(count, "finding")) on "
            + "\(counted(states, "component state"))."
        if count > 0 {
            "To decide no more than is listed here: the same with --previewed \(code) for --preview"
        }
    }

    var json: JSON {
        [
            "code": code, "states": decisions.filter { !$0.decided.isEmpty }.map(\.json),
            "left": decisions.flatMap(\.leftJSON),
        ]
    }
}

/// What was decided of many conflicts, and what was not.
struct DecidedReport: Report {
    let outcome: DecidedTogether

    @LineBuilder var lines: [String] {
        for decision in outcome.decided { decision.lines(withLeft: false) }
        if !outcome.left.isEmpty {
            "\nLeft open:"
            for (name, criterion, why) in outcome.left {
                "  \(name)\(criterion.map { ", \(Criterion.short($0))" } ?? ""): \(why)"
            }
        }
        if !outcome.decided.isEmpty || !outcome.left.isEmpty { "" }
        let states = counted(outcome.decided.count, "component state")
        "Decided \(counted(outcome.findingCount, "finding")) on \(states)."
        if !outcome.decided.isEmpty { "Proposed until the server has confirmed it: accord sync" }
    }

    var json: JSON {
        [
            "states": outcome.decided.map(\.json), "proposed": !outcome.decided.isEmpty,
            "left": outcome.left.map { .left($0.name, $0.criterion, $0.why) } as [JSON],
        ]
    }
}

extension CommonDecision {
    fileprivate var lines: [String] { lines(withLeft: true) }

    @LineBuilder fileprivate func lines(withLeft: Bool) -> [String] {
        Terminal.output.styled(item.name, .bold)
        for (criterion, judgement) in decided {
            "  \(Criterion.short(criterion)): \(judgement.coloured)"
        }
        if withLeft {
            for (criterion, why) in left {
                "  \(criterion.map { "\(Criterion.short($0)) " } ?? "")stays open: \(why)"
            }
        }
    }

    fileprivate var json: JSON {
        [
            "state": item.name,
            "findings": decided.map { criterion, judgement in
                [
                    "criterion": criterion, "outcome": judgement.outcome.rawValue,
                    "severity": judgement.severity?.rawValue,
                    "attribution": judgement.attribution?.rawValue,
                ] as JSON
            },
        ]
    }

    fileprivate var leftJSON: [JSON] { left.map { .left(item.name, $0.criterion, $0.why) } }
}

extension JSON {
    fileprivate static func left(_ name: String, _ criterion: String?, _ why: String) -> JSON {
        ["state": name, "criterion": criterion, "why": why]
    }
}
