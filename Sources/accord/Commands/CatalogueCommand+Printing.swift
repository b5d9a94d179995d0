import Client
import Shared

extension Catalogue {
    /// Everything that a generator of rows needs: controls, states, and what is judged in each.
    var json: JSON {
        .object([
            "pin": .string(pin.text), "version": .string(version),
            "hash": .string(files.hash.hex),
            "controls": .array(controls.map(\.json)),
        ])
    }
}

extension Control {
    var json: JSON {
        .object([
            "id": .string(id), "title": .string(title), "version": .string(version),
            "aliases": JSON(aliases), "platforms": .array(platforms.map(\.json)),
        ])
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
        .object([
            "id": .string(id),
            "states": .array(
                states.map { state in
                    .object([
                        "id": .string(state.id), "title": .string(state.title),
                        "usual": .bool(state.isUsual),
                        "criteria": JSON(criteria(in: state).map(\.id)),
                    ])
                }),
        ])
    }

    /// The fix hints that speak of a category.
    fileprivate func hints(on category: Criterion.Category) -> [FixHint] {
        hints.filter { $0.category == category }
    }
}

extension Criterion {
    func json(_ platform: ControlPlatform?) -> JSON {
        .object([
            "id": .string(id), "category": .string(category.rawValue), "part": JSON(part),
            "statement": .string(statement), "how": .string(how), "wcag": JSON(wcag),
            "severity": .string(severity.rawValue), "basis": .string(basis.rawValue),
            "enabled": .bool(isEnabled),
            "states": JSON((platform?.states ?? []).filter(applies(in:)).map(\.id)),
            "hints": .array(
                (platform?.hints(on: category) ?? []).map { hint in
                    .object([
                        "framework": .string(hint.framework.rawValue), "text": .string(hint.text),
                    ])
                }),
        ])
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
