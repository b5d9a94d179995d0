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
        let file: DiskFile
        if path != "-", FileStatus(of: path)?.kindOfNoFile == nil {
            file = try DiskFile(path, for: .reading)
        } else {
            file = try Self.copy(path, folder)
        }
        begin = {
            var offset: UInt64 = 0
            return ByteSource { count in
                let piece = try file.read(count, at: offset)
                offset += UInt64(piece.count)
                return piece
            }
        }
    }

    private static func copy(_ path: String, _ folder: String) throws -> DiskFile {
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        guard let handle else { throw StorageError.failed(path: path, detail: "it cannot be read") }
        let draft = try FileDraft(in: folder, for: path)
        // From here on nobody finds it, and nothing of it is left whatever ends the program.
        draft.discard()
        var offset: UInt64 = 0
        while let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty {
            try draft.file.write(Array(piece), at: offset)
            offset += UInt64(piece.count)
        }
        return draft.file
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

    private static let pieceBytes = 256 * 1024
    private static let frontBytes = 4096
}
