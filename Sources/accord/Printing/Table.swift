/// Rows of words in columns that are as wide as they need to be.
struct Table {
    let heading: [String]
    /// Said in its place where there is no row.
    var none = ""
    let rows: [[String]]

    var text: String {
        guard !rows.isEmpty else { return none }
        let widths = heading.indices.map { column in
            ([heading] + rows).map { $0[column].count }.max() ?? 0
        }
        let lines = [heading.map { Terminal.output.styled($0, .bold) }] + rows
        return zip(lines, [heading] + rows).map { line, plain in
            line.indices.map { column in
                // The last column is not padded: nothing stands behind it.
                let isLast = column == line.count - 1
                let space = isLast ? 0 : widths[column] - plain[column].count + 2
                return line[column] + String(repeating: " ", count: space)
            }.joined()
        }.joined(separator: "\n")
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
