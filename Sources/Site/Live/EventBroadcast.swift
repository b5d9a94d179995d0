package import Shared
import Synchronization

/// Hands events to everybody who listens; who does not listen misses nothing that is saved.
package final class EventBroadcast: Sendable {
    /// Something that pages may want to know while they are open.
    package struct Event: Sendable {
        /// Nil where it is about every audit.
        let audit: AuditID?
        package let kind: Kind

        /// What happened.
        package enum Kind: Hashable, Sendable {
            case saved
            /// A sync came to its end, well or not; with so many changes of others.
            case synced(arrived: Int)
            /// All words of an audit can be searched.
            case indexed
            /// Nothing happened; connections that nobody reads any more are found by it.
            case pulse
        }

        package init(_ kind: Kind, of audit: AuditID? = nil) {
            self.audit = audit
            self.kind = kind
        }

        package func isAbout(_ audit: AuditID) -> Bool { self.audit == nil || self.audit == audit }
    }

    private struct State {
        var next = 0
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func post(_ event: Event) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(event) }
    }

    /// What is posted from now on, until the reader goes or the broadcast ends.
    package func read() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let number = state.withLock { state in
            state.next += 1
            state.readers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    var readers: Int { state.withLock(\.readers.count) }

    func dismiss() {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
    }
}
