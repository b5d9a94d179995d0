import Presentation
import Reading
import Shared

/// What the sheets of a workbook say of all its findings together: numbers, and no row.
struct XLSXCounts {
    private(set) var findings = 0
    private(set) var conflicts = 0
    private(set) var evidence = 0
    private var latest: Int64?
    private var whole = Counts()
    private var severities: [Severity: Int] = [:]
    private var bases: [String: Int] = [:]
    private var contested = 0
    private var byComponent: [ComponentID: Counts] = [:]

    /// Findings by what holds of them; withdrawn ones are in no other number.
    fileprivate struct Counts {
        // Small, because every component has them.
        private var findings = SIMD8<UInt32>()

        enum Kind: String, CaseIterable {
            case failed, passed, cantTell, inapplicable, undecided, untested, withdrawn

            /// The column of texts has the other name.
            fileprivate var heading: String { self == .withdrawn ? "withdrawn-findings" : rawValue }

            fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        }

        subscript(kind: Kind) -> Int { Int(findings[kind.place]) }

        mutating func add(_ row: FindingRow) { findings[Kind(row).place] += 1 }

        var cells: [WorkbookSheet.Cell] { Kind.allCases.map { .number(self[$0]) } }
    }

    mutating func add(_ row: FindingRow) {
        findings += 1
        conflicts += row.xlsxConflictCount
        evidence += row.evidence.count
        if let changed = row.changed { latest = max(latest ?? changed, changed) }
        whole.add(row)
        byComponent[row.state.component, default: Counts()].add(row)
        if row.withdrawn?.isContested == true { contested += 1 }
        guard Counts.Kind(row) != .withdrawn else { return }
        bases[row.effective.basis, default: 0] += 1
        if let severity = row.effective.judgement?.severity {
            severities[severity, default: 0] += 1
        }
    }

    /// Seconds since 1970 of the newest change; the first moment of a zip archive where there is
    /// none, or where a clock was so wrong that no date can be told.
    var newest: Int {
        let zipBegins = 315_532_800
        guard let latest, WorkbookSheet.times.contains(latest) else { return zipBegins }
        return max(Int(latest / 1000), zipBegins)
    }
}

// MARK: Sheets

extension XLSXCounts {
    static let summaryColumns: [WorkbookSheet.Column] = [
        .init("topic", width: 20), .init("name", width: 34),
        .init("value", width: 60, isWrapped: true),
    ]

    func summary(of facts: ExportFacts) -> [[WorkbookSheet.Cell]] {
        let plan = facts.plan
        var rows: [[WorkbookSheet.Cell]] = []
        func say(_ topic: String, _ name: String, _ value: WorkbookSheet.Cell) {
            rows.append([.text(topic), .text(name), value])
        }
        say("audit", "title", .text(plan.title))
        say("audit", "id", .text(plan.audit.hex))
        say("audit", "catalogue", .text(plan.catalogue ?? "none is pinned"))
        say("audit", "depth", .text(plan.depth.words))
        say("audit", "newest change of these findings", .time(latest))
        say("audit", "times", .text("in UTC, as the clocks of those who wrote had them"))
        for round in Set(plan.rounds.keys).union([1]).sorted() {
            say("round", String(round), .text(plan.rounds[round]))
        }
        for (platform, build) in plan.builds.sorted(by: { $0.key < $1.key }) {
            say("build", platform, .text(build))
        }
        for lens in plan.lenses { say("lens", lens, .text(Lens.named(lens)?.title)) }
        for register in facts.view.contested {
            say(
                "waits for a lead", register.name(in: facts.view),
                .text(register.words(in: facts.view)))
        }
        for condition in facts.conditions {
            say("only findings with", "condition", .text(condition))
        }
        if facts.conditions.isEmpty {
            say("only findings with", "condition", .text("none: these are all"))
        }
        say("findings", "all", .number(findings))
        for kind in Counts.Kind.allCases { say("outcome", kind.rawValue, .number(whole[kind])) }
        for severity in Severity.allCases.reversed() {
            say("severity", severity.rawValue, .number(severities[severity] ?? 0))
        }
        for basis in Effective.bases { say("basis", basis, .number(bases[basis] ?? 0)) }
        say("withdrawal", "contested", .number(contested))
        return rows
    }

    static let componentColumns: [WorkbookSheet.Column] =
        [
            .init("screen", width: 24), .init("label", width: 30), .init("control"),
            .init("ordinal", width: 8),
        ] + Counts.Kind.allCases.map { .init($0.heading, width: 12) } + [
            .init("see", width: 30), .init("withdrawal"),
            .init("withdrawal-reason", width: 40, isWrapped: true),
            .init("component", width: 34),
        ]

    /// In the order of the plan, those last that are still to come; without a filter all, with one
    /// those that have findings.
    func components(of facts: ExportFacts) -> [ComponentID] {
        let view = facts.view
        let known = view.components.map(\.id)
            .filter { facts.conditions.isEmpty || byComponent[$0] != nil }
        return known + byComponent.keys.filter { view.components[$0] == nil }.sorted()
    }

    func cells(of id: ComponentID, _ facts: ExportFacts) -> [WorkbookSheet.Cell] {
        let counts = (byComponent[id] ?? Counts()).cells
        guard let component = facts.view.components[id] else {
            // It is still to come: named as its findings are.
            let front = String(id.hex.prefix(12))
            return [.text(nil), .text(front), .text(nil), .text(nil)] + counts
                + [.text(nil), .text(nil), .text(nil), .text(id.hex)]
        }
        let withdrawal = component.withdrawal.told
        return [
            .text(component.screen), .text(component.label), .text(component.control),
            .number(Int(component.ordinal)),
        ] + counts + [
            .text(CellList.joined(facts.view.sameControls(as: id))), .text(withdrawal?.word),
            .text(withdrawal?.reason), .text(id.hex),
        ]
    }
}

extension XLSXCounts.Counts.Kind {
    fileprivate init(_ row: FindingRow) {
        if let withdrawn = row.withdrawn, !withdrawn.isContested {
            self = .withdrawn
            return
        }
        self =
            switch row.effective.judgement?.outcome {
            case .failed: .failed
            case .passed: .passed
            case .cantTell: .cantTell
            case .inapplicable: .inapplicable
            case .untested: .untested
            case nil: row.effective.isConflict ? .undecided : .untested
            }
    }
}

extension AuditDepth {
    fileprivate var words: String {
        switch self {
        case .full: "full"
        case .quick: "quick: advisory criteria were not asked"
        }
    }
}

extension Finding.Withdrawal {
    fileprivate var told: (word: String, reason: String)? {
        switch self {
        case .none: nil
        case .withdrawn(let reason): ("withdrawn", reason)
        case .contested(let reason): ("contested", reason)
        }
    }
}
