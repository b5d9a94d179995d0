import Foundation
import Presentation
import Reading
import Shared

/// The rules that hold, with what each does, or those between which a lead has to choose.
struct RulesReport: Report {
    let planned: PlannedRules
    /// Nil while none of several holds.
    let reach: RuleReach?
    let view: AuditView

    @LineBuilder var lines: [String] {
        if let reach {
            for (index, text) in (planned.only?.policy?.texts(in: view) ?? []).enumerated() {
                "\(index + 1). \(text): \(reach.rules[index].words)"
            }
            "Otherwise a lead decides: \(reach.rest.words)."
            if reach.decided > 0 { "\(counted(reach.decided, "finding")) as leads decided." }
            if let only = planned.only { only.words }
        } else {
            "Leads have written different policies; a lead decides until one is set."
            for set in planned.sets {
                set.words
                for text in set.policy?.texts(in: view) ?? [] { "  \(text)" }
            }
        }
    }

    var json: JSON {
        let policy = reach.map { _ in planned.only?.policy ?? .standard }
        return [
            "contested": reach == nil, "decided": reach?.decided, "otherwise": reach?.rest,
            "reach": reach?.rules, "rules": policy?.texts(in: view),
            "sets": JSON.array(
                planned.sets.map { set in
                    [
                        "by": set.authors, "reasons": set.reasons,
                        "rules": set.policy?.texts(in: view),
                        "time": Date(unixMilliseconds: set.time),
                    ] as JSON
                }),
        ]
    }
}

/// What other rules would make of findings, or have made of them.
struct RulePreviewReport: Report {
    let preview: RulePreview
    let policy: Policy
    let isSet: Bool
    let view: AuditView

    @LineBuilder var lines: [String] {
        for line in preview.lines {
            "\(line.name) \(line.after.criterion): \(line.before.effective.words) -> "
                + "\(line.after.effective.words), because \(line.because)"
        }
        let count = counted(preview.lines.count, "finding")
        isSet
            ? "Set \(counted(policy.rules.count, "rule")); this alters \(count). "
                + "The server learns of it at the next sync."
            : "This would alter \(count). Nothing was set."
    }

    var json: JSON {
        [
            "altered": JSON.array(
                preview.lines.map { line in
                    [
                        "after": line.after.effective.words, "because": line.because,
                        "before": line.before.effective.words,
                        "criterion": line.after.criterion, "state": line.name,
                    ] as JSON
                }),
            "otherwise": preview.reach.rest, "preview": !isSet, "reach": preview.reach.rules,
            "rules": policy.texts(in: view),
        ]
    }
}

extension RuleSet {
    fileprivate var words: String {
        let why = reasons.isEmpty ? "" : " Reason: \(reasons.joined(separator: " / "))"
        return "Set by \(authors) on \(shown(time)).\(why)"
    }
}

extension Policy {
    fileprivate func texts(in view: AuditView) -> [String] {
        rules.map { PolicyText.text($0, view.plan) }
    }
}

extension RuleReach.Reach: JSONValue {
    var json: JSON { ["automatic": automatic, "open": open, "states": states] }
}
