import Presentation
import Reading
import Shared

/// What stands before the findings of a report: how it is called, sentences, and tables.
struct ReportPage: Sendable {
    let title: String
    let headline: [ReportLine]
    let notices: [Notice]
    let facts: [(name: String, lines: [ReportLine])]
    let tables: [Table]
    let counts: ReportCounts

    /// What whoever reads on should know first.
    struct Notice: Sendable {
        let title: String
        let text: ReportLine
        var isOfLeads = false
    }

    struct Table: Sendable {
        let id: String
        let caption: String
        var about: String?
        let columns: [String]
        let rows: [Row]
    }

    struct Row: Sendable {
        let head: Cell
        let cells: [Cell]
        /// A bar below the head says what the numbers beside it say.
        var bar: Bar?
    }

    struct Bar: Sendable {
        let parts: [(outcome: ReportOutcome, count: Int)]
        let whole: Int
    }

    enum Cell: Sendable {
        case line(ReportLine)
        case number(Int)
        case outcome(ReportOutcome)
        case severity(Severity)
        case link(ReportLine, to: String)

        var isNumber: Bool { if case .number = self { true } else { false } }
    }

    /// Where a screen's findings are; by its place in the plan, since its name may be anything.
    static func address(ofScreen place: Int?) -> String {
        place.map { "screen-\($0 + 1)" } ?? "screen-unknown"
    }

    init(_ counts: ReportCounts) throws {
        let plan = counts.facts.plan
        let title = plan.title.shownInLine.trimmed
        self.counts = counts
        self.title = title.isEmpty ? "Audit \(plan.audit.hex.prefix(12))" : title
        headline = Self.headline(counts)
        notices = Self.notices(counts)
        facts = try Self.facts(counts)
        tables = ReportTables(counts).all()
    }

    private static func headline(_ counts: ReportCounts) -> [ReportLine] {
        let all = counts.all
        guard all.total > 0 else { return ["There are no findings."] }
        let critical = all.severities[.critical] ?? 0
        let grave = critical > 0 ? ", \(critical) of them critical" : ""
        let findings = counted(all.total, "finding")
        let first = ReportLine("\(all[.failed]) of \(findings) failed\(grave).")
        guard let asked = counts.asked, asked.total > 0 else { return [first] }
        let judged = asked.total - asked.untested
        let round = counts.facts.plan.currentRound
        return [first, "\(judged) of \(criteria(asked.total)) asked in round \(round) are judged."]
    }

    private static func criteria(_ count: Int) -> String {
        counted(count, "criterion", plural: "criteria")
    }

    private static func notices(_ counts: ReportCounts) -> [Notice] {
        var notices = [waiting(counts.all)].compactMap(\.self)
        func add(_ title: String, _ text: ReportLine) {
            notices.append(Notice(title: title, text: text))
        }
        let plan = counts.facts.plan
        if let asked = counts.asked, asked.untested > 0 {
            let verb = asked.untested == 1 ? "has" : "have"
            add(
                "Not everything is judged",
                "\(criteria(asked.untested)) asked in round \(plan.currentRound) \(verb) no "
                    + "verdict. What is not judged is never counted as passed.")
        }
        if plan.depth == .quick { add("A quick audit", "Advisory criteria were not asked.") }
        if !counts.facts.conditions.isEmpty {
            let chosen = ReportLine.names(counts.facts.conditions)
            add("Not the whole audit", "Only what meets these conditions is here: \(chosen).")
        }
        if counts.unconfirmed > 0 {
            let verb = counts.unconfirmed == 1 ? "rests" : "rest"
            let findings = counted(counts.unconfirmed, "finding")
            add(
                "Not all on the server",
                "\(findings) here \(verb) on work that no server has confirmed yet.")
        }
        return notices
    }

    private static func waiting(_ all: OutcomeNumbers) -> Notice? {
        let numbers = [
            all[.undecided] > 0 ? "\(all[.undecided]) undecided" : nil,
            all.challenged > 0 ? "\(all.challenged) challenged" : nil,
            all.contested > 0 ? counted(all.contested, "contested withdrawal") : nil,
        ].compactMap(\.self)
        guard !numbers.isEmpty else { return nil }
        let text: ReportLine =
            "\(numbers.joined(separator: ", ")). An undecided finding has no verdict in effect; "
            + "of a challenged one the decision holds until a lead has looked again."
        return Notice(title: "Waiting for a lead’s decision", text: text, isOfLeads: true)
    }

    private static func facts(
        _ counts: ReportCounts
    ) throws -> [(name: String, lines: [ReportLine])] {
        let plan = counts.facts.plan
        let rounds = Set(plan.rounds.keys).union([1]).union(counts.byRound.keys).sorted()
        let lenses = plan.lenses.map { id -> ReportLine in
            Lens.named(id).map { ReportLine($0.title) }
                ?? "\(code: id), of another version of Accord"
        }
        let builds = plan.builds.sorted { $0.key < $1.key }.map { platform, build -> ReportLine in
            "\(Environment.platformWord(of: platform)) \(name: build)"
        }
        let depth: ReportLine =
            plan.depth == .quick ? "quick: advisory criteria were not asked" : "full"
        let files =
            counts.facts.options.hasThumbnails
            ? "sound, video, and pictures that are large or not to be had"
            : "pictures, sound and video"
        let left: ReportLine =
            "Withdrawn findings; \(files): their SHA-256 and what is said of them stand here."
        let all: [(name: String, lines: [ReportLine])] = [
            ("Rounds", rounds.map { Self.round($0, plan) }),
            ("Builds", builds),
            ("Depth", [depth]),
            ("Standards", lenses),
            ("Catalogue", ["\(code: counts.facts.catalogue.pin.text)"]),
            ("Signed", try SignedRound.all(in: counts.facts.view).map { signed($0, plan) }),
            ("Newest change", counts.newest.map { ["\(at: $0)"] } ?? []),
            ("Chosen by", counts.facts.conditions.map { "\(name: $0)" }),
            ("Not here", [left]),
            ("Audit", ["\(code: plan.audit.hex)"]),
        ]
        return all.filter { !$0.lines.isEmpty }
    }

    /// Who signed what and without what, and what became of it since.
    private static func signed(_ round: SignedRound, _ plan: Plan) -> ReportLine {
        let signOff = round.signOff
        let signer = plan.name(of: round.signature.author)
        let without = signOff.exceptions.map { exception -> ReportLine in
            " Without: \(name: exception.subject.string.onOneLine). "
                + "\(name: exception.reason.string.onOneLine)."
        }
        let line: ReportLine =
            "Round \(signOff.round) by \(name: signer), \(at: round.signature.wallTime): "
            + "\(name: signOff.statement.string.onOneLine) "
        return without.reduce(line + ReportLine("\(round.words(in: plan))"), +)
    }

    private static func round(_ number: UInt32, _ plan: Plan) -> ReportLine {
        guard let build = plan.rounds[number] else { return "\(number)" }
        return "\(number): build \(name: build)"
    }
}
