import Foundation
import Synchronization

/// One direction of a connection over a faulty line.
///
/// One thread reads as fast as the line takes bytes, another one writes each piece when it arrives;
/// so that a late line is not a slow one too.
final class FaultyLane: Sendable {
    enum Direction: Hashable {
        /// From the client to the server.
        case up
        case down
    }

    private enum Piece {
        case bytes([UInt8], arrives: ContinuousClock.Instant)
        case cut
        case end
    }

    private let direction: Direction
    private let source: Int32
    private let sink: Int32
    private let connection: FaultyConnection
    private let line: FaultyLine
    private let pieces = Mutex<[Piece]>([])
    private let filled = DispatchSemaphore(value: 0)
    /// The line holds so many pieces; then it is full and the sender notices.
    private let room = DispatchSemaphore(value: 64)

    /// Small enough for a slow line to pass in a tenth of a second.
    private static let pieceBytesMax = 1_460

    init(
        _ direction: Direction, from source: Int32, to sink: Int32,
        of connection: FaultyConnection, on line: FaultyLine
    ) {
        self.direction = direction
        self.source = source
        self.sink = sink
        self.connection = connection
        self.line = line
    }

    func start() {
        Thread {
            self.read()
            self.connection.leave()
        }.start()
        Thread {
            self.write()
            self.connection.leave()
        }.start()
    }

    private func put(_ piece: Piece) {
        room.wait()
        pieces.withLock { $0.append(piece) }
        filled.signal()
    }

    private func read() {
        var room = [UInt8](repeating: 0, count: Self.pieceBytesMax)
        while true {
            let count = recv(source, &room, room.count, 0)
            guard count > 0 else { break }
            guard take(room[..<count]) else { break }
        }
        put(.end)
    }

    /// Takes a piece onto the line; false when nothing more is read after it.
    private func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        let verdict =
            switch direction {
            case .up: connection.judgeRequest(bytes)
            case .down: connection.judgeAnswer(bytes)
            }
        switch verdict {
        case .pass: return pass(bytes)
        case .cut(let count):
            _ = pass(bytes.prefix(max(0, count)))
            put(.cut)
            return false
        case .answer(let answer):
            // Said to the client straight away, whose request then goes nowhere.
            _ = ScriptedConnection.send(answer[...], over: source)
            shutdown(source, Int32(SHUT_WR))
            var rest = [UInt8](repeating: 0, count: 64 * 1_024)
            while recv(source, &rest, rest.count, 0) > 0 {}
            return false
        }
    }

    private func pass(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return true }
        let passage = line.pass(bytes.count, direction)
        put(.bytes(Array(bytes), arrives: passage.arrives))
        if passage.breaks { put(.cut) }
        return connection.wait(until: passage.leaves) && !passage.breaks
    }

    /// Goes on to the end whatever happens, so that the reader always finds room.
    private func write() {
        var isOpen = true
        while true {
            filled.wait()
            let piece = pieces.withLock { $0.removeFirst() }
            room.signal()
            switch piece {
            case .bytes(let bytes, let arrives):
                isOpen = isOpen && connection.wait(until: arrives)
                isOpen = isOpen && ScriptedConnection.send(bytes[...], over: sink)
            case .cut: connection.cut()
            case .end:
                if isOpen { shutdown(sink, Int32(SHUT_WR)) }
                return
            }
        }
    }
}
