import Presentation
import Shared

// MARK: Findings

extension FindingRow {
    static let xlsxColumns = XLSXColumn.order.map(\.column)

    func xlsxCells(_ criterion: Criterion?) -> [WorkbookSheet.Cell] {
        XLSXColumn.order.map { column in
            switch column {
            case .finding(let column): cell(column, criterion)
            case .statement: .text(criterion?.statement)
            case .successCriteria: .text(criterion.map { CellList.joined($0.wcag) })
            case .rule: .text(effective.rule)
            case .reason: .text(effective.reason)
            case .withdrawalReason: .text(withdrawn?.reason)
            }
        }
    }

    /// Numbers and times as such, everything else as in CSV.
    private func cell(_ column: FindingColumn, _ criterion: Criterion?) -> WorkbookSheet.Cell {
        switch column {
        case .ordinal: .number(Int(entry.ordinal))
        case .round: entry.round.map { .number(Int($0)) } ?? .text(nil)
        case .siblings: .number(siblings.count)
        case .decisions: .number(decisions.count)
        case .changed: .time(changed)
        default: .text(cell(column))  // open set: columns of texts
        }
    }
}

/// A column of the sheet of findings: each of the other formats', and what people look for besides.
enum XLSXColumn: Equatable {
    case finding(FindingColumn)
    case statement, successCriteria, rule, reason, withdrawalReason

    /// What was tested, what holds, what was said, who and when, and last what is for machines.
    static let order: [XLSXColumn] =
        [.screen, .label, .ordinal, .control, .environment, .round, .state, .criterion].map(finding)
        + [.statement, .successCriteria]
        + [.outcome, .severity, .attribution, .effective, .basis].map(finding) + [.rule, .reason]
        + [
            .note, .heard, .suggestion, .steps, .recommendation, .workaround, .tags, .links,
            .comments,
            .evidence, .evidenceWords, .versions, .withdrawn,
        ].map(finding) + [.withdrawalReason]
        + [
            .authors, .changed, .importedFrom, .siblings, .decisions, .unconfirmed, .see, .build,
            .device, .system,
            .assistiveTechnologyVersion, .assistiveTechnologyHints, .assistiveTechnologyVerbosity,
            .assistiveTechnologyLanguage, .component, .audit, .version,
        ].map(finding)

    fileprivate var column: WorkbookSheet.Column {
        switch self {
        case .finding(let column):
            .init(column.rawValue, width: column.width, isWrapped: column.width >= Self.wide)
        case .statement: .init("statement", width: Self.wide, isWrapped: true)
        case .successCriteria: .init("wcag")
        case .rule: .init("rule")
        case .reason: .init("reason", width: Self.wide, isWrapped: true)
        case .withdrawalReason: .init("withdrawal-reason", width: Self.wide, isWrapped: true)
        }
    }

    fileprivate static let wide = 44.0
}

extension FindingColumn {
    fileprivate var width: Double {
        switch self {
        case .note, .heard, .steps, .recommendation, .workaround, .comments, .evidenceWords,
            .versions:
            XLSXColumn.wide
        case .label, .environment, .criterion, .links, .authors, .importedFrom, .component, .audit:
            30
        case .screen, .effective, .changed, .see, .tags: 22
        case .ordinal, .round, .siblings, .decisions: 9
        default: 14  // open set: short words
        }
    }
}

// MARK: Conflicts and evidence

extension FindingRow {
    /// What names a finding, in front of what is said of it.
    private static let placeColumns: [WorkbookSheet.Column] = [
        .init("screen", width: 22), .init("label", width: 30), .init("ordinal", width: 9),
        .init("environment", width: 30), .init("round", width: 9), .init("state"),
        .init("criterion", width: 30),
    ]

    private var place: [WorkbookSheet.Cell] {
        [
            .text(entry.screen), .text(entry.label), .number(Int(entry.ordinal)),
            .text(entry.environment), entry.round.map { .number(Int($0)) } ?? .text(nil),
            .text(entry.state), .text(entry.criterion),
        ]
    }

