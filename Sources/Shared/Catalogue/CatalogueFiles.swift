import Foundation
import SwiftProtobuf

/// The files of a catalogue as they travel with an audit: bytes by relative path, one form each.
///
/// Their hash is what an audit pins, so that nobody can put other files in their place.
package struct CatalogueFiles: Hashable, Sendable {
    /// Ascending by path; no two have one path.
    package let files: [File]
    /// What is stored and sent: `CatalogueFiles` of accord.proto, in the order of paths.
    package let bytes: [UInt8]
    package let hash: Hash256

    /// One file.
    package struct File: Hashable, Sendable {
        /// Within the catalogue's folder, such as `menu.yaml`.
        package let path: String
        package let content: [UInt8]

        package init(path: String, content: [UInt8]) {
            self.path = path
            self.content = content
        }
    }

    /// Puts files in order; throws for too many, for too much, and for a path that leads elsewhere.
    package init(_ files: [File]) throws(CatalogueError) {
        let limits = Limits.standard
        guard files.count <= limits.catalogueFilesMax else {
            throw .tooLarge("it has \(files.count) files, and \(limits.catalogueFilesMax) travel")
        }
        self.files = files.sorted { $0.path < $1.path }
        for (file, next) in zip(self.files, self.files.dropFirst()) where file.path == next.path {
            throw .duplicate(file: file.path, id: file.path)
        }
        for file in files where !Self.isRelative(file.path) {
            throw .file(
                .invalid(
                    file: String(file.path.prefix(80)), line: 1, key: "path",
                    reason: "it leads out of the catalogue's folder"))
        }
        var message = WireCatalogueFiles()
        message.files = self.files.map { file in
            var wire = WireCatalogueFiles.File()
            wire.path = file.path
            wire.content = Data(file.content)
            return wire
        }
        do {
            bytes = try message.serializedBytes()
        } catch { preconditionFailure("Paths and bytes can be written: \(error)") }
        guard bytes.count <= limits.catalogueBytesMax else {
            throw .tooLarge("it has \(bytes.count) bytes, and \(limits.catalogueBytesMax) travel")
        }
        hash = Hash256(of: bytes)
    }

    /// Reads what was stored or sent; throws for whatever this program would not have written so.
    package init(decoding bytes: [UInt8]) throws(CatalogueError) {
        guard bytes.count <= Limits.standard.catalogueBytesMax,
            let message = try? WireCatalogueFiles(serializedBytes: bytes)
        else { throw Self.unreadable("its bytes are damaged") }
        self = try Self(message.files.map { File(path: $0.path, content: Array($0.content)) })
        guard self.bytes == bytes else { throw Self.unreadable("its bytes are out of order") }
    }

    private static func unreadable(_ reason: String) -> CatalogueError {
        .file(.unreadable(file: "the catalogue", line: 1, reason: reason))
    }

    private static func isRelative(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= Limits.standard.labelBytesMax && !path.contains("\0")
            && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }
}

/// What an audit pins: the catalogue's version, for people, and the hash of its files.
package struct CataloguePin: Hashable, Sendable, CustomStringConvertible {
    package let version: String
    package let files: Hash256

    package init(version: String, files: Hash256) {
        self.version = version
        self.files = files
    }

    /// Reads a pin as a plan has it; nil for what names no files.
    package init?(_ text: String) {
        guard let plus = text.lastIndex(of: "+"),
            let files = Hash256(hex: String(text[text.index(after: plus)...]))
        else { return nil }
        self.init(version: String(text[..<plus]), files: files)
    }

    /// As a plan has it: `version+hash`.
    package var text: String { "\(version)+\(files.hex)" }

    /// For people: with the front of the hash.
    package var description: String { "\(version)+\(files.hex.prefix(12))" }
}
