package import Foundation
package import Shared
import Storage

/// What somebody typed into a field of a form and did not save.
package struct UnsavedText: Hashable, Sendable {
    /// With the line ends of people, and otherwise as typed.
    package let text: String
    /// To the second.
    package let typedAt: Date
}

/// `HOME/unsaved`: texts that were typed and not saved yet, a file each, beside the database.
///
/// They are nobody's record: not merged, not sent, in no backup. Files, because a text has to be
/// kept also while a sync or a damaged database holds the writer up, and because a table would
/// shut older programs out of the home for the sake of what lives for minutes.
package struct UnsavedTexts: Sendable {
    private let folder: URL

    /// The folder is made when the first text is kept.
    package init(of home: ClientHome) { folder = home.folder.appending(path: "unsaved") }

    private struct Content: Codable {
        /// The record is told in the file too: names of files are only hashes.
        let record: [UInt8]
        let field: String
        let text: String
        let typedSeconds: Int64
    }

    /// Replaces what was kept for the field; durable when this returns, untouched if it throws.
    package func keep(
        _ text: String, typedInto field: FieldID, of record: RecordKey, at now: Date
    ) throws {
        try DurableFolder.make(folder.path)
        let content = Content(
            record: record.bytes, field: field.path, text: text,
            typedSeconds: Int64(now.timeIntervalSince1970))
        let bytes = [UInt8](try JSONEncoder().encode(content))
        try DurableFolder.write(bytes, to: path(of: field, of: record))
    }

    /// What is kept for the fields of a record; a file that cannot be read is none.
    package func texts(of record: RecordKey) -> [FieldID: UnsavedText] {
        let prefix = Self.name(record.bytes)
        var texts: [FieldID: UnsavedText] = [:]
        for name in DurableFolder.names(in: folder.path)
        where name.hasPrefix(prefix) && name.hasSuffix(Self.ending) {
            guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
                let content = try? JSONDecoder().decode(Content.self, from: bytes),
                content.record == record.bytes, let field = FieldID(path: content.field)
            else { continue }
            texts[field] = UnsavedText(
                text: content.text,
                typedAt: Date(timeIntervalSince1970: TimeInterval(content.typedSeconds)))
        }
        return texts
    }

    /// Nothing kept is nothing to forget.
    package func forget(_ field: FieldID, of record: RecordKey) throws {
        try DurableFolder.remove(path(of: field, of: record))
    }

    private static let ending = ".json"

    private func path(of field: FieldID, of record: RecordKey) -> String {
        let name = "\(Self.name(record.bytes))-\(Self.name(Array(field.path.utf8)))"
        return folder.appending(path: name + Self.ending).path
    }

    private static func name(_ bytes: [UInt8]) -> String {
        String(Hash256(of: bytes).hex.prefix(32))
    }
}

extension AuditClient {
    package var unsavedTexts: UnsavedTexts { UnsavedTexts(of: home) }
}
