import Publishing
import Shared
import Storage
import Synchronization

/// A file to which increments of an export are appended, each ended by its cursor.
///
/// Whatever ends the program, the file goes on from its last cursor.
final class IncrementFile: Sendable {
    private struct State {
        var place: Place
        var cursor = ""
        /// Up to where the last whole increment reaches.
        var end: UInt64 = 0
        /// What was written behind it.
        var size: UInt64 = 0
    }

    private enum Place {
        case output
        /// The first increment, which has the file's name once it is whole.
        case first(NamedFile, name: String)
        case file(DiskFile)
    }

    private let state: Mutex<State>

    /// - Throws: What `NamedFile` refuses, and a file that holds something else.
    init(_ name: String?) throws {
        state = Mutex(try Self.begin(name))
    }

    private static func begin(_ name: String?) throws -> State {
        guard let name else { return State(place: .output) }
        try NamedFile.check(name)
        let status = FileStatus(of: name)
        if status?.size ?? 0 == 0, status?.kindOfNoFile == nil {
            return State(place: .first(try NamedFile(name), name: name))
        }
        let file = try DiskFile(name, for: .writing)
        guard let last = try lastCursor(in: file) else {
            throw ReportedError(
                .badInput,
                "“\(name)” has something else than increments of an export, and nothing was "
                    + "written to it. Name a new file.")
        }
        // What was cut off by the end of the program comes again, whole.
        try file.truncate(to: last.end)
        return State(place: .file(file), cursor: last.cursor, end: last.end)
    }

    /// From where the next increment goes on; empty from the beginning.
    var cursor: String { state.withLock { $0.cursor } }

    func write(_ bytes: [UInt8]) throws {
        let (place, offset) = state.withLock { state in
            defer { state.size += UInt64(bytes.count) }
            return (state.place, state.end + state.size)
        }
        switch place {
        case .output: try Terminal.output.write(bytes)
        case .first(let draft, _): try draft.write(bytes)
        case .file(let file): try file.write(bytes, at: offset)
        }
    }

    /// Ends an increment; one that tells nothing is taken out again.
    func end(_ written: ExportRun.Written) throws {
        let (place, end) = state.withLock { state in
            let isFirst = state.cursor.isEmpty
            state.cursor = written.cursor ?? state.cursor
            if written.tellsSomething || isFirst { state.end += state.size }
            state.size = 0
            return (state.place, state.end)
        }
        switch place {
        case .output: break
        case .first(let draft, let name):
            try draft.publish()
            let file = try DiskFile(name, for: .writing)
            state.withLock { $0.place = .file(file) }
        case .file(let file):
            try file.truncate(to: end)
            try file.synchronize()
        }
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
