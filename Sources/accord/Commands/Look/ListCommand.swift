import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List findings.",
        discussion: """
            Conditions can be combined: of one name several are “or”, of different names “and”. \
            A component's assignment counts for its states, unless \
            they have one of their own. With --json every finding is the object that \
            `accord export ndjson` writes; of --untested they are rows that you can fill in and \
            record. --versions shows how many changes of each device are in a component state, \
            as {09c1:4, 7f3a:12}; with --json that is always there.

            --show and --saved (accord filter) list what the audit's page shows with them: of the \
            work of this round. Other conditions are put in place of a saved filter's own. What \
            is open is what nobody has tested.

            Example: accord list --mine --outcome failed
            Example: accord list --saved "My menus" --outcome failed
            Example: accord list --untested --mine
            """)

    @Flag(help: "What nobody has tested yet, instead of what was found.") var untested = false

    @Flag(help: "With --untested: first what failed, or was unclear, in the round before.")
    var failedFirst = false

    @Flag(help: "Only what is assigned to you.") var mine = false
    @Flag(help: "Only findings in which you have said something.") var said = false

    @Flag(help: "Only what waits for somebody: conflicts, can't tell, notes without a verdict.")
    var waiting = false

    @Option(help: "Only what the audit's page shows with this choice.") var show: AuditFilter.Show?

    @Option(help: .init("What a saved filter shows.", valueName: "name")) var saved: String?

    @Flag(help: "Only findings that wait for a decision.") var conflicts = false
    @Flag(help: "The version of each component state too: its changes by device.")
    var versions = false

    @Option(help: .init("No more than so many findings.", valueName: "number")) var limit: Int?

    @OptionGroup(title: "Conditions") var conditions: ConditionOptions
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        try require(limit ?? 1 > 0, "--limit takes a number from 1.")
        try require(
            !failedFirst || untested, "--failed-first goes with --untested.")
        try require(
            show == nil || !untested && !conflicts,
            "--show goes with neither --untested nor --conflicts: each of them says what to show.")
        guard untested || show == .open else { return }
        try require(
            !isAboutVerdicts,
            "What is open goes with --mine, --screen, --control, --component, --environment, "
                + "--state, --criterion and --clause: what nobody has tested has neither verdict "
                + "nor time.")
    }

    /// Whether a condition asks for what somebody has said.
    private var isAboutVerdicts: Bool {
        said || waiting || conflicts || conditions.isAboutVerdicts
    }

    func run() throws {
        let (client, view) = try options.open()
        let saved = try saved.map { try client.savedFilters.entry(named: $0).value }
        let filter = try wanted(besides: saved ?? AuditFilter(), client, view)
        if filter.show == .open { return try listUntested(matching: filter, client, view) }
        if options.json, saved == nil, show == nil {
            return try client.queries.writeJSON(
                matching: filter, countMax: limit ?? .max, in: view
            ) { try Terminal.output.write($0) }
        }
        let all =
            try saved == nil && show == nil
            ? view.states(matching: filter)
            : view.states(
                matching: filter,
                in: client.queries.coverage(of: view, catalogue.find(client, view).required()))
        let items = limited(all, \.findings)
        try options.report(.rows(try client.queries.json(of: items, in: view))) {
            lines(of: items, in: view)
            let count = items.reduce(0) { $0 + $1.findings.count }
            let total = all.reduce(0) { $0 + $1.findings.count }
            if count > 0 { "\n\(Self.share(count, of: total))" }
        }
        // A script gets findings alone; what else waits is told behind the remark on stderr.
        guard !options.json else { return }
        if let gap = try catalogue.find(client, view).gap {
            Terminal.errors.tell("accord: \(ReportedError(gap).message)\n")
        }
        guard waiting || filter.show == .conflicts else { return }
        for withdrawal in try view.contestedWithdrawals(matching: filter) {
            try print("withdrawal to decide: \(withdrawal.place)")
        }
        for one in try view.sharedNames() { try print("one name: \(one.words)") }
        for register in view.contested { try print("to choose: \(register.line(in: view))") }
    }

    /// The first of them, each with no more than is asked for of all.
    private func limited<Item, Part>(
        _ items: [Item], _ part: WritableKeyPath<Item, [Part]>
    ) -> [Item] {
        guard var rest = limit else { return items }
        return items.compactMap { item in
            guard rest > 0 else { return nil }
            var item = item
            item[keyPath: part] = Array(item[keyPath: part].prefix(rest))
            rest -= item[keyPath: part].count
            return item
        }
    }

    private static func share(_ count: Int, of total: Int, _ end: String = "") -> String {
        count == total
            ? counted(total, "finding") + end
            : "\(count) of \(counted(total, "finding"))\(end)"
    }

    /// The findings of each component state below its name.
    @LineBuilder private func lines(of items: [StateItem], in view: AuditView) -> [String] {
        let table = Table(
            heading: ["CRITERION", "VERDICT", "BY", "CHANGED"],
            rows: items.flatMap(\.findings).map { finding in
                [
                    finding.shortCriterion, finding.words,
                    finding.authors.map(view.plan.name(of:)).joined(separator: ", "),
                    finding.changed.map { shown($0) } ?? "",
                ]
            }, columnsMax: Terminal.output.window.map { $0.columns - 2 })
        let notation = VersionNotation(
            telling: items.flatMap { $0.record.context.entries.map(\.replica) })
        if items.isEmpty { "No finding." } else { "  \(table.lines[0])" }
        var rows = table.lines.dropFirst()
        items.flatMap { item in
            let version = versions ? "  \(notation.text(item.record.context))" : ""
            defer { rows = rows.dropFirst(item.findings.count) }
            return [Terminal.output.styled(item.name, .bold) + version]
                + rows.prefix(item.findings.count).map { "  \($0)" }
        }
    }

    private func listUntested(
        matching filter: AuditFilter, _ client: AuditClient, _ view: AuditView
    ) throws {
        try require(
            !versions, "What nobody has tested has no version: leave out --versions.")
        let catalogue = try catalogue.find(client, view).required()
        let planned = try view.untested(catalogue, matching: filter)
        let all = failedFirst ? try planned.failedFirst(in: view) : planned
        let untested = limited(all, \.criteria)
        let unknown = try view.unknownComponents(catalogue)
        if !unknown.isEmpty { Terminal.errors.tell("accord: \(unknown.untestedWords)\n") }
        try options.report(.rows(client.queries.json(of: untested, in: view))) {
            if untested.isEmpty, unknown.isEmpty {
                mine ? "Nothing of yours is left to test." : "Nothing is left to test."
            } else {
                for item in untested {
                    item.name + (item.isSecondOpinion ? "  (second opinion)" : "")
                    "  " + item.criteria.map(\.shortID).joined(separator: " ")
                }
                let count = untested.reduce(0) { $0 + $1.criteria.count }
                let total = all.reduce(0) { $0 + $1.criteria.count }
                "\n\(Self.share(count, of: total, " to test"))"
            }
        }
    }

    private func wanted(
        besides saved: AuditFilter, _ client: AuditClient, _ view: AuditView
    ) throws -> AuditFilter {
        var filter = saved
        if !filter.environment.isEmpty {
            filter.environment = try view.environment(named: filter.environment).plain
        }
        try filter.put(
            conditions.given, in: view, catalogue.find(client, view), zone: .current)
        if mine { filter.isMine = true }
        if said { filter.add(tester: view.person) }
        filter.isWaiting = waiting
        if isAboutVerdicts, filter.show == .open { filter.show = .all }
        if let show { filter.show = show }
        if filter.asks(.outcome), filter.show == .failed { filter.show = .all }
        if conflicts { filter.show = .conflicts }
        if untested { filter.show = .open }
        return filter
    }
}
