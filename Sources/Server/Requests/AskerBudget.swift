import Synchronization

/// How much of something, such as memory, all askers have together, and each of them.
final class AskerBudget: Sendable {
    private struct State {
        var bytes = 0
        var askers: [Asker: Use] = [:]
    }

    private struct Use {
        var bytes = 0
        var shares = 0
    }

    private let state = Mutex(State())
    private let bytesMax: Int
    private let bytesPerAskerMax: Int
    private let sharesPerAskerMax: Int

    init(bytesMax: Int = .max, bytesPerAskerMax: Int = .max, sharesPerAskerMax: Int = .max) {
        self.bytesMax = bytesMax
        self.bytesPerAskerMax = bytesPerAskerMax
        self.sharesPerAskerMax = sharesPerAskerMax
    }

    /// Begins a share with nothing in it, which lives as long as what it counts; nil when the asker
    /// has as many as one may have.
    func share(for asker: Asker) -> AskerShare? {
        // A network is no person: whoever holds its shares would shut out all who come from there.
        let sharesMax = if case .network = asker { Int.max } else { sharesPerAskerMax }
        return state.withLock { state in
            guard state.askers[asker]?.shares ?? 0 < sharesMax else { return nil }
            state.askers[asker, default: Use()].shares += 1
            return AskerShare(of: self, for: asker)
        }
    }

    fileprivate func take(_ bytes: Int, for asker: Asker) -> Bool {
        state.withLock { state in
            let used = state.askers[asker]?.bytes ?? 0
            guard bytes <= bytesMax - state.bytes, bytes <= bytesPerAskerMax - used
            else { return false }
            state.bytes += bytes
            state.askers[asker, default: Use()].bytes += bytes
            return true
        }
    }

    fileprivate func end(_ bytes: Int, for asker: Asker) {
        state.withLock { state in
            state.bytes -= bytes
            state.askers[asker]?.bytes -= bytes
            state.askers[asker]?.shares -= 1
            if state.askers[asker]?.shares == 0 { state.askers[asker] = nil }
        }
    }
}

/// What one body, answer or export has of it; given back when nobody holds this any more.
final class AskerShare: Sendable {
    private let budget: AskerBudget
    private let asker: Asker
    private let bytes = Mutex(0)

    fileprivate init(of budget: AskerBudget, for asker: Asker) {
        self.budget = budget
        self.asker = asker
    }

    /// False when there is no room.
    func grow(by count: Int) -> Bool {
        guard budget.take(count, for: asker) else { return false }
        bytes.withLock { $0 += count }
        return true
    }

    /// Takes so much instead of what it had; false when there is no room.
    func become(_ count: Int) -> Bool {
        bytes.withLock { bytes in
            guard budget.take(count - bytes, for: asker) else { return false }
            bytes = count
            return true
        }
    }

    deinit { budget.end(bytes.withLock { $0 }, for: asker) }
}
