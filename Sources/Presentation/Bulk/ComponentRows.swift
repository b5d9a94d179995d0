import Shared

/// A line that names a component, taken apart and not looked up yet.
package struct ComponentRow: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// Why the line cannot be taken apart; nil where it can.
    package fileprivate(set) var fault: String?
    fileprivate var cells: [Column: String] = [:]

    fileprivate init(line: Int) { self.line = line }

    /// A row that nobody typed, as its cells are to be written.
    package init(screen: String, control: String, label: String, states: String, ordinal: String) {
        self.init(line: 0)
        cells = [
            .screen: screen, .control: control, .label: label, .states: states, .ordinal: ordinal,
        ]
    }

    /// What is said of a component, in the order of lines without a heading.
    enum Column: String, CaseIterable { case screen, control, label, states, ordinal }

    package var screen: String { cells[.screen] ?? "" }
    package var control: String { cells[.control] ?? "" }
    package var label: String { cells[.label] ?? "" }
    /// As typed, such as `collapsed expanded`; empty for none named.
    package var states: String { cells[.states] ?? "" }
    /// As typed; empty for the first of equal labels.
    package var ordinal: String { cells[.ordinal] ?? "" }
}

/// Takes apart what somebody typed or pasted from a spreadsheet to add components.
///
/// A first line that names the columns makes a table of what follows. Without one each line is
/// `screen, control, label, states` with tabs, semicolons, commas or slashes between them. A line
/// without a screen is of the screen above it, as joined cells of a spreadsheet arrive.
package struct ComponentRows: Sendable {
    package private(set) var rows: [ComponentRow] = []
    /// Headings of columns that are passed over, in order.
    package private(set) var passedOver: [String] = []

    private typealias Column = ComponentRow.Column

    /// - Parameter isControl: Tells a control's name, so that a label may hold a separator.
    package init(_ text: String, isControl: (String) -> Bool) {
        // Excel writes a byte order mark before “CSV UTF-8”; it is no part of a name.
        let mark = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
        let text = String(text.unicodeScalars.dropFirst(mark))
        if let table = CSVTable(ArraySlice(text.utf8)), Self.isHeading(table.header) {
            readTable(table)
        } else {
            readLines(text, isControl)
        }
        var screen = ""
        for index in rows.indices where rows[index].fault == nil {
            if rows[index].screen.isEmpty { rows[index].cells[.screen] = screen }
            screen = rows[index].screen
        }
    }

    /// Some rows as a table that is read back, each cell as it was typed.
    package static func text(of rows: [ComponentRow]) -> String {
        let columns = Column.allCases.filter { column in
            column != .ordinal || rows.contains { !$0.ordinal.isEmpty }
        }
        var bytes: [UInt8] = []
        for cells in [columns.map(\.rawValue)]
            + rows.map({ row in columns.map { row.cells[$0] ?? "" } })
        {
            for (index, cell) in cells.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                CSVCell.append(cell, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many lines a text has that say something.
    package static func count(_ text: String) -> Int {
        text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
    }

    private static let headings: [String: Column] = [
        "screen": .screen, "page": .screen, "view": .screen, "screen name": .screen,
        "control": .control, "control type": .control, "type": .control, "role": .control,
        "component type": .control, "label": .label, "name": .label, "component": .label,
        "component name": .label, "title": .label, "states": .states, "state": .states,
        "ordinal": .ordinal, "number": .ordinal, "position": .ordinal,
    ]

    private static func column(_ heading: String?) -> Column? {
        heading.flatMap { headings[NaturalKey.folded($0)] }
    }

    private static func isHeading(_ row: CSVLines.Row) -> Bool {
        let columns = row.cells.map(column)
        return row.fault == nil && [.screen, .control, .label].allSatisfy(columns.contains)
    }

    private mutating func readTable(_ table: CSVTable) {
        let columns = table.header.cells.map(Self.column)
        passedOver = zip(columns, table.names).filter { $0 == nil && !$1.isEmpty }.map(\.1)
        for row in table {
            var read = ComponentRow(line: row.line)
            read.fault = row.fault
            for case (let column?, let cell?) in zip(columns, row.cells) {
                read.cells[column] = CSVCell.unguarded(cell).trimmed
            }
            rows.append(read)
        }
    }

    private mutating func readLines(_ text: String, _ isControl: (String) -> Bool) {
        var number = 0
        // A scalar each, since CRLF is one Character.
        for line in text.replacing("\r\n", with: "\n").unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" })
        {
            number += 1
            let line = String(line)
            if !line.trimmed.isEmpty { rows.append(Self.row(line, number, isControl)) }
        }
    }

    /// The first way to take a line apart that gives a control where one belongs.
    private static func row(
        _ line: String, _ number: Int, _ isControl: (String) -> Bool
    ) -> ComponentRow {
        let ways = [
            cells(line, "\t"), cells(line, ";"), pieces(line, " / "), cells(line, ","),
            pieces(line, "/"),
        ].compactMap(\.self).map { $0.map(\.trimmed) }
        var row = ComponentRow(line: number)
        let way =
            ways.first { $0.count > 2 && isControl($0[1]) } ?? ways.first { $0.count > 2 }
            ?? ways.first { $0.count == 2 }
        guard let way else {
            row.cells[.screen] = line.trimmed
            row.fault =
                "write screen / control / label; this is one word or several without a "
                + "slash, comma or tab between them"
            return row
        }
        for (column, cell) in zip(Column.allCases, way.prefix(3)) { row.cells[column] = cell }
        row.cells[.states] = way.dropFirst(3).joined(separator: " ").trimmed
        return row
    }

    /// The cells of one line as a spreadsheet writes them; nil where quotes do not close.
    private static func cells(_ line: String, _ separator: String) -> [String]? {
        // Whoever types puts a blank after a comma, also where a quote follows.
        let line = line.replacing("\(separator) \"", with: "\(separator)\"")
        guard let byte = separator.utf8.first else { return nil }
        var lines = CSVLines(ArraySlice(line.utf8), separator: byte)
        guard let row = lines.next(), row.fault == nil else { return nil }
        return row.cells.map { $0 ?? "" }
    }

    private static func pieces(_ line: String, _ separator: String) -> [String] {
        line.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
