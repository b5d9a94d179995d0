import Presentation
import Reading
import Shared

/// The tables of a report: what is counted, by all that people ask it by.
struct ReportTables {
    private typealias Table = ReportPage.Table
    private typealias Row = ReportPage.Row
    private typealias Cell = ReportPage.Cell
    private typealias Bar = ReportPage.Bar

    private let counts: ReportCounts
    /// Those that have a column; hardly any audit has notes without a verdict.
    private let outcomes: [ReportOutcome]

    init(_ counts: ReportCounts) {
        self.counts = counts
        outcomes = ReportOutcome.allCases.filter { $0 != .untested || counts.all[$0] > 0 }
    }

    func all() -> [ReportPage.Table] {
        let criteria = counts.byCriterion.compactMap { id, tally in
            counts.facts.criterion(id).map { Counted(criterion: $0, tally: tally) }
        }.sorted { $0.criterion.id < $1.criterion.id }
        let all: [Table?] = [
            byOutcome(), bySeverity(), byScreen(), mostFailed(criteria),
            bySuccessCriterion(criteria),
        ]
        let lenses = counts.facts.plan.lenses.compactMap(Lens.named).map { lens in
            byClause(of: lens, criteria)
        }
        return (all + lenses + [byEnvironment(), byRound(), byTester()])
            .compactMap(\.self)
    }

    private struct Counted {
        let criterion: Criterion
        let tally: OutcomeNumbers
    }

    private var outcomeColumns: [String] { outcomes.map(\.word) }

    private func cells(_ tally: OutcomeNumbers) -> [Cell] {
        outcomes.map { .number(tally[$0]) }
    }

    private func bar(_ tally: OutcomeNumbers) -> Bar {
        Bar(parts: outcomes.map { ($0, tally[$0]) }, whole: tally.total)
    }

    private func byOutcome() -> Table {
        let all = counts.all
        return Table(
            id: "by-outcome", caption: "Findings by outcome", columns: ["Outcome", "Findings"],
            rows: outcomes.map { outcome in
                Row(
                    head: .outcome(outcome), cells: [.number(all[outcome])],
                    bar: Bar(parts: [(outcome, all[outcome])], whole: all.total))
            })
    }

    private func bySeverity() -> Table? {
        let all = counts.all
        guard all[.failed] > 0 else { return nil }
        return Table(
            id: "by-severity", caption: "Failures by severity",
            columns: ["Severity", "Failures", "Of these the platform’s"],
            rows: Severity.allCases.reversed().map { severity in
                let count = all.severities[severity] ?? 0
                return Row(
                    head: .severity(severity),
                    cells: [.number(count), .number(all.ofPlatform[severity] ?? 0)],
                    bar: Bar(parts: [(.failed, count)], whole: all[.failed]))
            })
    }

    private func byScreen() -> Table? {
        let places = counts.screens.indices.map { Optional($0) } + [nil]
        let rows = places.compactMap { place -> Row? in
            let tally = counts.byScreen[place] ?? OutcomeNumbers()
            let untested = place.flatMap { counts.asked?.untestedByScreen[$0] } ?? 0
            guard tally.total + untested > 0 else { return nil }
            let name = ReportHeading.screen(place, in: counts)
            let address = ReportPage.address(ofScreen: place)
            let head: Cell = tally.total > 0 ? .link(name, to: address) : .line(name)
            let last: [Cell] = counts.asked == nil ? [] : [.number(untested)]
            return Row(head: head, cells: cells(tally) + last, bar: bar(tally))
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            id: "by-screen", caption: "Findings by screen",
            about: counts.asked == nil
                ? nil : "Not judged: what is asked in the current round and has no verdict.",
            columns: ["Screen"] + outcomeColumns + (counts.asked == nil ? [] : ["Not judged"]),
            rows: rows)
    }

    /// What is worth mending first: one cause often stands behind many failures of a criterion.
    private func mostFailed(_ criteria: [Counted]) -> Table? {
        let failed = criteria.filter { $0.tally[.failed] > 0 }.sorted { left, right in
            let one = left.tally.gravest ?? .minor
            let other = right.tally.gravest ?? .minor
            guard one == other else { return one > other }
            let more = left.tally[.failed]
            let fewer = right.tally[.failed]
            return more == fewer ? left.criterion.id < right.criterion.id : more > fewer
        }
        guard !failed.isEmpty else { return nil }
        let shown = failed.prefix(12)
        let more = counted(failed.count - shown.count, "more criterion", plural: "more criteria")
        return Table(
            id: "by-criterion", caption: "Criteria that failed, the gravest first",
            about: failed.count > shown.count
                ? "\(more) failed; all failures stand with their screens." : nil,
            columns: ["Criterion", "Gravest", "Failed", "Of findings"],
            rows: shown.map { one in
                let statement = one.criterion.statement.shownInLine.trimmed
                return Row(
                    head: .line("\(statement) \(code: one.criterion.id)"),
                    cells: [
                        .severity(one.tally.gravest ?? .minor), .number(one.tally[.failed]),
                        .number(one.tally.total),
                    ])
            })
    }

