import Publishing
import Shared
import Storage
import Synchronization

/// A file to which increments of an export are appended, each ended by its cursor.
///
/// Whatever ends the program, the file goes on from its last cursor.
final class IncrementFile: Sendable {
    private struct State {
        var cursor = ""
        /// Up to where the last whole increment reaches.
        var end: UInt64 = 0
        /// What was written behind it.
        var size: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Nil for standard output.
    private let file: DiskFile?

    /// - Throws: What `NamedFile` refuses, and a file that holds something else.
    init(_ name: String?) throws {
        guard let name else {
            file = nil
            return
        }
        try NamedFile.check(name)
        let file = try DiskFile(name, for: .writing)
        self.file = file
        guard let last = try Self.lastCursor(in: file) else {
            guard try file.size() == 0 else {
                throw ReportedError(
                    .badInput,
                    "“\(name)” has something else than increments of an export, and nothing was "
                        + "written to it. Name a new file.")
            }
            return
        }
        // What was cut off by the end of the program comes again, whole.
        try file.truncate(to: last.end)
        state.withLock { $0 = State(cursor: last.cursor, end: last.end) }
    }

    /// From where the next increment goes on; empty from the beginning.
    var cursor: String { state.withLock { $0.cursor } }

    func write(_ bytes: [UInt8]) throws {
        guard let file else { return try Terminal.output.write(bytes) }
        let place = state.withLock { state in
            defer { state.size += UInt64(bytes.count) }
            return state.end + state.size
        }
        try file.write(bytes, at: place)
    }

    /// Ends an increment; one that tells nothing is taken out again.
    func end(_ written: ExportRun.Written) throws {
        let end = state.withLock { state in
            let isFirst = state.cursor.isEmpty
            state.cursor = written.cursor ?? state.cursor
            if written.tellsSomething || isFirst { state.end += state.size }
            state.size = 0
            return state.end
        }
        try file?.truncate(to: end)
        try file?.synchronize()
    }

    private static let front = Array("{\"cursor\":\"".utf8)
    private static let lineEnd = UInt8(ascii: "\n")

    /// The last whole line that is a cursor, and where it ends; nil where there is none.
    private static func lastCursor(in file: DiskFile) throws -> (cursor: String, end: UInt64)? {
        var line: [UInt8] = []
        var offset: UInt64 = 0
        var found: (cursor: String, end: UInt64)?
        while true {
            let piece = try file.read(DiskFile.pieceBytes, at: offset)
            guard !piece.isEmpty else { return found }
            for byte in piece {
                offset += 1
                guard byte == lineEnd else {
                    // A line that is longer is no cursor's.
                    if line.count < 100_000 { line.append(byte) }
                    continue
                }
                if line.starts(with: front), line.suffix(2).elementsEqual(Array("\"}".utf8)) {
                    let text = line.dropFirst(front.count).dropLast(2)
                    found = (String(decoding: text, as: UTF8.self), offset)
                }
                line.removeAll(keepingCapacity: true)
            }
        }
    }
}
