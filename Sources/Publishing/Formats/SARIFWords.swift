import Presentation
import Reading
import Shared

/// Rules, results and what stands around them, in SARIF's own words.
struct SARIFWords {
    private let facts: ExportFacts
    private let root: String
    private let addresses: [ComponentID: String]
    private let environments: [EnvironmentID: String]
    /// A result that says nothing, and how much it takes when it is compressed alone.
    private var frame: (bytes: [UInt8], zipped: Int) = ([], 0)

    enum Baseline: String { case new, unchanged, updated }

    /// What a run says of itself.
    struct End {
        let changed: Int64?
        let notices: [String]
        let parts: Int

        /// With as much as it may have to say.
        static let longest = End(
            changed: 0, notices: [String(repeating: "0123456789", count: 60)], parts: .max)
    }

    init(_ facts: ExportFacts) {
        self.facts = facts
        let root = facts.options.root.split(separator: "/").map { String($0).percentEncoded }
            .joined(separator: "/")
        self.root = root
        addresses = facts.view.components.named { component in
            let label = component.label
            let ordinal = component.ordinal
            let name = ordinal == 1 ? label : "\(label)-\(ordinal)"
            return "\(root)/\(Self.segment(component.screen))/\(Self.segment(name))"
        }.distinct { "\($0)~\($1)" }
        environments = facts.plan.environments.mapValues(\.plain).distinct { "\($0)~\($1)" }
        let nowhere = StateID(
            component: ComponentID(high: 0, low: 0), environment: EnvironmentID(high: 0, low: 0),
            round: 1, state: "")
        let nobody = PersonID(high: 0, low: 0)
        let row = FindingRow(
            entry: FindingEntry(), audit: facts.view.audit, state: nowhere,
            effective: .single(.failed(.serious, .app), by: nobody))
        var bytes: [UInt8] = []
        append(row, ruleNumber: 0, .unchanged, to: &bytes)
        frame = (bytes, Gzip.compressed(bytes, level: 1).count)
    }

    /// How much a result adds at most to a file that is compressed as a whole.
    ///
    /// Deflate remembers 32 KiB: what results have in common it has from the one before, unless
    /// that was long. A long one pays for its own frame and for that of the next.
    func zippedAtMost(_ result: [UInt8]) -> Int {
        guard result.count <= Self.rememberedBytes else {
            return Gzip.compressed(result, level: 1).count + frame.zipped
        }
        return Gzip.compressed(frame.bytes + result, level: 1).count - frame.zipped + 32
    }

    private static let rememberedBytes = 16 * 1024

    /// Nothing that a path takes for itself or the folder above it, and not nothing.
    private static func segment(_ text: String) -> String {
        text.utf8.allSatisfy { $0 == UInt8(ascii: ".") } ? "_" + text : text.percentEncoded
    }

    /// What GitHub tells runs of one commit apart by: all before the last slash.
    func category(of environment: EnvironmentID?) -> String {
        let part = facts.options.part == 1 ? "" : "part-\(facts.options.part)/"
        guard let environment else { return "accord/\(part)" }
        return "accord/\((environments[environment] ?? environment.hex).percentEncoded)/\(part)"
    }

    /// What is not in a file, in sentences.
    func notices(_ chosen: SARIFParts.Chosen) -> [String] {
        var notices: [String] = []
        if chosen.findings > chosen.results + chosen.old {
            let others = chosen.findings - chosen.results - chosen.old
            notices.append(
                "\(counted(others, "finding")) of \(chosen.findings) "
                    + "\(others == 1 ? "is" : "are") no result: what passed, is inapplicable or "
                    + "untested.")
        }
        if chosen.parts > 1 {
            notices.append(
                "This is part \(facts.options.part) of \(chosen.parts), with \(chosen.own) of "
                    + "\(counted(chosen.results, "result")): GitHub takes no more in one file. "
                    + "The others are other parts; the first has the worst.")
        }
        if chosen.old > 0 {
            notices.append(
                "\(counted(chosen.old, "result")) of earlier rounds "
                    + "\(chosen.old == 1 ? "is" : "are") in no part: a later round judged the same."
            )
        }
        return notices
    }

