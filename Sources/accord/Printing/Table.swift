import Shared

/// Rows of words in columns that are as wide as they need to be, and together fit the window.
struct Table {
    let heading: [String]
    /// Said in its place where there is no row.
    var none = ""
    let rows: [[String]]
    /// Nil where nobody watches: what goes into a file is never cut.
    var columnsMax = Terminal.output.window?.columns

    /// Below this a column says nothing any more.
    private static let widthMin = 12
    private static let gap = 2

    var text: String { rows.isEmpty ? none : lines.joined(separator: "\n") }

    /// The heading, then a line a row.
    var lines: [String] {
        let widths = widths()
        return ([heading] + rows).enumerated().map { number, row in
            row.indices.map { column in
                let cell = row[column].cut(to: widths[column])
                let shown = number == 0 ? Terminal.output.styled(cell, .bold) : cell
                // The last column is not padded: nothing stands behind it.
                let isLast = column == row.count - 1
                let space = isLast ? 0 : widths[column] - cell.count + Self.gap
                return shown + String(repeating: " ", count: space)
            }.joined()
        }
    }

    /// As wide as the widest cell; the widest columns give way until all of them fit.
    private func widths() -> [Int] {
        var widths = heading.indices.map { column in
            ([heading] + rows).map { $0[column].count }.max() ?? 0
        }
        guard let columnsMax else { return widths }
        var excess = widths.reduce(Self.gap * (widths.count - 1), +) - columnsMax
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.widthMin
        {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The front of a text in one line, with an ellipsis where it is cut.
    func cut(to columns: Int) -> String {
        let line = replacing("\n", with: " ")
        guard line.count > columns else { return line }
        return line.prefix(max(0, columns - 1)) + "…"
    }
}
