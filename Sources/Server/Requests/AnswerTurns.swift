import Shared
import Synchronization

/// Lets so many large answers be made at a time, each asker in her turn.
///
/// An answer is counted once it is made. Of hundreds that are asked for at once, all would be in
/// memory before the first of them was counted.
final class AnswerTurns: Sendable {
    private struct State {
        var free: Int
        var waiting = AskerTurns<CheckedContinuation<Bool, Never>>()
    }

    private let state: Mutex<State>

    /// More requests of one asker than this do not wait.
    private static let waitingPerAskerMax = 64

    init(count: Int) { state = Mutex(State(free: count)) }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// - Returns: False when too much of the asker's waits already.
    fileprivate func take(for asker: Asker) async -> Bool {
        await withCheckedContinuation { continuation in
            let isTaken: Bool? = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                guard state.waiting.count(of: asker) < Self.waitingPerAskerMax else { return false }
                state.waiting.append(continuation, of: asker)
                return nil
            }
            if let isTaken { continuation.resume(returning: isTaken) }
        }
    }

    fileprivate func pass() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume(returning: true)
    }
}

/// One request's turn, from when its route begins to make an answer until that is counted.
final class AnswerTurn: Sendable {
    private let turns: AnswerTurns
    private let isHeld = Mutex(false)

    init(of turns: AnswerTurns) { self.turns = turns }

    /// Waits until one more answer may be made; `overloaded` when too much of the asker's waits.
    func begin(for asker: Asker) async throws(Problem) {
        guard await turns.take(for: asker) else { throw Problem(.overloaded, retryAfter: 1) }
        isHeld.withLock { $0 = true }
    }

    /// Passes it on, where it was begun.
    func end() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { turns.pass() }
    }
}
