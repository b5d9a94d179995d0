import Presentation
import Reading
import Shared

/// A kind of file that people read a report in.
protocol ReportForm: Sendable {
    func begin(_ page: ReportPage, _ bytes: inout [UInt8])
    func open(_ heading: ReportHeading, _ bytes: inout [UInt8])
    func close(_ level: ReportHeading.Level, _ bytes: inout [UInt8])
    /// One that failed, or waits for somebody.
    func tell(_ finding: ReportFinding, _ output: inout ExportOutput) throws
    /// Those of one component state that did not, never none.
    func list(_ findings: [ReportFinding], _ output: inout ExportOutput) throws
    func end(_ page: ReportPage, _ bytes: inout [UInt8])
}

/// Above which findings a heading stands.
struct ReportHeading: Sendable {
    let level: Level
    let address: String
    let title: ReportLine
    let about: [ReportLine]

    enum Level: Int, CaseIterable, Sendable { case screen = 2, component, state }
}

/// Writes a report: a summary first, then each finding below its screen, component and state.
struct ReportWriter<Form: ReportForm>: ExportWriter {
    private let form: Form
    private let facts: ExportFacts
    private var counts: ReportCounts
    private var standards: ReportStandards
    private var page: ReportPage?
    private var last: StateID?
    /// Findings of the component state that is being written, which come last in it.
    private var brief: [ReportFinding] = []

    init(_ form: Form, _ facts: ExportFacts) throws {
        self.form = form
        self.facts = facts
        counts = try ReportCounts(facts)
        standards = ReportStandards(facts.plan)
    }

    mutating func count(_ row: FindingRow) { counts.count(row) }

    mutating func begin(_ output: inout ExportOutput) throws {
        let page = try ReportPage(counts)
        self.page = page
        form.begin(page, &output.bytes)
    }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) throws {
        if row.state != last { try open(row, &output) }
        let criterion = facts.criterion(row.entry.criterion)
        let lines = criterion.map { standards.lines(for: $0) } ?? []
        var row = row
        // Where that is so of all the summary says it once.
        if counts.unconfirmed == counts.all.total { row.isUnconfirmed = false }
        let finding = ReportFinding(row, criterion, standards: lines)
        if finding.isBrief {
            brief.append(finding)
        } else {
            try form.tell(finding, &output)
        }
    }

    mutating func end(_ output: inout ExportOutput) throws {
        if last != nil { try close(from: .screen, &output) }
        if let page { form.end(page, &output.bytes) }
    }

    private mutating func open(_ row: FindingRow, _ output: inout ExportOutput) throws {
        let id = row.state
        let place = counts.place(of: id.component)
        var first = ReportHeading.Level.screen
        if let last {
            first =
                counts.place(of: last.component) != place
                ? .screen : last.component != id.component ? .component : .state
            try close(from: first, &output)
        }
        for level in ReportHeading.Level.allCases where level.rawValue >= first.rawValue {
            form.open(ReportHeading(level, of: row, in: counts), &output.bytes)
        }
        last = id
    }

    private mutating func close(
        from level: ReportHeading.Level, _ output: inout ExportOutput
    ) throws {
        if !brief.isEmpty { try form.list(brief, &output) }
        brief.removeAll(keepingCapacity: true)
        for open in ReportHeading.Level.allCases.reversed() where open.rawValue >= level.rawValue {
            form.close(open, &output.bytes)
        }
    }
}

extension ReportHeading {
    fileprivate init(_ level: Level, of row: FindingRow, in counts: ReportCounts) {
        let id = row.state
        let place = counts.place(of: id.component)
        self.level = level
        switch level {
        case .screen:
            address = ReportPage.address(ofScreen: place)
            title = Self.screen(place, in: counts)
            about = [Self.numbers(counts.byScreen[place] ?? OutcomeNumbers())]
        case .component:
            address = id.component.hex
            let ordinal = row.entry.ordinal > 1 ? " \(row.entry.ordinal)" : ""
            title = "\(name: Self.seen(row.entry.label, or: id.component.hex))\(ordinal)"
            let headings = counts.facts.catalogue.headings
            let control = headings.first { $0.id == row.entry.control }?.title
            let code: [ReportLine] =
                row.entry.control.isEmpty ? [] : ["\(code: row.entry.control)"]
            about = control.map { [ReportLine($0)] } ?? code
        case .state:
            address = ReportAddress.state(id)
            let platform = counts.facts.plan.environments[id.environment]?.platform
            let known = counts.facts.catalogue.control(row.entry.control)
                .flatMap { control in platform.flatMap(control.platform) }?.state(id.state)
            let words = Self.environment(id.environment, in: counts.facts.plan)
            title =
                "\(known?.title ?? Self.seen(id.state, or: "A state")), "
                + "\(words ?? row.entry.environment)\(id.round > 1 ? ", round \(id.round)" : "")"
            about = Self.tested(row)
        }
    }

    /// The name of a screen by its place; of components that are still to come there is none.
    static func screen(_ place: Int?, in counts: ReportCounts) -> ReportLine {
        guard let place else { return "Components still to come" }
        return "\(name: seen(counts.screens[place], or: "A screen without a name"))"
    }

    /// Such as `iOS 18, VoiceOver, phone`; nil for one that the plan lacks.
    static func environment(_ id: EnvironmentID, in plan: Plan) -> String? {
        plan.environments[id].map {
            "\($0.platformWord) \($0.majorVersion), \($0.circumstances)"
        }
    }

    private static func seen(_ name: String, or other: String) -> String {
        let shown = name.shownInLine
        return shown.trimmed.isEmpty ? other : shown
    }

    private static func numbers(_ tally: OutcomeNumbers) -> ReportLine {
        let parts = ReportOutcome.allCases.filter { tally[$0] > 0 }.map {
            "\(tally[$0]) \($0.word.lowercased())"
        }
        return "\(parts.joined(separator: ", "))"
    }

    private static func tested(_ row: FindingRow) -> [ReportLine] {
        let names: [(FieldName, String)] = [
            (.device, "Device"), (.system, "System"),
            (.assistiveTechnologyVersion, "Assistive technology"), (.build, "Build"),
            (.assistiveTechnologyHints, "Hints"), (.assistiveTechnologyVerbosity, "Verbosity"),
            (.assistiveTechnologyLanguage, "Language"),
        ]
        return names.compactMap { name, word in
            row.entry.texts[name].map { "\(word) \(name: $0)" }
        }
    }
}
