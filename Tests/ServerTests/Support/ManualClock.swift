import Synchronization

/// A clock that stands still until a test moves it on.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant()
        var next = 0
        var sleepers: [Int: (deadline: Instant, end: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, end: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { end in
                let isOver = state.withLock { state in
                    // Cancelled before it slept: the handler below found nobody to wake.
                    guard !Task.isCancelled, deadline > state.now else { return true }
                    state.sleepers[number] = (deadline, end)
                    return false
                }
                if isOver {
                    end.resume(with: Result { try Task.checkCancellation() })
                } else {
                    tellWatchers()
                }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.end.resume(throwing: CancellationError())
            tellWatchers()
        }
    }

    /// Moves the time on and wakes those whose time has come.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.end)
        }
        for end in woken { end.resume() }
        tellWatchers()
    }

    /// Returns once exactly so many sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { end in
            state.withLock { $0.watchers.append((count, end)) }
            tellWatchers()
        }
    }

    private func tellWatchers() {
        let told = state.withLock { state in
            let told = state.watchers.filter { $0.count == state.sleepers.count }
            state.watchers.removeAll { $0.count == state.sleepers.count }
            return told
        }
        for watcher in told { watcher.end.resume() }
    }
}
