package import Foundation
import Reading
import Shared
import Storage

/// A folder of the home with what somebody keeps under names of her own, a file each.
///
/// It is nobody's record: not merged, not sent, in no backup. A file each, so that two programs can
/// keep something at the same time; no table, because that would shut older programs out.
package struct NamedEntries<Value: Codable & Sendable>: Sendable {
    /// What is kept, under the name as it was typed.
    package struct Entry: Sendable {
        package let name: String
        package let value: Value
    }

    private struct Content: Codable {
        /// Told in the file too: the name of a file is only a hash.
        let name: String
        let value: Value
    }

    /// More would make every form that offers them long.
    package static var countMax: Int { 100 }
    /// What one of them is called in messages: `snippet`.
    private let kind: String
    private let folder: URL

    /// The folder is made when the first one is kept.
    package init(_ kind: String, in folder: URL) { (self.kind, self.folder) = (kind, folder) }

    /// Ascending by name; a file that cannot be read is none.
    package func all() -> [Entry] {
        DurableFolder.names(in: folder.path).filter { $0.hasSuffix(Self.ending) }
            .compactMap { read(folder.appending(path: $0)) }
            .sorted { NaturalKey.folded($0.name) < NaturalKey.folded($1.name) }
    }

    /// - Throws: `AuditError.notFound`, with the names that there are.
    package func entry(named name: String) throws -> Entry {
        if let entry = known(name) { return entry }
        throw AuditError.notFound(what: kind, name: name, known: all().map(\.name))
    }

    /// Keeps something under a name, durable when this returns.
    ///
    /// Capital letters tell no names apart.
    ///
    /// - Parameter former: The name of what it takes the place of; nil for something new.
    /// - Throws: `AuditError` for a name that cannot be had; nothing was changed.
    package func keep(
        _ value: Value, as name: String, inPlaceOf former: String? = nil
    ) throws {
        let name = name.trimmed
        try requireFree(name, besides: former)
        try DurableFolder.make(folder.path)
        let target = path(of: name)
        let bytes = [UInt8](try JSONEncoder().encode(Content(name: name, value: value)))
        try DurableFolder.write(bytes, to: target)
        if let former, path(of: former) != target { try remove(former) }
    }

    /// A name that nothing has is nothing to remove.
    package func remove(_ name: String) throws { try DurableFolder.remove(path(of: name)) }

    private func requireFree(_ name: String, besides former: String?) throws {
        let bytesMax = Limits.standard.labelBytesMax
        guard name.isName, name.utf8.count <= bytesMax else {
            throw AuditError.invalid(
                "a \(kind) needs a name of one line and at most \(bytesMax) bytes")
        }
        let target = path(of: name)
        if former.map({ path(of: $0) != target }) ?? true, let known = known(name) {
            throw AuditError.invalid(
                "there is a \(kind) “\(known.name)” already")
        }
        guard former == nil, all().count >= Self.countMax else { return }
        throw AuditError.invalid(
            "\(Self.countMax) are kept already, which is as many as there may be; remove one first")
    }

    private static var ending: String { ".json" }

    private func known(_ name: String) -> Entry? { read(URL(fileURLWithPath: path(of: name))) }

    private func read(_ file: URL) -> Entry? {
        guard let bytes = try? Data(contentsOf: file),
            let content = try? JSONDecoder().decode(Content.self, from: bytes)
        else { return nil }
        return Entry(name: content.name, value: content.value)
    }

    private func path(of name: String) -> String {
        let hash = Hash256(of: Array(NaturalKey.folded(name).utf8)).hex.prefix(32)
        return folder.appending(path: hash + Self.ending).path
    }
}

/// Texts that a tester writes often, each under a name.
package struct Snippets: Sendable {
    private let kept: NamedEntries<String>

    init(of home: ClientHome) {
        kept = NamedEntries("snippet", in: home.folder.appending(path: "snippets"))
    }

    package func all() -> [NamedEntries<String>.Entry] { kept.all() }

    /// - Throws: `AuditError.notFound`, with the names that there are.
    package func text(of name: String) throws -> String { try kept.entry(named: name).value }

    /// - Parameter former: The name of the one that it takes the place of; nil for a new one.
    /// - Throws: `AuditError` for a name or a text that cannot be had; nothing was changed.
    package func keep(_ text: String, as name: String, inPlaceOf former: String? = nil) throws {
        let text = text.withLineFeeds
        let bytesMax = Limits.standard.textBytesMax
        guard text.contains(where: { !$0.isWhitespace }), text.utf8.count <= bytesMax else {
            throw AuditError.invalid(
                "a snippet needs a text of at most \(bytesMax) bytes")
        }
        try kept.keep(text, as: name, inPlaceOf: former)
    }

    /// A name that nothing has is nothing to remove.
    package func remove(_ name: String) throws { try kept.remove(name) }
}
