import Synchronization

/// A transport that counts what it carries, for whoever watches a sync.
package final class MeteredTransport: Transport {
    /// What went over the line, headers included.
    package struct Traffic: Hashable, Sendable {
        /// Bytes of requests.
        package var sent = 0
        /// Bytes of answers.
        package var received = 0
    }

    private let inner: any Transport
    private let counted = Mutex(Traffic())

    /// Counts from nothing.
    package init(_ inner: any Transport) { self.inner = inner }

    /// Of all exchanges that have ended.
    package var traffic: Traffic { counted.withLock { $0 } }

    /// Carries a request as the other transport does.
    package func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        let response = try await inner.send(request)
        counted.withLock {
            $0.sent += response.bytesSent
            $0.received += response.bytesReceived
        }
        return response
    }
}
