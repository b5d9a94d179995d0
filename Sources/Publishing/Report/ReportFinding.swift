import Presentation
import Reading
import Shared

/// A finding as a report for people tells it.
struct ReportFinding: Sendable {
    let outcome: ReportOutcome
    let isChallenged: Bool
    /// Whether something stands beside a withdrawal of it.
    let isContested: Bool
    /// What is to hold; the criterion's id where the catalogue does not have it.
    let statement: String
    let criterion: String
    let severity: Severity?
    let attribution: Attribution?
    /// In a page: the same in every export, whatever was renamed.
    let address: String
    let who: ReportLine
    /// Success criteria, and clauses of the audit's lenses.
    let standards: [String]
    let parts: [Part]

    /// What is told below a word that names it.
    struct Part: Sendable {
        let title: String
        let content: Content

        enum Content: Sendable {
            case text(String)
            case entries([Entry])
        }
    }

    struct Entry: Sendable {
        let line: ReportLine
        var text: String?
        /// The hash of a file that may be shown, and what is said instead of showing it.
        var picture: (file: String, says: String)?
    }

    /// Whether it is one of a list; what failed, or waits for somebody, is told in full.
    var isBrief: Bool {
        guard !isChallenged, !isContested else { return false }
        return switch outcome {
        case .failed, .undecided, .cantTell: false
        case .passed, .inapplicable, .untested: true
        }
    }

    /// Such as `Failed, serious, challenged`.
    var verdict: String {
        let words = [
            outcome.word, severity?.rawValue, attribution == .platform ? "platform defect" : nil,
            isChallenged ? "challenged" : nil, isContested ? "withdrawal contested" : nil,
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    /// How many there are of each outcome, such as `8 passed, 1 untested`.
    static func numbers(_ findings: [ReportFinding]) -> String {
        ReportOutcome.allCases.compactMap { outcome in
            let count = findings.count { $0.outcome == outcome }
            return count > 0 ? "\(count) \(outcome.word.lowercased())" : nil
        }.joined(separator: ", ")
    }

    /// - Parameter standards: What the criterion is read for, in lines.
    init(_ row: FindingRow, _ criterion: Criterion?, standards: [String]) {
        outcome = ReportOutcome(row.effective)
        if case .challenged = row.effective { isChallenged = true } else { isChallenged = false }
        isContested = row.withdrawn?.isContested == true
        let statement = criterion?.statement.shownInLine.trimmed ?? ""
        self.statement = statement.isEmpty ? row.entry.criterion : statement
        self.criterion = row.entry.criterion
        severity = row.effective.judgement?.severity
        attribution = row.effective.judgement?.attribution
        address = ReportAddress.finding(row)
        let moment: ReportLine = row.changed.map { ", \(at: $0)" } ?? ""
        who = ReportLine.names(row.authors) + moment
        self.standards = standards
        parts = row.reportParts(criterion)
    }
}

/// Where a page has what: from ids alone, so that it stays when something is called otherwise.
enum ReportAddress {
    static func state(_ id: StateID) -> String {
        "\(id.component.hex)/\(id.environment.hex)/\(id.round)/\(plain(id.state))"
    }

    static func finding(_ row: FindingRow) -> String {
        "\(state(row.state))/\(plain(row.entry.criterion))"
    }

    /// The id as it is while it is one; no two texts give one word.
    private static func plain(_ id: String) -> String {
        var word = ""
        for byte in id.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."):
                word.unicodeScalars.append(Unicode.Scalar(byte))
            default: word += "_" + [byte].hex  // open set: all other bytes
            }
        }
        return word
    }
}

extension FindingRow {
    fileprivate typealias Part = ReportFinding.Part
    fileprivate typealias Entry = ReportFinding.Entry

    fileprivate func reportParts(_ criterion: Criterion?) -> [ReportFinding.Part] {
        let outcome = ReportOutcome(effective)
        var parts: [Part?] = []
        if outcome == .failed || outcome == .undecided, let impact = criterion?.impact.sentence {
            parts.append(Part(title: "Why it matters", content: .text(impact)))
        }
        let names: [FieldName] = [
            .note, .heard, .steps, .recommendation, .workaround, .importedFrom,
        ]
        for name in names {
            parts.append(
                entry.texts[name].map { Part(title: name.register.title, content: .text($0)) })
        }
        parts.append(entries("Checked", suggestion.map { [Entry(line: "Suggested: \(code: $0)")] }))
        parts += versions.map { versions in
            entries("Versions of “\(versions.column.rawValue)”", versions.texts.map(Self.said))
        }
        let said = Dictionary(evidenceWords.map { ($0.file, $0) }) { first, _ in first }
        parts.append(entries("Evidence", evidence.map { Self.file($0, said[$0]) }))
        parts.append(entries("Verdicts", hasPlainVerdict ? nil : siblings.map(Self.verdict)))
        parts.append(entries("Decided", decisions.map(Self.decided)))
        parts.append(
            entries(
                isChosenByRule ? "Settled" : "Not settled", verdictLine.map { [Entry(line: $0)] })
        )
        parts.append(entries("Withdrawal", withdrawnEntry.map { [$0] }))
        parts.append(entries("Comments", comments.map(Self.said)))
        parts.append(entries("Tags", entry.lists[.tag].map { [Entry(line: .names($0))] }))
        parts.append(
            entries("Links", entry.lists[.link]?.map { Entry(line: "\(address: $0)") }))
        parts.append(entries("The same control as", see.isEmpty ? nil : [Entry(line: .names(see))]))
        if isUnconfirmed {
            parts.append(entries("On a server", [Entry(line: "Not confirmed by a server yet.")]))
        }
        return parts.compactMap(\.self)
    }

