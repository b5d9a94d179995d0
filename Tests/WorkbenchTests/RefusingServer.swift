import Client
import HTTPClient
import Synchronization

/// Notes what is sent to it and answers nothing.
final class RefusingServer: Sendable {
    private struct Seen {
        var addresses: [String] = []
        var bodies: [String] = []
    }

    private let failure: TransportError
    private let seen = Mutex(Seen())

    init(_ failure: TransportError) {
        self.failure = failure
    }

    var addresses: [String] { seen.withLock(\.addresses) }

    /// What is readable in them.
    var bodies: [String] { seen.withLock(\.bodies) }

    func way(to address: String) -> any Transport {
        seen.withLock { $0.addresses.append(address) }
        return Way(server: self)
    }

    private struct Way: Transport {
        let server: RefusingServer

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            server.seen.withLock {
                $0.bodies.append(String(decoding: request.body ?? [], as: UTF8.self))
            }
            throw server.failure
        }
    }
}
