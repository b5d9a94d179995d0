import Presentation
import Reading
import Shared

extension JUnitWriter {
    /// The XML of Ant's JUnit task, in the strict form of JUnit.xsd: a suite a screen.
    static let export = export(bytesMax: JUnitParts.bytesMax)

    /// The same in files of so many bytes.
    static func export(bytesMax: Int) -> Export {
        Export(
            id: "junit", fileExtension: "xml", mediaType: "application/xml",
            about: "shows findings as tests in GitLab and Jenkins", order: .plan, isCounted: true,
            options: [.part]
        ) { JUnitWriter($0, bytesMax: bytesMax) }
    }
}

struct JUnitWriter: ExportWriter {
    private let facts: ExportFacts
    private let names: JUnitNames
    private let catalogue: String
    private var parts: JUnitParts
    /// What is still to be written of this file: its suites, and how many cases come before them.
    private var chosen = JUnitParts.Chosen()
    /// Cases seen while writing, and those still to come in the suite that is open.
    private var seen = 0
    private var suite = 0
    private var open = 0

    init(_ facts: ExportFacts, bytesMax: Int) {
        self.facts = facts
        names = JUnitNames(facts)
        catalogue = facts.plan.catalogue ?? ""
        parts = JUnitParts(bytesMax: bytesMax)
    }

    mutating func count(_ row: FindingRow) {
        var bytes: [UInt8] = []
        let kind = append(row, to: &bytes)
        parts.add(row, kind, bytes: bytes.count)
    }

