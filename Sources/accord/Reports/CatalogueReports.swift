import Shared

extension Control: Report {
    @LineBuilder var lines: [String] {
        aliases.isEmpty ? title : "\(title) (also \(aliases.joined(separator: ", ")))"
        "\nParts        \(parts.map(\.id).joined(separator: ", "))"
        for platform in platforms {
            "\n\(platform.id): states\n"
            Table(heading: ["STATE", "", "SPOKEN"], rows: platform.states.map(\.row)).text
            "\n\(platform.id): criteria\n"
            Table(
                heading: ["CRITERION", "CATEGORY", "SEVERITY", "WCAG", "ASKED", "STATEMENT"],
                rows: platform.criteria.map(\.row)
            ).text
            if !platform.announcements.isEmpty {
                "\n\(platform.id): what \(platform.spoken.reader.title) says\n"
                Table(
                    heading: ["PART", "STATE", "EXPECTED"],
                    rows: platform.announcements.map { [$0.part, $0.state, $0.example] }
                ).text
            }
            for help in platform.help { "\n\(help.text)" }
        }
    }

    /// Everything that a generator of rows needs: states, and what is judged in each.
    var json: JSON {
        [
            "id": id, "title": title, "version": version, "aliases": aliases,
            "parts": parts.map { ["id": $0.id, "title": $0.title] as JSON },
            "platforms": platforms.map { platform in
                let states = platform.states.map { state in
                    [
                        "id": state.id, "title": state.title, "usual": state.isUsual,
                        "words": state.words, "criteria": platform.criteria(in: state).map(\.id),
                    ] as JSON
                }
                return [
                    "id": platform.id, "states": states, "help": platform.help.map(\.text),
                    "off": platform.criteria.filter { !$0.isEnabled }.map(\.id),
                    "onceAComponent": platform.criteria.filter { $0.asking == .onceAComponent }
                        .map(\.id),
                    "onceAScreen": platform.criteria.filter { $0.asking.control != nil }.map(\.id),
                    "announcements": platform.announcements.map { profile in
                        [
                            "part": profile.part, "state": profile.state,
                            "label": profile.label, "mode": profile.mode.rawValue,
                            "example": profile.example,
                        ] as JSON
                    },
                    "hints": platform.hints.map { hint in
                        [
                            "category": hint.category.rawValue, "code": hint.code,
                            "criteria": hint.criteria, "framework": hint.framework.rawValue,
                            "text": hint.text,
                        ] as JSON
                    },
                ] as JSON
            },
        ]
    }
}

extension ControlState {
    fileprivate var row: [String] {
        [id, isUsual ? "" : "optional", words.map { "“\($0)”" }.joined(separator: ", ")]
    }
}

extension Criterion {
    fileprivate var row: [String] {
        let statement = isEnabled ? statement : "(off) \(statement)"
        return [
            shortID, category.rawValue, severity.rawValue, wcag.joined(separator: " "),
            asking.word.replacing("-", with: " "), statement,
        ]
    }

    /// How to test it on its platform, and how to mend what fails.
    func report(on platform: ControlPlatform?) -> Answer {
        let states = (platform?.states ?? []).filter(applies(in:)).map(\.id)
        let hints = platform?.hints(for: self) ?? []
        return Answer([
            "id": id, "category": category.rawValue, "part": part, "statement": statement,
            "do": test.action, "expect": test.expected, "fail": test.failure, "wcag": wcag,
            "severity": severity.rawValue, "basis": basis.rawValue,
            "impact": impact.id, "for": kinds, "otherwise": standIns, "asked": asking.word,
            "askedOn": asking.control, "enabled": isEnabled, "states": states,
            "hints": hints.map { hint in
                ["framework": hint.framework.rawValue, "text": hint.text, "code": hint.code] as JSON
            },
        ]) {
            """
            \(Terminal.output.styled(id, .bold))
            \(statement)

            How to test  \(test.action)
            Expected     \(test.expected)
            Failed       \(test.failure)
            Judged in    \(states.joined(separator: ", "))\(isEnabled ? "" : ", once switched on")
            Asked        \(asking.words)
            With         \(kindWords)
            Category     \(category.rawValue)\(part.map { ", part \($0)" } ?? "")
            Severity     \(severity.rawValue) (\(basis.rawValue)). \(impact.sentence)
            WCAG         \(wcag.map(Self.title).joined(separator: "; "))
            """
            for hint in hints {
                "\nFix (\(hint.framework.rawValue)): \(hint.text)"
                if let code = hint.code {
                    code.split(separator: "\n", omittingEmptySubsequences: false).map {
                        "    \($0)"
                    }
                    .joined(separator: "\n")
                }
            }
        }
    }

    private static func title(_ number: String) -> String {
        "\(number) \(SuccessCriterion.named(number)?.name ?? "")"
    }
}

extension Criterion.Asking {
    /// For programs.
    fileprivate var word: String {
        switch self {
        case .eachState: "each-state"
        case .onceAComponent: "once-a-component"
        case .onceAScreen: "once-a-screen"
        }
    }

    /// The one whose components are asked instead; nil where each is asked for itself.
    fileprivate var control: String? {
        switch self {
        case .eachState, .onceAComponent: nil
        case .onceAScreen(let control): control
        }
    }
}
