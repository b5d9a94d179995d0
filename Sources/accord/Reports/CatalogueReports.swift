import Shared

extension Control: Report {
    @LineBuilder var lines: [String] {
        title
        for platform in platforms {
            "\n\(platform.id): \(platform.states.map(\.id).joined(separator: ", "))\n"
            Table(
                heading: ["CRITERION", "CATEGORY", "SEVERITY", "WCAG", "STATEMENT"],
                rows: platform.criteria.filter(\.isEnabled).map {
                    [
                        $0.shortID, $0.category.rawValue, $0.severity.rawValue,
                        $0.wcag.joined(separator: " "), $0.statement,
                    ]
                }
            ).text
        }
    }

    /// Everything that a generator of rows needs: states, and what is judged in each.
    var json: JSON {
        [
            "id": id, "title": title, "version": version, "aliases": aliases,
            "platforms": platforms.map { platform in
                let states = platform.states.map { state in
                    [
                        "id": state.id, "title": state.title, "usual": state.isUsual,
                        "criteria": platform.criteria(in: state).map(\.id),
                    ] as JSON
                }
                return ["id": platform.id, "states": states] as JSON
            },
        ]
    }
}

extension Criterion {
    /// How to test it on its platform, and how to mend what fails.
    func report(on platform: ControlPlatform?) -> Answer {
        let states = (platform?.states ?? []).filter(applies(in:)).map(\.id)
        let hints = (platform?.hints ?? []).filter { $0.category == category }
        return Answer([
            "id": id, "category": category.rawValue, "part": part, "statement": statement,
            "how": how, "wcag": wcag, "severity": severity.rawValue, "basis": basis.rawValue,
            "enabled": isEnabled, "states": states,
            "hints": hints.map { hint in
                ["framework": hint.framework.rawValue, "text": hint.text] as JSON
            },
        ]) {
            """
            \(Terminal.output.styled(id, .bold))
            \(statement)

            How to test  \(how)
            Judged in    \(states.joined(separator: ", "))
            Category     \(category.rawValue)\(part.map { ", part \($0)" } ?? "")
            Severity     \(severity.rawValue) (\(basis.rawValue))
            WCAG         \(wcag.map(Self.title).joined(separator: "; "))
            """
            for hint in hints { "\nFix (\(hint.framework.rawValue)): \(hint.text)" }
        }
    }

    private static func title(_ number: String) -> String {
        "\(number) \(SuccessCriterion.named(number)?.name ?? "")"
    }
}