    func appendEnd(_ end: End, to bytes: inout [UInt8]) {
        bytes.append(literal: #""invocations":[{"executionSuccessful":true"#)
        if let changed = end.changed {
            bytes.append(literal: ",\"endTimeUtc\":\"")
            bytes.append(utc: changed)
            bytes.append(literal: "\"")
        }
        bytes.append(#","toolExecutionNotifications":"#, array: end.notices) { notice, bytes in
            bytes.append(literal: #"{"level":"note","message":"#)
            Self.append(text: notice, to: &bytes)
            bytes.append(literal: "}")
        }
        bytes.append(#"}],"properties":{"audit":"#, json: facts.view.audit)
        bytes.append(#","title":"#, json: facts.plan.title)
        bytes.append(#","catalogue":"#, json: facts.plan.catalogue ?? "")
        bytes.append(#","conditions":"#, array: facts.conditions) { $1.append(json: $0) }
        bytes.append(literal: ",\"part\":")
        bytes.append(decimal: facts.options.part)
        bytes.append(literal: ",\"parts\":")
        bytes.append(decimal: end.parts)
        bytes.append(literal: "}}")
    }

    func append(rule id: String, to bytes: inout [UInt8]) {
        let criterion = facts.criterion(id)
        let statement = criterion?.statement ?? id
        let unknown = "The audit's catalogue has no criterion of this id."
        bytes.append(#"{"id":"#, json: id)
        bytes.append(#","shortDescription":{"text":"#, json: Self.cut(statement))
        let why = criterion.map { "\($0.statement) \($0.impact.sentence)" }
        bytes.append(#"},"fullDescription":{"text":"#, json: Self.cut(why ?? unknown))
        bytes.append(#"},"help":{"text":"#, json: criterion.map(help) ?? unknown)
        bytes.append(literal: "}")
        if let criterion {
            let level = Level(criterion.severity)
            bytes.append(#","defaultConfiguration":{"level":"#, json: level.rawValue)
            // A person has judged it, on a device.
            bytes.append(literal: #"},"properties":{"precision":"very-high","problem.severity":"#)
            bytes.append(json: level == .note ? "recommendation" : level.rawValue)
            bytes.append(#","tags":"#, array: Self.tags(of: criterion)) { $1.append(json: $0) }
            bytes.append(literal: "}")
        }
        bytes.append(literal: "}")
    }

    private enum Level: String {
        case error, warning, note

        init(_ severity: Severity) {
            switch severity {
            case .critical, .serious: self = .error
            case .moderate: self = .warning
            case .minor: self = .note
            }
        }
    }

    /// How to test it, what it costs people, and how it is mended.
    private func help(_ criterion: Criterion) -> String {
        let test = criterion.test
        var lines = [
            "How to test: \(test.action)", "Expected: \(test.expected)", "Failed: \(test.failure)",
            "Severity: \(criterion.severity.rawValue). \(criterion.impact.sentence)",
        ]
        let wcag = criterion.wcag.map { number in
            SuccessCriterion.named(number).map { "\(number) \($0.name) (\($0.level.rawValue))" }
                ?? number
        }
        if !wcag.isEmpty { lines.append("WCAG: \(wcag.joined(separator: ", "))") }
        let names = criterion.id.split(separator: ".").map(String.init)
        if names.count > 1,
            let platform = facts.catalogue.control(names[0])?.platform(names[1])
        {
            for hint in platform.hints(for: criterion) {
                let framework = hint.framework == .any ? "" : " (\(hint.framework.rawValue))"
                lines.append("How to mend it\(framework): \(hint.text)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// GitHub refuses more than 20, and shows the first ten.
    private static func tags(of criterion: Criterion) -> [String] {
        let all = ["accessibility"] + criterion.wcag.map { "wcag-\($0)" }
        let category = criterion.category.rawValue
        return Array((all.contains(category) ? all : all + [category]).prefix(20))
    }

    /// GitHub takes no description of more than 1,024 characters.
    private static func cut(_ text: String) -> String {
        text.unicodeScalars.count <= 1_000
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000))) + "…"
    }

    func append(
        _ row: FindingRow, ruleNumber: Int, _ baseline: Baseline?, to bytes: inout [UInt8]
    ) {
        bytes.append(#"{"ruleId":"#, json: row.entry.criterion)
        bytes.append(literal: ",\"ruleIndex\":")
        bytes.append(decimal: ruleNumber)
        appendKind(of: row, to: &bytes)
        let statement = facts.criterion(row.entry.criterion)?.statement ?? row.entry.criterion
        bytes.append(literal: ",\"message\":")
        let words = "\(row.whereabouts): \(row.headline). \(statement)"
        Self.append(text: "\(TerminalText.shown(words))\n\(row.report)", to: &bytes)
        appendPlace(of: row, to: &bytes)
        appendFingerprints(of: row, to: &bytes)
        // Of one run either all results say what of them is suppressed, or none does.
        bytes.append(literal: ",\"suppressions\":[")
        if let withdrawn = row.withdrawn, row.isWithdrawn {
            bytes.append(literal: #"{"kind":"external","status":"accepted","justification":"#)
            bytes.append(json: "Withdrawn: \(TerminalText.shown(withdrawn.reason))")
            bytes.append(literal: "}")
        }
        bytes.append(literal: "]")
        if let baseline { bytes.append(",\"baselineState\":", json: baseline.rawValue) }
        appendProperties(of: row, to: &bytes)
        bytes.append(literal: "}")
    }

    private func appendKind(of row: FindingRow, to bytes: inout [UInt8]) {
        switch row.effective.judgement {
        case .failed(let severity, _):
            bytes.append(#","kind":"fail","level":"#, json: Level(severity).rawValue)
        case nil: bytes.append(literal: #","kind":"fail","level":"error""#)
        // SARIF has no other level for what is no failure; GitHub shows it all the same.
        case .cantTell, .passed, .inapplicable:
            bytes.append(literal: #","kind":"review","level":"none""#)
        }
    }

    private func appendPlace(of row: FindingRow, to bytes: inout [UInt8]) {
        let component = facts.component(of: row)
        let address = addresses[row.state.component] ?? "\(root)/\(row.state.component.hex)"
        bytes.append(literal: #","locations":[{"physicalLocation":{"artifactLocation":{"uri":"#)
        bytes.append(json: address)
        bytes.append(literal: #"},"region":{"startLine":1,"startColumn":1,"endLine":1,"#)
        bytes.append(literal: #""endColumn":1}},"logicalLocations":[{"name":"#)
        let label = TerminalText.shown((component?.label ?? "").onOneLine)
        bytes.append(json: label.isEmpty ? row.state.component.hex : label)
        bytes.append(literal: #","fullyQualifiedName":"#)
        let name = component?.name ?? row.state.component.hex
        bytes.append(json: TerminalText.shown(name.onOneLine))
        bytes.append(literal: "}]}]")
    }

    /// Alike for a finding for ever, whatever things are called and however often it is judged.
    private func appendFingerprints(of row: FindingRow, to bytes: inout [UInt8]) {
        var finding = row.state.component.bytes + row.state.environment.bytes
        for id in [row.state.state, row.entry.criterion] {
            finding += [UInt8](id.utf8) + [0xFF]  // No UTF-8 has that byte.
        }
        let hex = Hash256(of: finding).hex
        bytes.append(#","partialFingerprints":{"accordFinding/v1":"#, json: hex)
        // The only one that GitHub goes by.
        bytes.append(#","primaryLocationLineHash":"#, json: "\(hex.prefix(32)):1")
        bytes.append(literal: "}")
    }

    private func appendProperties(of row: FindingRow, to bytes: inout [UInt8]) {
        bytes.append(#","properties":{"component":"#, json: row.state.component)
        bytes.append(#","state":"#, json: row.state.state)
        bytes.append(#","environment":"#, json: row.entry.environment)
        bytes.append(literal: ",\"round\":")
        bytes.append(decimal: row.state.round)
        bytes.append(#","outcome":"#, jsonOrNull: row.effective.judgement?.outcome.rawValue)
        bytes.append(#","severity":"#, jsonOrNull: row.effective.judgement?.severity?.rawValue)
        bytes.append(literal: #","attribution":"#)
        bytes.append(jsonOrNull: row.effective.judgement?.attribution?.rawValue)
        bytes.append(#","basis":"#, json: row.effective.basis)
        if let changed = row.changed {
            bytes.append(literal: ",\"changed\":\"")
            bytes.append(utc: changed)
            bytes.append(literal: "\"")
        }
        bytes.append(#","evidence":"#, array: row.evidence) { $1.append(json: $0) }
        bytes.append(literal: "}")
    }

    /// Appends a message; its braces are doubled, because one alone begins a placeholder.
    private static func append(text: String, to bytes: inout [UInt8]) {
        var doubled = text
        if text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            // By scalars: a mark behind a brace makes one character of both.
            var scalars = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                if scalar == "{" || scalar == "}" { scalars.append(scalar) }
                scalars.append(scalar)
            }
            doubled = String(scalars)
        }
        bytes.append(#"{"text":"#, json: doubled)
        bytes.append(literal: "}")
    }
}
