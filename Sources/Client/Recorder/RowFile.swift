import Foundation
package import Presentation
import Shared
import Storage

/// A file of rows that is read twice: once to check them, once to save them.
package struct RowFile {
    /// What tells its format: the end of its name, or its first character.
    package let name: String
    private let begin: () -> ByteSource

    package init(_ bytes: [UInt8], named name: String = "") {
        self.name = name
        begin = { ByteSource(bytes) }
    }

    /// Opens a file; what has no end that is known, such as a pipe, is first copied.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - folder: Where a copy lies, under no name, for as long as it is read.
    /// - Throws: `StorageError`.
    package init(at path: String, copyingInto folder: String) throws {
        name = path
        if path != "-", let status = FileStatus(of: path), status.isFolder {
            throw StorageError.failed(path: path, detail: status.kindOfNoFile ?? "")
        }
        if path != "-", FileStatus(of: path)?.kindOfNoFile == nil {
            let file = try DiskFile(path, for: .reading)
            begin = { Self.source { try file.read($0, at: $1) } }
        } else {
            let copied = try CopiedStream(path, folder)
            begin = { Self.source { try copied.read($0, at: $1) } }
        }
    }

    private static func source(
        _ read: @escaping (_ count: Int, _ offset: UInt64) throws -> [UInt8]
    ) -> ByteSource {
        var offset: UInt64 = 0
        return ByteSource { count in
            let piece = try read(count, offset)
            offset += UInt64(piece.count)
            return piece
        }
    }

    /// What comes only once, copied as it is read: nothing is copied behind what is refused.
    private final class CopiedStream {
        private let name: String
        private let stream: FileHandle
        private let copy: DiskFile
        private var size: UInt64 = 0

        init(_ name: String, _ folder: String) throws {
            let stream =
                name == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: name)
            guard let stream else { throw Self.unreadable(name) }
            let draft = try FileDraft(in: folder)
            // From here on nobody finds it, and nothing of it is left whatever ends the program.
            draft.discard()
            self.name = name
            self.stream = stream
            copy = draft.file
        }

        func read(_ count: Int, at offset: UInt64) throws -> [UInt8] {
            guard offset == size else {
                return try copy.read(Int(min(UInt64(count), size - offset)), at: offset)
            }
            let piece: Data?
            do { piece = try stream.read(upToCount: count) } catch { throw Self.unreadable(name) }
            guard let piece, !piece.isEmpty else { return [] }
            try copy.write(Array(piece), at: size)
            size += UInt64(piece.count)
            return Array(piece)
        }

        private static func unreadable(_ name: String) -> StorageError {
            .failed(path: name, detail: "it cannot be read")
        }
    }

    /// Reads it from its first byte on.
    ///
    /// - Returns: What was read, as a hash: the same both times, or somebody changes the file.
    func read<Result>(
        _ body: (ByteSource) throws -> Result
    ) throws -> (result: Result, hash: Hash256) {
        let hash = Hashing()
        let source = begin()
        let heard = ByteSource { count in
            let piece = try source.bytes(atMost: count)
            piece.withUnsafeBytes { hash.running.update($0) }
            return piece
        }
        let result = try body(heard)
        if let failure = heard.failure { throw failure }
        return (result, hash.running.value)
    }

    /// Its format, where nobody says it.
    package var format: FindingRowReader.Format {
        let front = (try? begin().bytes(atMost: Self.frontBytes)) ?? []
        return FindingRowReader.Format(of: front, named: name)
    }

    private final class Hashing { var running = RunningHash() }

    private static let frontBytes = 4096
}
