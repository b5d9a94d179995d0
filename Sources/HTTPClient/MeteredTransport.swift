import Synchronization

/// A transport that counts what it carries, and tells of a long wait, for whoever watches a sync.
package final class MeteredTransport: Transport {
    /// What went over the line, headers included.
    package struct Traffic: Hashable, Sendable {
        package var sent = 0
        package var received = 0
    }

    private let inner: any Transport
    private let counted = Mutex((traffic: Traffic(), hasTold: false))
    private let slow: (@Sendable () -> Void)?
    /// Whoever waits longer than this wonders whether anything happens.
    private static let quietMax = Duration.seconds(2)

    /// - Parameter slow: Called once, when an answer is waited for that long; nil for nobody.
    package init(_ inner: any Transport, slow: (@Sendable () -> Void)? = nil) {
        self.inner = inner
        self.slow = slow
    }

    package var traffic: Traffic { counted.withLock(\.traffic) }

    package func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        let watch = slow.map { slow in
            Task {
                try await ContinuousClock().sleep(for: Self.quietMax)
                let isFirst = counted.withLock { state in
                    defer { state.hasTold = true }
                    return !state.hasTold
                }
                if isFirst { slow() }
            }
        }
        defer { watch?.cancel() }
        let response = try await inner.send(request)
        counted.withLock {
            $0.traffic.sent += response.bytesSent
            $0.traffic.received += response.bytesReceived
        }
        return response
    }
}
