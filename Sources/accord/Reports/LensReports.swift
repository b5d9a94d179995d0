import Shared

/// A lens with the criteria of a catalogue that answer each of its clauses.
struct LensReport: Report {
    private let lens: Lens
    /// Ids of criteria by the number of the clause.
    private let answering: [String: [String]]

    init(_ lens: Lens, of catalogue: Catalogue) {
        self.lens = lens
        var answering: [String: [String]] = [:]
        for criterion in catalogue.controls.flatMap(\.platforms).flatMap(\.criteria) {
            for clause in lens.clauses(of: criterion) {
                answering[clause.number, default: []].append(criterion.newestID)
            }
        }
        self.answering = answering
    }

    @LineBuilder var lines: [String] {
        "\(lens.title)  \(lens.id)"
        "\(lens.about)\n"
        Table(
            heading: ["CLAUSE", "ASKED OF", "ANSWERED BY", "TITLE"],
            rows: lens.clauses.map { clause in
                [clause.number, clause.asked, words(of: clause), clause.title]
            }
        ).text
        if !lens.outside.isEmpty { "\nAsked by no clause:" }
        for outside in lens.outside {
            "  WCAG \(outside.wcag.joined(separator: " ")): \(outside.reason)"
        }
        if !lens.leavesOut.isEmpty { "\nNot held here: \(lens.leavesOut.joined(separator: ", "))" }
    }

    var json: JSON {
        [
            "id": lens.id, "title": lens.title, "about": lens.about, "succeeds": lens.succeeds,
            "leavesOut": lens.leavesOut,
            "outside": lens.outside.map { ["wcag": $0.wcag, "reason": JSON($0.reason)] as JSON },
            "clauses": lens.clauses.map { clause in
                clause.json(answeredBy: answering[clause.number] ?? [])
            },
        ]
    }

    private func words(of clause: LensClause) -> String {
        switch clause.reach {
        case .nothing(let reason): "none: \(reason)"
        case .by:
            answering[clause.number].map { counted($0.count, "criterion", plural: "criteria") }
                ?? "no criterion of this catalogue"
        }
    }
}

extension LensClause {
    /// What it is asked of, and how much it weighs.
    fileprivate var asked: String {
        let words = [scope.rawValue] + (isRecommendation ? ["recommended"] : [])
        return (words + [condition].compactMap { $0.map { "if: \($0)" } }).joined(separator: ", ")
    }

    fileprivate func json(answeredBy criteria: [String]) -> JSON {
        let base: [String: JSON] = [
            "number": number.json, "title": title.json, "level": level?.rawValue.json ?? .null,
            "scope": scope.rawValue.json, "condition": condition.json,
            "recommendation": isRecommendation.json, "new": news.json, "criteria": criteria.json,
        ]
        return .object(base.merging(reach.json) { own, _ in own })
    }
}

extension LensClause.Reach {
    fileprivate var json: [String: JSON] {
        switch self {
        case .nothing(let reason):
            ["none": reason.json, "wcag": [String]().json, "controls": [String]().json]
                .merging(Self.unnamed) { own, _ in own }
        case .by(let answering):
            [
                "none": .null, "wcag": answering.wcag.json, "controls": answering.controls.json,
                "categories": answering.categories.json,
                "names": answering.criteria.map(\.text).json,
            ]
        }
    }

    private static let unnamed = ["categories": [String]().json, "names": [String]().json]
}

/// What a lens asks that another does not.
struct LensDifferenceReport: Report {
    let old: Lens
    let new: Lens
    let difference: LensDifference

    @LineBuilder var lines: [String] {
        "From \(old.title) to \(new.title):"
        for step in LensDifference.Step.allCases {
            let rows = difference.rows.filter { $0.step == step }
            if step == .same {
                "\n\(counted(rows.count, "clause")) with the same number"
            } else {
                table(step.heading, rows.map(\.cells))
            }
        }
        table(
            "Asked or answered otherwise",
            difference.rows.filter { !$0.changes.isEmpty }.map {
                [$0.clause.number, $0.changes.joined(separator: "; "), $0.clause.title]
            })
        table("Gone", difference.gone.map { [$0.number, "", $0.title] })
        table(
            "Not known: \(new.id) does not hold these chapters",
            difference.unknown.map { [$0.number, "", $0.title] })
    }

    var json: JSON {
        [
            "old": old.id, "new": new.id,
            "clauses": difference.rows.map { row in
                [
                    "number": row.clause.number, "title": row.clause.title,
                    "scope": row.clause.scope.rawValue, "step": row.step.rawValue,
                    "before": row.before.map(\.number), "reason": row.clause.news,
                    "changes": row.changes,
                ] as JSON
            },
            "gone": difference.gone.map(\.named), "unknown": difference.unknown.map(\.named),
        ]
    }

    @LineBuilder private func table(_ title: String, _ rows: [[String]]) -> [String] {
        if !rows.isEmpty {
            "\n\(title) (\(rows.count))\n"
            Table(heading: ["CLAUSE", "", "TITLE"], rows: rows).text
        }
    }
}

extension LensDifference.Step {
    fileprivate var heading: String {
        switch self {
        case .same: "With the same number"
        case .renumbered: "With another number"
        case .new: "New"
        case .void: "Void"
        }
    }
}

extension LensDifference.Row {
    fileprivate var cells: [String] {
        let numbers = before.map(\.number).joined(separator: ", ")
        let wasVoid = before.contains { $0.scope == .void }
        let words =
            switch step {
            case .new: clause.news ?? ""
            case .void: numbers.isEmpty ? "" : wasVoid ? "was void" : "was \(numbers)"
            case .same, .renumbered: "was \(numbers)"
            }
        return [clause.number, words, clause.title]
    }
}

extension LensClause {
    fileprivate var named: JSON { ["number": number, "title": title] }
}
