import Foundation
package import Shared

/// Who said the verdict of an exported row, and when; of a row that a script wrote nothing.
///
/// It is another program's word: kept as a text, and believed in nothing.
package struct RowOrigin: Hashable, Sendable {
    /// Names, as the file has them.
    package var author: String?
    /// UTC, as exports have it.
    package var time: String?
    /// The verdict's edit there, 32 hexadecimal digits.
    package var edit: String?
    /// Whether the finding was withdrawn there, and nothing stands against that.
    package var isWithdrawn = false
    /// What it rests on there, such as `undecided`.
    package var basis: String?

    package init() {}

    /// Where a finding was taken over from, in one text.
    ///
    /// - Parameter content: What tells the row apart where nothing says whose it was.
    package func text(of source: String, content: () -> Hash256) -> String {
        let authored = [author, time, edit.map { "edit \($0)" }].compactMap(\.self)
        let said = authored.isEmpty ? ["row \(content().hex.prefix(16))"] : authored
        let open = basis == "undecided" ? ["undecided there"] : []
        return ([source] + said + open).joined(separator: ", ")
    }

    mutating func read(_ cell: String, in column: FindingColumn) {
        switch column {
        case .authors:
            let authors = CellList.split(cell)
            author = authors.isEmpty ? nil : Self.names(authors)
        case .changed: time = Self.time(cell)
        case .withdrawn: isWithdrawn = cell == "withdrawn"
        case .basis: basis = cell
        default: break  // open set: what only exports have, and nobody asks for
        }
    }

    static func names(_ names: [String]) -> String {
        let told = names.prefix(namesMax).map(name)
        let more = names.count > namesMax ? ["\(names.count - namesMax) more"] : []
        return (told + more).joined(separator: " and ")
    }

    /// On one line, and no longer than a name is.
    static func name(_ text: String) -> String {
        let line = text.unicodeScalars.prefix(Limits.standard.nameBytesMax / 4)
            .map { $0.properties.generalCategory == .control ? " " : String($0) }
        return line.joined()
    }

    /// Nil for what is no time as exports write it.
    static func time(_ text: String) -> String? {
        let isTime =
            (20...30).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-:.TZ".utf8.contains($0) }
        return isTime ? text : nil
    }

    static func edit(_ text: String) -> String? { EditID(hex: text)?.hex }

    private static let namesMax = 3
}

extension RowOrigin {
    /// Reads a row of ndjson; what is not as exports write it is passed over.
    init(json: Data) {
        guard let row = try? JSONDecoder().decode(Row.self, from: json) else { return }
        isWithdrawn = row.withdrawn.map { $0.contested == false } ?? false
        basis = row.basis
        let isDecided = ["decided", "challenged"].contains(row.basis)
        let said = (isDecided ? row.decisions : row.siblings) ?? []
        let same = said.filter {
            row.outcome != nil && $0.outcome == row.outcome && $0.severity == row.severity
                && $0.attribution == row.attribution
        }
        if let last = same.max(by: { ($0.at ?? "", $0.edit ?? "") < ($1.at ?? "", $1.edit ?? "") })
        {
            author = last.author.map(Self.name)
            edit = last.edit.flatMap(Self.edit)
        } else if let authors = row.authors, !authors.isEmpty {
            author = Self.names(authors)
        }
        time = row.changed.flatMap(Self.time)
    }

    private struct Row: Decodable {
        let outcome, severity, attribution, basis, changed: String?
        let authors: [String]?
        let siblings, decisions: [Said]?
        let withdrawn: Withdrawal?

        struct Said: Decodable {
            let author, at, edit, outcome, severity, attribution: String?
        }

        struct Withdrawal: Decodable { let contested: Bool? }
    }
}
