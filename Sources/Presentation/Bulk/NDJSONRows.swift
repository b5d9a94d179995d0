import Foundation
import Shared

/// Reads NDJSON, one JSON object a line, lines ended by LF or CRLF; or one array of such objects,
/// as `accord list --json` prints it, over as many lines as it likes.
enum NDJSONRows {
    static func read(
        _ front: ArraySlice<UInt8>, then source: ByteSource, into sheet: inout BulkSheet,
        _ take: (BulkRow) throws -> String?
    ) rethrows {
        let first = front.first { $0 != UInt8(ascii: "\n") && !spaces.contains($0) }
        guard first == UInt8(ascii: "[") else {
            return try readLines(front, then: source, into: &sheet, take)
        }
        var array = JSONArray(front, then: source)
        while !sheet.problems.isFull, let element = array.next() {
            try read(element.bytes, line: element.line, into: &sheet, take) {
                "write a JSON object here, in UTF-8"
            }
        }
        if let fault = array.fault { sheet.report(fault, line: array.line) }
    }

    private static func readLines(
        _ front: ArraySlice<UInt8>, then source: ByteSource, into sheet: inout BulkSheet,
        _ take: (BulkRow) throws -> String?
    ) rethrows {
        var lines = ByteLines(front, then: source)
        while !sheet.problems.isFull, let (line, number) = lines.next() {
            guard let line else {
                sheet.report(JSONArray.tooLong, line: number)
                continue
            }
            guard !line.allSatisfy(spaces.contains) else { continue }
            try read(line, line: number, into: &sheet, take) {
                "write one JSON object on this line, in UTF-8"
            }
        }
    }

    private static func read(
        _ object: ArraySlice<UInt8>, line: Int, into sheet: inout BulkSheet,
        _ take: (BulkRow) throws -> String?, orElse advice: () -> String
    ) rethrows {
        let data = Data(object)
        guard var row = try? JSONDecoder().decode(JSONRow.self, from: data) else {
            return sheet.report(advice(), line: line)
        }
        let problemsBefore = sheet.problems.count
        for key in JSONKeys(object).doubled {
            sheet.report("the key is there twice: keep one", line: line, column: key)
        }
        for key in row.unknown { sheet.reportUnknown(key, line: line) }
        if sheet.readsOrigins { row.cells.origin = RowOrigin(json: data) }
        let read = sheet.row(row.cells, line: line, row.faults)
        guard let read, sheet.problems.count == problemsBefore, let fault = try take(read) else {
            return
        }
        sheet.report(fault, line: line)
    }

    private static let spaces: [UInt8] = [UInt8(ascii: " "), 0x09, 0x0D]
}

/// One line's object; a key of the wrong name or type is a fault, not an error, so that all show.
private struct JSONRow: Decodable {
    var cells = RowCells()
    var faults: [(column: String, advice: String)] = []
    /// Keys that name no column.
    var unknown: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // The container's own order differs from run to run.
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            // Where the files are is said of one laptop, and by it alone.
            if key.stringValue == FindingColumn.filesKey { continue }
            guard let column = FindingColumn(rawValue: key.stringValue) else {
                unknown.append(key.stringValue)
                continue
            }
            guard !column.isExportOnly, try !container.decodeNil(forKey: key) else { continue }
            read(column, from: container, key)
        }
    }

    private mutating func read(
        _ column: FindingColumn, from container: KeyedDecodingContainer<Key>, _ key: Key
    ) {
        func text() -> String? { try? container.decode(String.self, forKey: key) }
        switch column {
        case _ where column.list != nil:
            guard let values = try? container.decode([String].self, forKey: key) else {
                return fault(column, #"write a list of texts, such as ["focus"]"#)
            }
            // As a cell of CSV: what stands around an element is no part of it.
            cells.lists[column] = values.map(\.trimmed).filter { !$0.isEmpty }
        case .ordinal, .round:
            let number = try? container.decode(Int.self, forKey: key)
            guard let word = number.map({ String($0) }) ?? text() else {
                return fault(column, "write a whole number from 1")
            }
            cells.texts[column] = word
        default:  // open set: every other column that can be recorded is a text
            guard let text = text() else {
                return fault(column, "write a text in quotes and in UTF-8, or null")
            }
            cells.texts[column] = text
        }
    }

    private mutating func fault(_ column: FindingColumn, _ advice: String) {
        cells.unreadable.insert(column)
        faults.append((column.rawValue, advice))
    }

    /// Any key at all, so that unknown ones are seen.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// Walks over one JSON object for its keys; Foundation's decoder keeps silent about doubled ones.
struct JSONKeys {
    /// Keys that are there more than once, as they read without escapes, in order of appearance.
    private(set) var doubled: [String] = []

    private let bytes: ArraySlice<UInt8>
    private var seen: Set<String> = []

    /// - Precondition: The bytes are one JSON object, as a decoder has found before.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        walk()
    }

    private mutating func walk() {
        var depth = 0
        var isBeforeKey = false
        var position = bytes.startIndex
        while position < bytes.endIndex {
            switch bytes[position] {
            case Self.quote:
                let end = endOfString(from: position)
                if isBeforeKey { note(bytes[position..<end]) }
                isBeforeKey = false
                position = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isBeforeKey = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isBeforeKey = depth == 1
            default: break  // open set: every other byte of JSON
            }
            position += 1
        }
    }

    /// The place behind the closing quote of the string that opens at a place.
    private func endOfString(from start: Int) -> Int {
        var position = start + 1
        while position < bytes.endIndex, bytes[position] != Self.quote {
            position += bytes[position] == Self.backslash ? 2 : 1
        }
        return min(position + 1, bytes.endIndex)
    }

    private mutating func note(_ quoted: ArraySlice<UInt8>) {
        let key =
            quoted.contains(Self.backslash)
            ? (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? ""
            : String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        if !seen.insert(key).inserted, !doubled.contains(key) { doubled.append(key) }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
}
