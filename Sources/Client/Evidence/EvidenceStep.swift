import Shared
import Storage

/// One file on its way up or down, a part at a time.
///
/// A value: two of them take their steps at once, and whoever holds them decides what comes next.
struct EvidenceJob: Sendable {
    let hash: Hash256
    let way: Way
    /// Nil of a download until its first part came.
    private(set) var size: UInt64?
    /// Bytes that the server has, or that are here of a download.
    private(set) var moved: UInt64
    /// Failures since the last byte that arrived.
    private(set) var failures = 0
    /// How often all bytes had to be sent again, because the server had dropped what it had.
    private(set) var restarts = 0
    /// Whether the last step moved anything.
    private(set) var didMove = false
    /// Bytes of a part; halved where the way takes no more at a time.
    private var partBytes: Int
    private var path: String?
    /// After a failure nobody knows what arrived; the server is asked before anything is repeated.
    private var knowsOffset = false

    enum Way: Sendable { case up, down }

    enum Outcome: Sendable {
        case goesOn
        case done
        /// The bytes that arrived have another hash; they were dropped.
        case differs
        case failed(ServerCallError)
        case broken(any Error)
    }

    /// What is sent at once; the server keeps what arrives of a part that is cut.
    static let sentBytes = 1024 * 1024
    static let receivedBytes = 4 * 1024 * 1024
    /// What takes less than this at a time takes no file.
    private static let partBytesMin = 4 * 1024

    init(_ task: EvidenceTask, way: Way, gathered: UInt64 = 0) {
        hash = task.hash
        size = task.size
        self.way = way
        moved = gathered
        partBytes = way == .up ? Self.sentBytes : Self.receivedBytes
    }

    /// Takes smaller parts from now on; false where there was none, or they are small already.
    mutating func takeLess() -> Bool {
        // A part of a short file is no larger than that.
        partBytes = min(partBytes, Int(clamping: size ?? .max)) / 2
        return way == .up
            ? path != nil && partBytes >= Self.partBytesMin
            : partBytes >= Self.partBytesMin
    }

    mutating func step(
        over calls: EvidenceCalls, in folder: EvidenceFolder, bytesMax: UInt64
    ) async -> Outcome {
        let before = moved
        do {
            let outcome =
                switch way {
                case .up: try await send(over: calls, in: folder)
                case .down: try await fetch(over: calls, in: folder, bytesMax: bytesMax)
                }
            didMove = moved > before
            if didMove { failures = 0 }
            return outcome
        } catch let error as ServerCallError {
            knowsOffset = false
            didMove = moved > before
            if !didMove { failures += 1 }
            return .failed(error)
        } catch { return .broken(error) }
    }

    private mutating func send(
        over calls: EvidenceCalls, in folder: EvidenceFolder
    ) async throws -> Outcome {
        let file = try DiskFile(folder.path(of: hash), for: .reading)
        let size = try file.size()
        self.size = size
        guard let path else {
            let (begun, standing) = try await calls.begin(hash, size: size)
            self.path = begun
            return note(standing)
        }
        guard knowsOffset else {
            if let standing = try await calls.standing(of: path) { return note(standing) }
            // It expired, or the server lost it.
            self.path = nil
            return .goesOn
        }
        let part = try file.read(partBytes, at: moved)
        let isLast = moved + UInt64(part.count) == size
        do throws(ServerCallError) {
            return note(try await calls.append(part, at: moved, isLast: isLast, to: path))
        } catch {
            guard case .problem(let problem) = error else { throw error }
            // It expired, the server lost it, or what arrived is something else.
            if [.notFound, .evidenceDiffers].contains(problem.code) {
                self.path = nil
                restarts += 1
            }
            if problem.code == .evidenceDiffers, try !folder.isSound(hash) { return .differs }
            throw error
        }
    }

    private mutating func note(_ standing: EvidenceCalls.Progress) -> Outcome {
        moved = standing.offset
        knowsOffset = true
        return standing.isComplete ? .done : .goesOn
    }

    private mutating func fetch(
        over calls: EvidenceCalls, in folder: EvidenceFolder, bytesMax: UInt64
    ) async throws -> Outcome {
        let file = try folder.part(of: hash)
        moved = try file.size()
        if let size, moved >= size { return try finish(in: folder) }
        let piece: EvidenceCalls.Piece
        do throws(ServerCallError) {
            piece = try await calls.read(hash, from: moved, count: partBytes)
        } catch {
            // Everything is here already, but the program ended before it was looked at.
            guard case .problem(let problem) = error, problem.code == .rangeUnsatisfiable, moved > 0
            else { throw error }
            return try finish(in: folder)
        }
        // What was gathered earlier may be longer than this run takes.
        let count = UInt64(piece.bytes.count)
        guard max(piece.size, moved) <= bytesMax, count <= bytesMax - moved else {
            try folder.dropPart(of: hash)
            return .differs
        }
        size = piece.size
        try piece.bytes.withUnsafeBytes { try file.write($0, at: moved) }
        moved += count
        return moved >= piece.size ? try finish(in: folder) : .goesOn
    }

    private mutating func finish(in folder: EvidenceFolder) throws -> Outcome {
        size = moved
        return try folder.complete(hash) ? .done : .differs
    }
}