    static let xlsxConflictColumns: [WorkbookSheet.Column] =
        placeColumns + [
            .init("statement", width: 44, isWrapped: true), .init("basis"),
            .init("reason", width: 30, isWrapped: true), .init("kind"), .init("author", width: 24),
            .init("at", width: 22), .init("outcome"), .init("severity"), .init("attribution"),
            .init("rule"), .init("said", width: 44, isWrapped: true), .init("challenge", width: 24),
            .init("edit", width: 34), .init("component", width: 34),
        ]

    /// How many rows it has among the conflicts.
    var xlsxConflictCount: Int {
        guard isConflict else { return 0 }
        return siblings.count + decisions.count + (withdrawn == nil ? 0 : 1)
    }

    /// A row for each live verdict, each decision and a contested withdrawal; none where nothing
    /// waits for a lead.
    func xlsxConflicts(_ criterion: Criterion?) -> [[WorkbookSheet.Cell]] {
        guard isConflict else { return [] }
        let front: [WorkbookSheet.Cell] =
            place + [
                .text(criterion?.statement), .text(effective.basis), .text(effective.reason),
            ]
        let verdicts = siblings.map { verdict in
            front + Self.said("verdict", by: verdict) + Self.cells(verdict.value) + [
                .text(nil), .text(verdict.value == nil ? Self.later : nil),
                .text(challenge(of: verdict.edit)),
            ] + Self.ids(verdict.edit, entry)
        }
        let decided = decisions.map { decision in
            front + Self.said("decision", by: decision) + Self.cells(decision.value?.judgement) + [
                .text(decision.value?.rule), .text(decision.value?.reason.string ?? Self.later),
                .text(isGroundless ? "groundless" : nil),
            ] + Self.ids(decision.edit, entry)
        }
        guard let withdrawn else { return verdicts + decided }
        let said: [WorkbookSheet.Cell] =
            [.text("withdrawal"), .text(nil), .time(nil)] + Self.cells(nil)
            + [.text(nil), .text(withdrawn.reason), .text("contested")]
        return verdicts + decided + [front + said + Self.ids(nil, entry)]
    }

    /// Stands where a value can be read by a later version only.
    private static let later = "written by a later version of Accord"

    private var isConflict: Bool { withdrawn?.isContested ?? effective.isConflict }

    private var isGroundless: Bool { effective.challenges.contains(.groundless) }

    private func challenge(of edit: EditID) -> String? {
        for challenge in effective.challenges {
            switch challenge {
            case .late(edit): return "late"
            case .informed(edit): return "informed"
            case .late, .informed, .groundless: continue
            }
        }
        return nil
    }

    private static func said<Value>(
        _ kind: String, by authored: Authored<Value>
    ) -> [WorkbookSheet.Cell] {
        let author = authored.author + (authored.unplaced == nil ? "" : " (unplaced)")
        return [.text(kind), .text(author), .time(authored.at)]
    }

    private static func cells(_ judgement: Judgement?) -> [WorkbookSheet.Cell] {
        [
            .text(judgement?.outcome.rawValue), .text(judgement?.severity?.rawValue),
            .text(judgement?.attribution?.rawValue),
        ]
    }

    private static func ids(_ edit: EditID?, _ entry: FindingEntry) -> [WorkbookSheet.Cell] {
        [.text(edit?.hex), .text(entry.component)]
    }

    static let xlsxEvidenceColumns: [WorkbookSheet.Column] =
        [.init("sha256", width: 66), .init("name", width: 30)] + placeColumns + [
            .init("shows", width: 44, isWrapped: true),
            .init("caption", width: 44, isWrapped: true),
            .init("heard", width: 44, isWrapped: true), .init("areas", width: 44, isWrapped: true),
            .init("component", width: 34),
        ]

    /// A row for each file, with what is said of it.
    var xlsxEvidence: [[WorkbookSheet.Cell]] {
        evidence.map { hash in
            let words = evidenceWords.first { $0.file == hash }
            return [.text(hash), .text(files?.first { $0.sha256 == hash }?.name)] + place + [
                .text(words?.shows), .text(words?.caption), .text(words?.heard),
                .text(words.map { CellList.joined($0.areas.map(\.label)) }), .text(entry.component),
            ]
        }
    }
}
