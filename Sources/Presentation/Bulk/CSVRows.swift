/// Reads CSV: a first line that names the columns in any order, then one row a finding.
enum CSVRows {
    static func read(_ bytes: ArraySlice<UInt8>, into sheet: inout BulkSheet) {
        var lines = CSVLines(bytes, separator: CSVLines.separator(of: bytes))
        guard let header = lines.next() else {
            return sheet.report("the file is empty: name the columns on the first line", line: 1)
        }
        // Under a wrong header every cell would be read as something that it is not.
        guard let columns = columns(of: header, into: &sheet) else { return }
        while let row = lines.next() {
            if !row.isBlank { read(row, under: columns, into: &sheet) }
        }
    }

    /// The column of each cell, or nil after telling what is wrong with the first line.
    private static func columns(
        of header: CSVLines.Row, into sheet: inout BulkSheet
    ) -> [FindingColumn]? {
        let faultsBefore = sheet.problems.count
        if let fault = header.fault { sheet.report(fault, line: header.line) }
        var columns: [FindingColumn] = []
        for cell in header.cells {
            let name = cell?.trimmed ?? ""
            if let column = FindingColumn(rawValue: name.lowercased()) {
                if columns.contains(column) {
                    sheet.report("the column is there twice: keep one", line: 1, column: name)
                }
                columns.append(column)
            } else {
                sheet.report(RowAdvice.unknownColumn, line: 1, column: name)
            }
        }
        let required: [FindingColumn] = [.screen, .label, .environment, .state, .criterion]
        for column in required where !columns.contains(column) {
            sheet.report("the column is missing: add it", line: 1, column: column.rawValue)
        }
        return sheet.problems.count == faultsBefore ? columns : nil
    }

    private static func read(
        _ row: CSVLines.Row, under columns: [FindingColumn], into sheet: inout BulkSheet
    ) {
        if let fault = row.fault { return sheet.report(fault, line: row.line) }
        // Fewer cells are taken as empty ones: spreadsheets leave out the last separators.
        guard row.cells.count <= columns.count else {
            return sheet.report(
                "there are \(row.cells.count) cells under \(columns.count) columns: put cells "
                    + "that hold a separator into quotes", line: row.line)
        }
        var cells = RowCells()
        for (column, cell) in zip(columns, row.cells) where !column.isExportOnly {
            guard let cell else {
                cells.unreadable.insert(column)
                sheet.report(
                    "the cell is not UTF-8: save the file as CSV UTF-8", line: row.line,
                    column: column.rawValue)
                continue
            }
            guard !cell.isEmpty else { continue }
            let text = CSVCell.unguarded(cell)
            if column.list != nil {
                cells.lists[column] = CellList.split(text)
            } else {
                cells.texts[column] = text
            }
        }
        sheet.append(cells, line: row.line)
    }
}
