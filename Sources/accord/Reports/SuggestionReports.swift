import Client
import Shared

extension CaptureSummary {
    /// What an import took over, or would take over.
    func report(isRehearsal: Bool) -> Answer {
        Answer([
            "changes": changes, "components": items.map(\.json), "dryRun": isRehearsal,
            "elements": elements, "environment": environment, "remarks": remarks,
            "renamed": renamed, "screen": screen, "tool": title, "withdrawn": withdrawn,
        ]) {
            "\(title): \(counted(elements, "element")), screen \(screen), \(environment)"
            for remark in remarks { "note: \(remark)" }
            for clause in renamed { "\(clause), and the capture is taken to mean it" }
            for name in withdrawn { "withdrawn in the audit, left alone: \(name)" }
            if items.isEmpty {
                "None of them is a control of the catalogue (docs/imports.md says how they are "
                    + "known). Nothing was saved."
            } else {
                Table(
                    heading: ["COMPONENT", "CONTROL", "STATE", "FACTS", "SUGGESTED"],
                    rows: items.map(\.row)
                ).text
                let states = counted(items.count, "component state")
                let new = counted(items.count(where: \.isNew), "new component")
                let suggestions = counted(items.flatMap(\.suggestions).count, "suggestion")
                let ending =
                    changes == 0
                    ? ": nothing new. Nothing was saved."
                    : isRehearsal ? ". Nothing was saved." : ", saved on this laptop."
                "\n\(states), \(new), \(suggestions)\(ending)"
            }
        }
    }
}

extension CaptureItem {
    fileprivate var row: [String] {
        [
            component + (isNew ? " (new)" : ""), control, state.state, factWords,
            suggestions.map(\.words).joined(separator: "; "),
        ]
    }

    private var factWords: String {
        var words = facts[.label] == nil && facts[.description] == nil ? ["no words"] : []
        if facts[.enabled] == "no" { words.append("disabled") }
        // What does not hold, or is not told, goes without saying.
        let flags: [CapturedFact] = [.selected, .checked, .clickable, .focusable]
        words += flags.filter { facts[$0] == "yes" }.map(\.rawValue)
        return words.joined(separator: " ")
    }

    fileprivate var json: JSON {
        [
            "component": component, "control": control,
            "facts": Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, $0.value) }),
            "line": line, "new": isNew, "state": state.state,
            "suggestions": suggestions.map(\.json),
        ]
    }
}

extension CaptureSuggestion {
    /// `trigger-name failed (missing-name)`.
    fileprivate var words: String {
        "\(Criterion.short(criterion)) \(outcome.rawValue) (\(codes.joined(separator: ", ")))"
    }

    fileprivate var json: JSON {
        ["codes": codes, "criterion": criterion, "outcome": outcome.rawValue]
    }
}

extension [RecheckedFinding] {
    /// What the check of all that was heard in an audit says now, and what of that was saved.
    func report(saved: Int, _ strictness: AnnouncementStrictness) -> Answer {
        let differing = filter(\.differs)
        let otherwise = filter(\.isOtherwise)
        return Answer([
            "checked": count, "differing": differing.count, "findings": map(\.json),
            "otherwise": otherwise.count, "saved": saved, "strictness": strictness.rawValue,
        ]) {
            let heading = ["COMPONENT STATE", "CRITERION", "VERDICT"]
            if !differing.isEmpty {
                "The check now says something else than what was kept:"
                let rows = differing.map { $0.names + [$0.kept, $0.now] }
                Table(heading: heading + ["KEPT", "NOW"], rows: rows).text + "\n"
            }
            if !otherwise.isEmpty {
                "It suggests another verdict than the one in effect:"
                let rows = otherwise.map { $0.names + [$0.now] }
                Table(heading: heading + ["SUGGESTED"], rows: rows).text + "\n"
            }
            let checked = "Checked \(counted(count, "finding"))"
            let suggestions = counted(saved == 0 ? differing.count : saved, "suggestion")
            if isEmpty {
                "No finding says what was heard."
            } else if differing.isEmpty {
                "\(checked): every suggestion stands as it was kept."
            } else if saved == 0 {
                "\(checked): \(suggestions) would change. Nothing was saved."
            } else {
                "\(checked): \(suggestions) saved on this laptop. No verdict was changed."
            }
        }
    }
}

extension RecheckedFinding {
    /// Its component state, criterion and verdict.
    fileprivate var names: [String] {
        [state, Criterion.short(criterion), outcome?.rawValue ?? "none"]
    }

    /// In words; what a later version kept as it wrote it.
    fileprivate var kept: String {
        stored.map { AnnouncementSuggestion(text: $0)?.words ?? $0 } ?? "-"
    }

    fileprivate var now: String { suggestion?.words ?? "-" }

    fileprivate var json: JSON {
        [
            "state": state, "criterion": criterion, "heard": heard, "outcome": outcome?.rawValue,
            "stored": stored, "suggested": suggestion?.text, "differs": differs,
        ]
    }
}
