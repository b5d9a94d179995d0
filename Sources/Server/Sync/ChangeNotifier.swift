import Shared
import Synchronization

/// Who waits for news of which audit; a notification wakes all who wait for one.
///
/// A place is taken before the database is looked into. What is committed between the look and the
/// wait is then kept for the place, so that no wake-up is ever lost.
final class ChangeNotifier: Sendable {
    private struct State {
        var places: [AuditID: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var counts: [Asker: Int] = [:]
        var count = 0
        var next: UInt64 = 0

        /// Drops a place and what nobody needs without it; nil when it was dropped before.
        mutating func remove(_ place: Place) -> AsyncStream<Void>.Continuation? {
            guard let continuation = places[place.audit]?.removeValue(forKey: place.number)
            else { return nil }
            if places[place.audit]?.isEmpty == true { places[place.audit] = nil }
            count -= 1
            counts[place.asker, default: 1] -= 1
            if counts[place.asker] == 0 { counts[place.asker] = nil }
            return continuation
        }
    }

    private let state = Mutex(State())
    private let placesMax: Int
    private let placesPerAskerMax: Int

    init(limits: Limits) {
        placesMax = limits.heldPullsMax
        placesPerAskerMax = limits.heldPullsPerPersonMax
    }

    struct Place: Sendable {
        fileprivate let number: UInt64
        fileprivate let audit: AuditID
        fileprivate let asker: Asker
        fileprivate let notifier: ChangeNotifier
        /// An element for the notifications since the last one; ends when the place is left.
        let news: AsyncStream<Void>

        /// Gives the place up and ends its waiting; doing it again changes nothing.
        func leave() { notifier.leave(self) }
    }

    /// How many wait for news.
    var placesCount: Int { state.withLock(\.count) }

    /// Takes a place, nil when all are taken or its person has as many as one may have.
    func place(in audit: AuditID, for bearer: Bearer) -> Place? {
        // One notification is as good as many: whoever wakes looks into the database.
        let (news, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let asker = bearer.asker
        return state.withLock { state in
            guard state.count < placesMax, state.counts[asker, default: 0] < placesPerAskerMax
            else { return nil }
            let number = state.next
            state.next += 1
            state.count += 1
            state.counts[asker, default: 0] += 1
            state.places[audit, default: [:]][number] = continuation
            return Place(number: number, audit: audit, asker: asker, notifier: self, news: news)
        }
    }

    /// Wakes everybody who waits for news of an audit; called once they are durable.
    func notify(_ audit: AuditID) {
        let waiting = state.withLock { Array(($0.places[audit] ?? [:]).values) }
        for continuation in waiting { continuation.yield() }
    }

    /// Wakes everybody, when it is not known of which audit there is news.
    func pokeAll() {
        let waiting = state.withLock { $0.places.values.flatMap(\.values) }
        for continuation in waiting { continuation.yield() }
    }

    private func leave(_ place: Place) {
        let continuation = state.withLock { $0.remove(place) }
        // Outside the lock: ending a stream may run whatever its reader left behind.
        continuation?.finish()
    }
}
