/// Reads CSV: a first line that names the columns in any order, then one row a finding.
enum CSVRows {
    static func read(
        _ front: ArraySlice<UInt8>, then source: ByteSource, into sheet: inout BulkSheet,
        _ take: (BulkRow) throws -> String?
    ) rethrows {
        guard let table = CSVTable(front, then: source) else {
            return sheet.report("the file is empty: name the columns on the first line", line: 1)
        }
        // Under a wrong header every cell would be read as something that it is not.
        guard let columns = columns(of: table, into: &sheet) else { return }
        for row in table {
            guard !sheet.problems.isFull else { return }
            try read(row, under: columns, into: &sheet, take)
        }
    }

    /// The column of each cell, or nil after telling what is wrong with the first line.
    ///
    /// Nil in it is a column without a name, which spreadsheets leave behind.
    private static func columns(
        of table: CSVTable, into sheet: inout BulkSheet
    ) -> [FindingColumn?]? {
        let faultsBefore = sheet.problems.count
        let line = table.header.line
        if let fault = table.header.fault { sheet.report(fault, line: line) }
        var columns: [FindingColumn?] = []
        for name in table.names {
            let column = FindingColumn(rawValue: name.lowercased())
            if let column, columns.contains(column) {
                sheet.report("the column is there twice: keep one", line: line, column: name)
            } else if column == nil, !name.isEmpty {
                sheet.reportUnknown(name, line: line)
            }
            columns.append(column)
        }
        // An id names the component as well as screen and label do.
        let names: [FindingColumn] = columns.contains(.component) ? [] : [.screen, .label]
        let missing = (names + [.environment, .state, .criterion]).filter { !columns.contains($0) }
        if !missing.isEmpty {
            let words = missing.map(\.rawValue).joined(separator: ", ")
            sheet.report("columns are missing, add them: \(words)", line: line)
        }
        return sheet.problems.count == faultsBefore ? columns : nil
    }

    private static func read(
        _ row: CSVLines.Row, under columns: [FindingColumn?], into sheet: inout BulkSheet,
        _ take: (BulkRow) throws -> String?
    ) rethrows {
        if let fault = row.fault { return sheet.report(fault, line: row.line) }
        var cells = RowCells()
        let problemsBefore = sheet.problems.count
        // Fewer cells are taken as empty ones: spreadsheets leave out the last separators.
        for (column, cell) in zip(columns, row.cells) {
            guard let column else {
                if cell?.isEmpty != true {
                    sheet.report(
                        "a cell stands under no column's name: name the column, or empty the cell",
                        line: row.line)
                }
                continue
            }
            guard !column.isExportOnly else {
                if let cell { cells.origin.read(CSVCell.unguarded(cell), in: column) }
                continue
            }
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
        let row = sheet.row(cells, line: row.line)
        guard let row, sheet.problems.count == problemsBefore, let fault = try take(row) else {
            return
        }
        sheet.report(fault, line: row.line)
    }
}