    private func bySuccessCriterion(_ criteria: [Counted]) -> Table? {
        var advisory = OutcomeNumbers()
        var byNumber: [String: OutcomeNumbers] = [:]
        for one in criteria {
            if one.criterion.basis == .normative, let number = one.criterion.wcag.first {
                byNumber[number, default: OutcomeNumbers()] += one.tally
            } else {
                advisory += one.tally
            }
        }
        let known = SuccessCriterion.all.map(\.number).filter { byNumber[$0] != nil }
        let numbers = known + Set(byNumber.keys).subtracting(known).sorted()
        var rows = numbers.compactMap { number -> Row? in
            guard let tally = byNumber[number], let result = tally.result else { return nil }
            return Row(
                head: .line("\(ReportStandards.words(ofWCAG: number))"),
                cells: [.outcome(result)] + cells(tally), bar: bar(tally))
        }
        for (words, tally) in [
            ("Advisory criteria: they fail no success criterion", advisory),
            ("Criteria that the catalogue does not have", counts.unknown),
        ] {
            guard let result = tally.result else { continue }
            rows.append(
                Row(
                    head: .line("\(words)"), cells: [.outcome(result)] + cells(tally),
                    bar: bar(tally)))
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            id: "by-success-criterion", caption: "Findings by WCAG success criterion",
            about: "A finding of a normative criterion counts at the first success criterion of "
                + "that. The result is that of the worst finding. Success criteria that are not "
                + "here have no finding.",
            columns: ["Success criterion", "Result"] + outcomeColumns, rows: rows)
    }

    private func byClause(of lens: Lens, _ criteria: [Counted]) -> Table? {
        var tallies: [String: OutcomeNumbers] = [:]
        for one in criteria {
            for clause in lens.clauses(of: one.criterion) {
                tallies[clause.number, default: OutcomeNumbers()] += one.tally
            }
        }
        let rows = lens.clauses.compactMap { clause -> Row? in
            guard let tally = tallies[clause.number] else { return nil }
            return Row(
                head: .line("\(clause.number) \(clause.title)"), cells: cells(tally),
                bar: bar(tally))
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            id: "by-clause-\(lens.id)", caption: "Findings by clause of \(lens.title)",
            about: "A finding may stand at several clauses, an advisory one too. Clauses that are "
                + "not here have no finding.",
            columns: ["Clause"] + outcomeColumns, rows: rows)
    }

    private func byEnvironment() -> Table? {
        let plan = counts.facts.plan
        let ids = Set(plan.environments.keys).union(counts.byEnvironment.keys)
        let named = ids.map { (id: $0, name: counts.facts.view.environmentName($0)) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        guard !named.isEmpty else { return nil }
        return Table(
            id: "by-environment", caption: "Findings by environment",
            columns: ["Environment"] + outcomeColumns,
            rows: named.map { id, name in
                let tally = counts.byEnvironment[id] ?? OutcomeNumbers()
                let code: ReportLine = "\(code: name)"
                let words =
                    ReportHeading.environment(id, in: plan)
                    .map { ReportLine("\($0) ") + code } ?? code
                return Row(
                    head: .line(words),
                    cells: cells(tally), bar: bar(tally))
            })
    }

    private func byRound() -> Table? {
        guard counts.byRound.count > 1 else { return nil }
        return Table(
            id: "by-round", caption: "Findings by round",
            about: "All other numbers here are of these rounds together.",
            columns: ["Round"] + outcomeColumns,
            rows: counts.byRound.sorted { $0.key < $1.key }.map { round, tally in
                Row(head: .line("Round \(round)"), cells: cells(tally), bar: bar(tally))
            })
    }

    private func byTester() -> Table? {
        guard !counts.testers.isEmpty else { return nil }
        let people = counts.testers.sorted { left, right in
            (left.value.name, left.key) < (right.value.name, right.key)
        }
        return Table(
            id: "by-tester", caption: "Who tested", columns: ["Tester", "Verdicts that stand"],
            rows: people.map { _, tester in
                Row(head: .line("\(name: tester.name)"), cells: [.number(tester.verdicts)])
            })
    }
}
