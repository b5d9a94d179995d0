import Shared
import Synchronization

/// Lets so many large answers be made at a time, each asker in her turn.
///
/// An answer is counted once it is made. Of hundreds that are asked for at once, all would be in
/// memory before the first of them was counted.
final class AnswerTurns: Sendable {
    private struct State {
        var free: Int
        var waiting: [Asker: [CheckedContinuation<Bool, Never>]] = [:]
        /// Who waits, in the order of their turns.
        var order: [Asker] = []
    }

    private let state: Mutex<State>

    /// More requests of one asker than this do not wait.
    private static let waitingPerAskerMax = 64

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits until one more answer may be made.
    ///
    /// - Throws: `overloaded` when too much of the asker's waits already.
    func take(for asker: Asker) async throws(Problem) -> AnswerTurn {
        let isTaken = await withCheckedContinuation { continuation in
            let isTaken: Bool? = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                let count = state.waiting[asker]?.count ?? 0
                guard count < Self.waitingPerAskerMax else { return false }
                if count == 0 { state.order.append(asker) }
                state.waiting[asker, default: []].append(continuation)
                return nil
            }
            if let isTaken { continuation.resume(returning: isTaken) }
        }
        guard isTaken else { throw Problem(.overloaded, retryAfter: 1) }
        return AnswerTurn(of: self)
    }

    /// How many requests wait.
    var waitingCount: Int {
        state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } }
    }

    fileprivate func pass() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard let asker = state.order.first, var queue = state.waiting[asker] else {
                state.free += 1
                return nil
            }
            state.order.removeFirst()
            let next = queue.removeFirst()
            state.waiting[asker] = queue.isEmpty ? nil : queue
            if !queue.isEmpty { state.order.append(asker) }
            return next
        }
        next?.resume(returning: true)
    }
}

/// The right to make one answer; passed on when nobody holds this any more.
final class AnswerTurn: Sendable {
    private let turns: AnswerTurns

    fileprivate init(of turns: AnswerTurns) {
        self.turns = turns
    }

    deinit { turns.pass() }
}

/// The turn of one request, from when its route begins to make an answer until that is counted.
final class RequestTurn: Sendable {
    private let turns: AnswerTurns
    private let held = Mutex<AnswerTurn?>(nil)

    init(of turns: AnswerTurns) {
        self.turns = turns
    }

    func begin(for asker: Asker) async throws(Problem) {
        let turn = try await turns.take(for: asker)
        held.withLock { $0 = turn }
    }

    func end() {
        held.withLock { $0 = nil }
    }
}