    mutating func begin(_ output: inout ExportOutput) throws {
        // With numbers as long as they can be: what a suite takes of the room beside its cases.
        var around: [UInt8] = []
        append(JUnitParts.Suite.longest, to: &around)
        appendEnd(to: &around)
        // The suite, what it is in, its two outputs, and its properties.
        let elements = 9 + facts.conditions.count
        chosen = try parts.chosen(
            facts.options.part, in: { facts.sorted($0, by: .plan) },
            around: (around.count, elements))
        parts = JUnitParts(bytesMax: 0)
        output.bytes.append(literal: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) {
        defer { seen += 1 }
        guard seen >= chosen.first, suite < chosen.suites.count || open > 0 else { return }
        if open == 0 {
            append(chosen.suites[suite], to: &output.bytes)
            open = chosen.suites[suite].cases
            suite += 1
        }
        _ = append(row, to: &output.bytes)
        open -= 1
        if open == 0 { appendEnd(to: &output.bytes) }
    }

    func end(_ output: inout ExportOutput) { output.bytes.append(literal: "</testsuites>\n") }

    var findings: Int? { chosen.cases }

    var remarks: [String] {
        guard chosen.parts > 1 else { return [] }
        return [
            "This is part \(facts.options.part) of \(chosen.parts), with \(chosen.cases) of "
                + "\(counted(chosen.all, "finding")): GitLab takes no more in one file. The others "
                + "are other parts."
        ]
    }

    private func append(_ suite: JUnitParts.Suite, to bytes: inout [UInt8]) {
        let name = JUnitNames.token(suite.screen)
        bytes.append("<testsuite name=\"", xml: name.isEmpty ? "(no screen)" : name)
        bytes.append(literal: "\" timestamp=\"")
        var time: [UInt8] = []
        time.append(utc: suite.changed ?? 0)
        // Neither milliseconds nor a zone: `2026-03-14T09:26:53`.
        bytes.append(contentsOf: time.prefix(19))
        bytes.append(literal: "\" hostname=\"localhost\" tests=\"")
        bytes.append(decimal: suite.cases)
        bytes.append(literal: "\" failures=\"")
        bytes.append(decimal: suite.failures)
        bytes.append(literal: "\" errors=\"0\" skipped=\"")
        bytes.append(decimal: suite.skipped)
        bytes.append(literal: "\" time=\"0\" package=\"accord\" id=\"")
        bytes.append(decimal: suite.number)
        bytes.append(literal: "\">\n<properties>")
        append("audit", facts.view.audit.hex, to: &bytes)
        append("title", facts.plan.title, to: &bytes)
        append("catalogue", catalogue, to: &bytes)
        append("part", "\(facts.options.part) of \(suite.parts)", to: &bytes)
        append("inapplicable", "\(suite.inapplicable)", to: &bytes)
        for condition in facts.conditions { append("condition", condition, to: &bytes) }
        bytes.append(literal: "</properties>\n")
    }

    private func append(_ name: StaticString, _ value: String, to bytes: inout [UInt8]) {
        bytes.append(literal: "<property name=\"")
        bytes.append(literal: name)
        bytes.append("\" value=\"", xml: value.onOneLine)
        bytes.append(literal: "\"/>")
    }

    private func appendEnd(to bytes: inout [UInt8]) {
        bytes.append(
            literal: "<system-out></system-out>\n<system-err></system-err>\n</testsuite>\n")
    }

    /// Appends one case, and tells how it counts.
    private func append(_ row: FindingRow, to bytes: inout [UInt8]) -> JUnitParts.Kind {
        let kind = JUnitParts.Kind(row)
        bytes.append("<testcase classname=\"", xml: names.className(of: row.state.component))
        bytes.append("\" name=\"", xml: names.name(of: row, isPassed: kind.isPassed))
        bytes.append(literal: "\" time=\"0\"")
        switch kind {
        case .passed, .inapplicable: bytes.append(literal: "/>\n")
        case .failed:
            appendHead("failure", of: row, to: &bytes)
            bytes.append("\" type=\"", xml: row.entry.severity?.rawValue ?? row.effective.basis)
            bytes.append("\">", xml: row.report)
            bytes.append(literal: "</failure></testcase>\n")
        case .skipped:
            appendHead("skipped", of: row, to: &bytes)
            bytes.append("\">", xml: row.report)
            bytes.append(literal: "</skipped></testcase>\n")
        }
        return kind
    }

    private func appendHead(
        _ element: StaticString, of row: FindingRow, to bytes: inout [UInt8]
    ) {
        bytes.append(literal: "><")
        bytes.append(literal: element)
        let statement = facts.criterion(row.entry.criterion)?.statement
        let words = row.headline + (statement.map { ": \($0)" } ?? "")
        bytes.append(" message=\"", xml: TerminalText.shown(words.onOneLine))
    }
}

/// What cases are called, no two alike.
private struct JUnitNames {
    private let classes: [ComponentID: String]
    private let environments: [EnvironmentID: String]

    init(_ facts: ExportFacts) {
        classes = facts.view.components.named { component in
            let label = component.label
            let ordinal = component.ordinal
            let name = ordinal == 1 ? label : "\(label)/\(ordinal)"
            return Self.token("\(component.screen).\(name)")
        }.distinct { "\($0) \($1)" }
        environments = facts.plan.environments.mapValues(\.plain).distinct { "\($0)-\($1)" }
    }

    /// Screen and component; the id of a component that is still to come, which has no dot.
    func className(of component: ComponentID) -> String { classes[component] ?? component.hex }

    /// State, criterion, round and environment: escaped, so that no two are joined alike.
    func name(of row: FindingRow, isPassed: Bool) -> String {
        let environment = environments[row.state.environment] ?? row.state.environment.hex
        let words = [row.state.state, row.entry.criterion, environment].map(\.percentEncoded)
        let round = row.state.round == 1 ? "" : ", round \(row.state.round)"
        // A failure has room to say so.
        let flag = isPassed && row.isChallenged ? " (challenged)" : ""
        return "\(words[0]), \(words[1]), \(words[2])\(round)\(flag)"
    }

    /// As readers of a schema's token see it: white space at the ends and in runs is none.
    static func token(_ text: String) -> String {
        // What XML shows by one sign must be one here: else two names could become alike later.
        let scalars = TerminalText.shown(text.onOneLine).unicodeScalars.map {
            $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : $0
        }
        return scalars.split(separator: " ")
            .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
