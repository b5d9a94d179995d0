import Synchronization

/// Notices what commands beside the server commit, for those who wait for news.
///
/// An adoption by `accord-server quarantine adopt` is a change like any other, but nobody in this
/// process hears of it. So the database is asked every half second while somebody waits, and never
/// while nobody does.
final class OtherProcessCommits: Sendable {
    private struct State {
        var waiting = 0
        var watch: Task<Void, Never>?
        /// As the database told it last; nil before, so that the first look wakes everybody once.
        var version: Int64?
    }

    private let state = Mutex(State())
    private let store: AuditStore
    private let notifier: ChangeNotifier
    private let clock: any Clock<Duration>
    static let interval = Duration.milliseconds(500)

    init(store: AuditStore, notifier: ChangeNotifier, clock: any Clock<Duration>) {
        self.store = store
        self.notifier = notifier
        self.clock = clock
    }

    func enter() {
        state.withLock { state in
            state.waiting += 1
            guard state.watch == nil else { return }
            state.watch = Task { await self.watch() }
        }
    }

    func leave() {
        state.withLock { state in
            state.waiting -= 1
            guard state.waiting == 0 else { return }
            state.watch?.cancel()
            state.watch = nil
        }
    }

    private func watch() async {
        while !Task.isCancelled {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            guard let version = await store.commitsOfOthers() else { return }
            let isNews = state.withLock { state in
                defer { state.version = version }
                return state.version != version
            }
            if isNews { notifier.pokeAll() }
        }
    }
}
