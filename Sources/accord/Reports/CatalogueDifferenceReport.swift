import Shared

extension CatalogueDifference: Report {
    @LineBuilder var lines: [String] {
        if isHelpOnly {
            CatalogueDifference.helpOnlySentence
        } else {
            list("Controls that are new", controlsAdded)
            list("Controls that are gone", controlsGone)
            list("States that are new", statesAdded)
            list("States that are gone", statesGone)
            table("Criteria that are new", "STATEMENT", added.map { [$0.newestID, $0.statement] })
            table("Criteria that are gone", "STATEMENT", gone.map { [$0.newestID, $0.statement] })
            table(
                "Criteria with another name", "BEFORE",
                renamed.map { [$0.now.newestID, $0.before] })
            table(
                "Criteria that ask something else", "WHAT DIFFERS",
                changed.map { [$0.now.newestID, $0.keys.joined(separator: ", ")] })
        }
    }

    var json: JSON {
        [
            "controlsAdded": controlsAdded, "controlsGone": controlsGone,
            "statesAdded": statesAdded, "statesGone": statesGone,
            "added": added.map(\.newestID), "gone": gone.map(\.newestID),
            "renamed": renamed.map { ["before": $0.before, "now": $0.now.newestID] as JSON },
            "changed": changed.map { ["criterion": $0.now.newestID, "keys": $0.keys] as JSON },
            "helpOnly": isHelpOnly,
        ]
    }

    @LineBuilder private func list(_ title: String, _ names: [String]) -> [String] {
        if !names.isEmpty { "\n\(title) (\(names.count)): \(names.joined(separator: " "))" }
    }

    @LineBuilder private func table(
        _ title: String, _ column: String, _ rows: [[String]]
    ) -> [String] {
        if !rows.isEmpty {
            "\n\(title) (\(rows.count))\n"
            Table(heading: ["CRITERION", column], rows: rows).text
        }
    }
}
