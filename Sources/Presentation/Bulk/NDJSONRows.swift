import Foundation

/// Reads NDJSON: one JSON object a line, lines ended by LF or CRLF.
enum NDJSONRows {
    static func read(_ bytes: ArraySlice<UInt8>, into sheet: inout BulkSheet) {
        let decoder = JSONDecoder()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy(isSpace) {
            guard let object = try? decoder.decode(JSONRow.self, from: Data(line)) else {
                sheet.report("write one JSON object on this line, in UTF-8", line: index + 1)
                continue
            }
            for key in JSONKeys(line).doubled {
                sheet.report(RowAdvice.doubledKey, line: index + 1, column: key)
            }
            for fault in object.faults {
                sheet.report(fault.advice, line: index + 1, column: fault.column)
            }
            sheet.append(object.cells, line: index + 1)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == 0x09 || byte == 0x0D
    }
}

/// One line's object; a key of the wrong name or type is a fault, not an error, so that all show.
private struct JSONRow: Decodable {
    var cells = RowCells()
    var faults: [(column: String, advice: String)] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // The container's own order differs from run to run.
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            // Where the files are is said of one laptop, and by it alone.
            if key.stringValue == FindingRow.filesKey { continue }
            guard let column = FindingColumn(rawValue: key.stringValue) else {
                faults.append((key.stringValue, RowAdvice.unknownColumn))
                continue
            }
            guard !column.isExportOnly, try !container.decodeNil(forKey: key) else { continue }
            switch column {
            case .tags, .links: readList(container, key, column)
            case .ordinal, .round: readNumber(container, key, column)
            default:  // open set: every other column that can be recorded is a text
                readText(container, key, column)
            }
        }
    }

    private mutating func fault(_ column: FindingColumn, _ advice: String) {
        cells.unreadable.insert(column)
        faults.append((column.rawValue, advice))
    }

    private mutating func readText(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ column: FindingColumn
    ) {
        if let text = try? container.decode(String.self, forKey: key) {
            cells.texts[column] = text
        } else {
            fault(column, "write a text in quotes and in UTF-8, or null")
        }
    }

    private mutating func readNumber(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ column: FindingColumn
    ) {
        if let number = try? container.decode(Int.self, forKey: key) {
            cells.texts[column] = String(number)
        } else if let text = try? container.decode(String.self, forKey: key) {
            cells.texts[column] = text
        } else {
            fault(column, "write a whole number from 1")
        }
    }

    private mutating func readList(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ column: FindingColumn
    ) {
        if let values = try? container.decode([String].self, forKey: key) {
            cells.lists[column] = values.filter { !$0.isEmpty }
        } else {
            fault(column, #"write a list of texts, such as ["focus"]"#)
        }
    }

    /// Any key at all, so that unknown ones are seen.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}

/// Advice that both formats give.
enum RowAdvice {
    static let doubledKey = "the key is there twice: keep one"
    static let unknownColumn =
        "there is no such column: leave it out, or name one of "
        + FindingColumn.recordable.map(\.rawValue).joined(separator: ", ")
}
