import Presentation
import Shared

extension CSVWriter {
    /// Comma-separated values (RFC 4180, CRLF, UTF-8), safe to open in a spreadsheet.
    static let export = Export(
        id: "csv", fileExtension: "csv", mediaType: "text/csv; charset=utf-8; header=present",
        about: "opens in a spreadsheet", hasWithdrawn: true, readsCatalogue: false,
        options: [.byteOrderMark]
    ) { CSVWriter(byteOrderMark: $0.options.byteOrderMark) }
}

struct CSVWriter: ExportWriter {
    let byteOrderMark: Bool

    func begin(_ output: inout ExportOutput) {
        if byteOrderMark { output.bytes += [0xEF, 0xBB, 0xBF] }
        output.bytes += FindingColumn.allCases.map(\.rawValue).joined(separator: ",").utf8
        output.bytes.append(literal: "\r\n")
    }

    func row(_ row: FindingRow, _ output: inout ExportOutput) {
        for (index, column) in FindingColumn.allCases.enumerated() {
            if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
            CSVCell.append(row.cell(column), to: &output.bytes)
        }
        output.bytes.append(literal: "\r\n")
    }
}

extension FindingRow {
    /// A column's text; of other lists of objects than comments only how many.
    func cell(_ column: FindingColumn) -> String {
        switch column {
        case .screen: entry.screen
        case .control: entry.control
        case .label: entry.label
        case .ordinal: String(entry.ordinal)
        case .environment: entry.environment
        case .state: entry.state
        case .criterion: entry.criterion
        case .outcome: entry.outcome?.rawValue ?? ""
        case .severity: entry.severity?.rawValue ?? ""
        case .attribution: entry.attribution?.rawValue ?? ""
        case .audit: audit.hex
        case .round: entry.round.map { String($0) } ?? ""
        case .effective: effective.cell
        case .basis: effective.basis
        case .authors: CellList.joined(authors)
        case .changed: changed.map(Self.utc) ?? ""
        case .siblings: String(siblings.count)
        case .decisions: String(decisions.count)
        case .versions: CellList.joined(versions.flatMap(\.cells))
        case .withdrawn: withdrawn.map { $0.isContested ? "contested" : "withdrawn" } ?? ""
        case .evidence: CellList.joined(evidence)
        case .comments: CellList.joined(comments.map { "\($0.author): \($0.value)" })
        case .suggestion: suggestion ?? ""
        case .version: version.map { VersionNotation.full.text($0.context) } ?? ""
        case .unconfirmed: isUnconfirmed ? "true" : ""
        case .see: CellList.joined(see)
        case .evidenceWords: CellList.joined(evidenceWords.map(\.cell))
        case .component: entry.component
        default: cell(typed(in: column))  // open set: what people fill
        }
    }

    private func cell(_ typed: Typed) -> String {
        switch typed {
        case .text(let text): text ?? ""
        case .list(let elements): CellList.joined(elements)
        }
    }

    private static func utc(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        bytes.append(utc: milliseconds)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension FindingRow.TextVersions {
    /// Such as `note: Lee Okafor: Focus is lost.`, for each of them.
    fileprivate var cells: [String] {
        texts.map { "\(column.rawValue): \($0.author): \($0.value)" }
    }
}
