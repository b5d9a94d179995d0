import Presentation
import Reading
import Shared

extension SARIFWriter {
    /// SARIF 2.1.0 as GitHub's code scanning takes it: a run an environment.
    static let export = Export(
        id: "sarif", fileExtension: "sarif", mediaType: "application/sarif+json",
        about: "shows failures as alerts of a repository on GitHub", order: .environment,
        isCounted: true, hasWithdrawn: true, options: [.part, .root]
    ) { SARIFWriter($0) }
}

struct SARIFWriter: ExportWriter {
    private let facts: ExportFacts
    private let words: SARIFWords
    private var parts = SARIFParts()
    private var chosen = SARIFParts.Chosen()
    /// What earlier rounds say of the findings of one component and environment.
    private var earlier = NewestRounds<Content>()
    /// Results seen while writing, of all files.
    private var seen = 0
    private var environment: EnvironmentID?
    private var open: OpenRun?
    private var runs = 0
    private var results = 0

    private struct OpenRun {
        /// The number of each rule.
        let rules: [String: Int]
        let changed: Int64?
        var results = 0
    }

    /// What makes a result another one for people; whose it is and when are no part of that.
    private struct Content: Equatable {
        let isResult: Bool
        let judgement: Judgement?
        let texts: Int

        init(_ row: FindingRow) {
            isResult = SARIFParts.isResult(row)
            judgement = row.effective.judgement
            var hasher = Hasher()
            for name in FieldName.findingTexts { hasher.combine(row.entry.texts[name]) }
            texts = hasher.finalize()
        }
    }

    init(_ facts: ExportFacts) {
        self.facts = facts
        words = SARIFWords(facts)
    }

    mutating func count(_ row: FindingRow) {
        let words = words
        parts.add(row) {
            var bytes: [UInt8] = []
            words.append(row, ruleNumber: 99_999, .unchanged, to: &bytes)
            return words.zippedAtMost(bytes)
        } ruleBytes: { rule in
            var bytes: [UInt8] = []
            words.append(rule: rule, to: &bytes)
            return Gzip.compressed(bytes, level: 1).count
        }
    }

    mutating func begin(_ output: inout ExportOutput) throws {
        var around: [UInt8] = []
        words.appendEnd(.longest, to: &around)
        chosen = try parts.chosen(
            facts.options.part, in: { facts.sorted($0, by: .environment) },
            around: Gzip.compressed(around, level: 1).count)
        parts = SARIFParts()
        output.bytes.append(literal: #"{"$schema":"https://json.schemastore.org/"#)
        output.bytes.append(literal: #"sarif-2.1.0.json","version":"2.1.0","runs":["#)
    }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) throws {
        if row.state.environment != environment {
            environment = row.state.environment
            closeRun(&output)
            if let run = chosen.runs[row.state.environment] {
                try openRun(run.rules, of: environment, run.changed, &output)
            }
        }
        let baseline = baseline(of: row)
        guard SARIFParts.isResult(row) else { return }
        defer { seen += 1 }
        guard let run = open, chosen.partOf[seen] == facts.options.part else { return }
        output.bytes.append(literal: run.results == 0 ? "\n" : ",\n")
        let number = run.rules[row.entry.criterion] ?? 0
        words.append(row, ruleNumber: number, baseline, to: &output.bytes)
        open?.results += 1
        results += 1
    }

    mutating func end(_ output: inout ExportOutput) throws {
        closeRun(&output)
        // GitHub refuses a file without a run.
        if runs == 0 {
            try openRun([], of: nil, nil, &output)
            closeRun(&output)
        }
        output.bytes.append(literal: "\n]}\n")
    }

    var findings: Int? { results }

    var remarks: [String] { words.notices(chosen) }

    private mutating func openRun(
        _ names: [String], of environment: EnvironmentID?, _ changed: Int64?,
        _ output: inout ExportOutput
    ) throws {
        output.bytes.append(literal: runs == 0 ? "\n" : ",\n")
        output.bytes.append(literal: #"{"tool":{"driver":{"name":"Accord","rules":["#)
        for (number, name) in names.enumerated() {
            output.bytes.append(literal: number == 0 ? "\n" : ",\n")
            words.append(rule: name, to: &output.bytes)
            try output.passOn()
        }
        output.bytes.append(literal: "]}},\"automationDetails\":{\"id\":")
        output.bytes.append(json: words.category(of: environment))
        output.bytes.append(literal: "},\"results\":[")
        open = OpenRun(
            rules: Dictionary(uniqueKeysWithValues: zip(names, names.indices)), changed: changed)
        runs += 1
    }

    private mutating func closeRun(_ output: inout ExportOutput) {
        guard let run = open else { return }
        open = nil
        output.bytes.append(literal: "\n],")
        words.appendEnd(
            SARIFWords.End(
                changed: run.changed, notices: words.notices(chosen), parts: chosen.parts),
            to: &output.bytes)
    }

    /// How a result is beside the round before; nil where there is none.
    private mutating func baseline(of row: FindingRow) -> SARIFWords.Baseline? {
        let current = facts.plan.currentRound
        guard current > 1 else { return nil }
        let content = Content(row)
        let before = earlier.value(of: row)
        _ = earlier.add(row, content)
        // What nobody has judged again is as it was.
        if row.state.round < current { return .unchanged }
        guard let before, before.isResult else { return .new }
        return before == content ? .unchanged : .updated
    }
}
