import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import Publishing

/// A workbook as Foundation's parser of XML reads it.
struct WorkbookReader {
    /// The files of the archive, by name.
    let parts: [String: [UInt8]]
    let sheets: [String]

    init(_ bytes: [UInt8]) throws {
        let folder = try TemporaryFolder(preferMemory: true)
        let path = folder.url.appending(path: "book.xlsx").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let archive = WorkbookParts(handle.fileDescriptor)
        var parts: [String: [UInt8]] = [:]
        var offset = 0
        while let entry = try archive.entry(at: offset) {
            var content: [UInt8] = []
            try archive.inflated(entry) { content += $0 }
            parts[entry.name] = content
            offset = entry.end
        }
        self.parts = parts
        sheets = try WorkbookTags.read(parts["xl/workbook.xml"] ?? []).sheets
    }

    func bytes(_ part: String) -> [UInt8]? { parts[part] }

    func text(_ part: String) -> String { String(decoding: parts[part] ?? [], as: UTF8.self) }

    /// Each row's cells by column, such as `A`.
    func cells(_ sheet: String) throws -> [[String: WorkbookTags.Cell]] {
        let number = try #require(sheets.firstIndex(of: sheet)) + 1
        return try WorkbookTags.read(parts["xl/worksheets/sheet\(number).xml"] ?? []).rows
    }

    /// The rows below the names of the columns, as texts by these.
    func rows(_ sheet: String) throws -> [[String: String]] {
        var rows = try cells(sheet)
        let names = rows.removeFirst()
        return rows.map { row in
            Dictionary(
                uniqueKeysWithValues: row.map { (names[$0.key]?.text ?? "", $0.value.text) })
        }
    }
}

/// What the tags of one file say.
final class WorkbookTags: NSObject, XMLParserDelegate {
    struct Cell: Equatable {
        var kind = ""
        var text = ""
    }

    private(set) var sheets: [String] = []
    private(set) var rows: [[String: Cell]] = []
    private var column = ""
    private var isText = false

    static func read(_ bytes: [UInt8]) throws -> WorkbookTags {
        let tags = WorkbookTags()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = tags
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return tags
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        switch name {
        case "sheet": sheets.append(attributes["name"] ?? "")
        case "row": rows.append([:])
        case "c":
            column = String((attributes["r"] ?? "").prefix { $0.isLetter })
            rows[rows.count - 1][column] = Cell(kind: attributes["t"] ?? "n")
        case "t", "v": isText = true
        default: break  // open set: of the format
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        isText = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isText { rows[rows.count - 1][column]?.text += text }
    }
}