    private func entries(_ title: String, _ entries: [Entry]?) -> Part? {
        guard let entries, !entries.isEmpty else { return nil }
        return Part(title: title, content: .entries(entries))
    }

    /// Whether who and when are all that there is to say of its verdicts.
    private var hasPlainVerdict: Bool {
        switch effective {
        case .untested, .single, .agreed: siblings.allSatisfy { $0.unplaced == nil }
        case .automatic, .undecided, .decided, .challenged: false
        }
    }

    private var isChosenByRule: Bool {
        if case .automatic = effective { true } else { false }
    }

    private static func source<Value>(_ one: Authored<Value>) -> ReportLine {
        guard let lead = one.unplaced else { return "\(name: one.author), \(at: one.at)" }
        return "\(name: one.author) (nothing shows that it is hers; adopted by \(name: lead)), "
            + "\(at: one.at)"
    }

    private static func verdict(_ sibling: Authored<Judgement?>) -> Entry {
        Entry(line: "\(source(sibling)): \(sibling.value?.words ?? "of a later version of Accord")")
    }

    private static func decided(_ decision: Authored<Decision?>) -> Entry {
        guard let value = decision.value else {
            return Entry(line: "\(source(decision)): of a later version of Accord")
        }
        let rule: ReportLine = value.rule.map { ", confirming the rule \(code: $0)" } ?? ""
        return Entry(
            line: "\(source(decision)): \(value.judgement.words)\(rule), because:",
            text: value.reason.string)
    }

    private static func said(_ text: Authored<String>) -> Entry {
        Entry(line: "\(source(text)):", text: text.value)
    }

    /// Why a lead has to look; nil where nobody has to.
    private var verdictLine: ReportLine? {
        switch effective {
        case .undecided(.noRule): "The verdicts differ, and no rule of the audit is for them."
        case .undecided(.fellThrough(let method, let why)):
            "The verdicts differ, and the rule \(code: method) does not choose: \(why)."
        case .undecided(.unknownMethod(let method)):
            "The verdicts differ, and \(code: method) is a rule of a later version of Accord."
        case .undecided(.policyContested):
            "The verdicts differ, and so do the policies that stand in the plan."
        case .undecided(.decisionsDiffer): "Decisions of leads differ."
        case .challenged(_, let challenges): challenged(by: challenges)
        case .automatic(_, let method, _):
            "The verdicts differ; the rule \(code: method) of the audit says which holds."
        case .untested, .single, .agreed, .decided: nil
        }
    }

    private func challenged(by challenges: [Challenge]) -> ReportLine {
        let count = challenges.filter { $0 != .groundless }.count
        guard count > 0 else { return "What was decided on was taken back since." }
        return "\(counted(count, "verdict")) beside the decision \(count == 1 ? "is" : "are") "
            + "otherwise and not settled by it: a lead looks again."
    }

    private var withdrawnEntry: Entry? {
        guard let withdrawn, withdrawn.isContested else { return nil }
        let what =
            switch withdrawn.level {
            case .finding: "finding"
            case .state: "component state"
            case .component: "component"
            }
        return Entry(
            line: "The \(what) was withdrawn, and something stands beside that. A lead decides.",
            text: withdrawn.reason)
    }

    /// Its SHA-256, and what is said of it.
    private static func file(_ file: String, _ words: EvidenceWords?) -> Entry {
        let picture = (file, words?.shows ?? words?.caption ?? "A picture of which nothing is said")
        guard let words else { return Entry(line: "\(code: file)", picture: picture) }
        let texts = [("Shows", words.shows), ("Caption", words.caption), ("Heard", words.heard)]
        let said = texts.compactMap { name, text in text.map { "\(name): \($0)" } }
        let marked = words.areas.map { "Marked: \($0.label)" }
        return Entry(
            line: "\(code: file)", text: (said + marked).joined(separator: "\n"), picture: picture)
    }
}
