import Client
import Shared

extension Catalogue {
    /// Everything that a generator of rows needs: controls, states, and what is judged in each.
    var json: JSON {
        [
            "pin": pin.text, "version": version, "hash": files.hash.hex,
            "controls": controls.map(\.json),
        ]
    }
}

extension Control {
    var json: JSON {
        [
            "id": id, "title": title, "version": version, "aliases": aliases,
            "platforms": platforms.map(\.json),
        ]
    }

    func print() {
        printLine(title)
        for platform in platforms {
            printLine("\n\(platform.id): \(platform.states.map(\.id).joined(separator: ", "))\n")
            var table = Table("CRITERION", "CATEGORY", "SEVERITY", "WCAG", "STATEMENT")
            for criterion in platform.criteria where criterion.isEnabled {
                table.add(
                    criterion.shortID, criterion.category.rawValue, criterion.severity.rawValue,
                    criterion.wcag.joined(separator: " "), criterion.statement)
            }
            printLine(table.text)
        }
    }
}

extension ControlPlatform {
    fileprivate var json: JSON {
        [
            "id": id,
            "states": states.map { state in
                [
                    "id": state.id, "title": state.title, "usual": state.isUsual,
                    "criteria": criteria(in: state).map(\.id),
                ] as JSON
            },
        ]
    }

    fileprivate func hints(on category: Criterion.Category) -> [FixHint] {
        hints.filter { $0.category == category }
    }
}

extension Criterion {
    func json(_ platform: ControlPlatform?) -> JSON {
        [
            "id": id, "category": category.rawValue, "part": part, "statement": statement,
            "how": how, "wcag": wcag, "severity": severity.rawValue, "basis": basis.rawValue,
            "enabled": isEnabled, "states": (platform?.states ?? []).filter(applies(in:)).map(\.id),
            "hints": (platform?.hints(on: category) ?? []).map { hint in
                ["framework": hint.framework.rawValue, "text": hint.text] as JSON
            },
        ]
    }

    func print(_ platform: ControlPlatform?) {
        let states = (platform?.states ?? []).filter(applies(in:)).map(\.id)
        printLine(
            """
            \(Terminal.output.styled(id, .bold))
            \(statement)

            How to test  \(how)
            Judged in    \(states.joined(separator: ", "))
            Category     \(category.rawValue)\(part.map { ", part \($0)" } ?? "")
            Severity     \(severity.rawValue) (\(basis.rawValue))
            WCAG         \(wcag.map(Self.title).joined(separator: "; "))
            """)
        for hint in platform?.hints(on: category) ?? [] {
            printLine("\nFix (\(hint.framework.rawValue)): \(hint.text)")
        }
    }

    private static func title(_ number: String) -> String {
        "\(number) \(SuccessCriterion.named(number)?.name ?? "")"
    }
}
