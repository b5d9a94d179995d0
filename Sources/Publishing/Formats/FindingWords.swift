import Presentation
import Shared

/// The findings of one screen in sentences, as many as one reads; the others are counted.
struct FindingWords {
    private var lines: [Int: [String]] = [:]
    private var more: [Int: Int] = [:]

    private static let linesMax = 20
    private static let textScalarsMax = 300
    private static let verdictsMax = 5

    /// What passed and what is inapplicable is not told, unless somebody has to look at it.
    mutating func add(_ row: FindingRow, _ criterion: Criterion, at index: Int) {
        guard Self.tells(row) else { return }
        if lines[index, default: []].count < Self.linesMax {
            lines[index, default: []].append(Self.line(row, criterion))
        } else {
            more[index, default: 0] += 1
        }
    }

    func lines(at index: Int) -> [String] {
        let rest = more[index].map { ["And \(counted($0, "finding")) more."] } ?? []
        return (lines[index] ?? []) + rest
    }

    /// Whether anything has to be said of a finding.
    private static func tells(_ row: FindingRow) -> Bool {
        if row.withdrawn != nil || row.effective.isConflict { return true }
        return switch row.effective.singleOutcome {
        case .failed, .cantTell: true
        case .untested: row.entry.texts[.note].map { !$0.isEmpty } ?? false
        case .passed, .inapplicable: false
        }
    }

    private static func line(_ row: FindingRow, _ criterion: Criterion) -> String {
        let contested = row.withdrawn == nil ? "" : ", withdrawal contested"
        var parts = [
            "\(row.headline)\(contested): \(cut(row.stateName.onOneLine)).", criterion.statement,
        ]
        if row.effective.isConflict, !row.siblings.isEmpty {
            let verdicts = row.siblings.prefix(verdictsMax).map {
                "\($0.author.onOneLine): \($0.value?.cell ?? "a verdict of a later version")"
            }
            let rest = row.siblings.count - verdicts.count
            let said = verdicts + (rest > 0 ? ["\(rest) more"] : [])
            parts.append("Verdicts: \(said.joined(separator: ", ")).")
        }
        if let note = row.entry.texts[.note], !note.isEmpty { parts.append("Note: \(cut(note))") }
        return TerminalText.shown(parts.joined(separator: " "))
    }

    /// By scalars: one character may be as long as somebody likes.
    private static func cut(_ text: String) -> String {
        let front = text.unicodeScalars.prefix(textScalarsMax)
        return front.endIndex == text.endIndex ? text : String(front) + "…"
    }
}
