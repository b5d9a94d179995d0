import Client
import Reading
import Shared

extension CaptureSummary {
    func print(isRehearsal: Bool) {
        printLine("\(title): \(counted(elements, "element")), screen \(screen), \(environment)")
        for name in withdrawn { printLine("withdrawn in the audit, left alone: \(name)") }
        guard !items.isEmpty else {
            return printLine(
                "None of them is a control of the catalogue (docs/imports.md says how they are "
                    + "known). Nothing was saved.")
        }
        var table = Table("COMPONENT", "CONTROL", "STATE", "FACTS", "SUGGESTED")
        for item in items {
            table.add(
                item.component + (item.isNew ? " (new)" : ""), item.control, item.state.state,
                item.factWords, item.suggestions.map(\.words).joined(separator: "; "))
        }
        printLine(table.text)
        printLine("\n" + ending(isRehearsal: isRehearsal))
    }

    private func ending(isRehearsal: Bool) -> String {
        let suggestions = items.reduce(0) { $0 + $1.suggestions.count }
        let what = [
            counted(items.count, "component state"),
            counted(items.count(where: \.isNew), "new component"),
            counted(suggestions, "suggestion"),
        ].joined(separator: ", ")
        if changes == 0 { return "\(what): nothing new. Nothing was saved." }
        return isRehearsal ? "\(what). Nothing was saved." : "\(what), saved on this laptop."
    }

    func json(isRehearsal: Bool) -> JSON {
        [
            "changes": changes, "components": items.map(\.json), "dryRun": isRehearsal,
            "elements": elements, "environment": environment, "screen": screen, "tool": title,
            "withdrawn": withdrawn,
        ]
    }
}

extension CaptureItem {
    fileprivate var factWords: String {
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
        "\(Finding.short(criterion)) \(outcome.rawValue) (\(codes.joined(separator: ", ")))"
    }

    fileprivate var json: JSON {
        ["codes": codes, "criterion": criterion, "outcome": outcome.rawValue]
    }
}

extension StateItem {
    /// What captures say of the component state; several versions each with who imported them.
    func factLines(in view: AuditView) -> [String] {
        facts.flatMap { fact, versions in
            versions.map {
                let text = $0.versionText(among: versions, in: view)
                return "fact \(fact.rawValue.padded(to: 12)) \(text)"
            }
        }
    }
}
