import Foundation
import Hummingbird
import Shared
import Synchronization

/// Notes when each device last asked for anything, so that whoever runs the server can tell.
struct ContactMiddleware: AccordMiddleware {
    let environment: RouteEnvironment
    let contacts = Contacts()

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        let response = try await next(request, context)
        let now = environment.now()
        // A request without a token, or with a wrong one, is no device's.
        if case .device(_, let replica)? = try? context.bearer.get(),
            contacts.isDue(replica, at: now)
        {
            await environment.core.noteContact(of: replica, at: now)
        }
        return response
    }
}

/// The devices whose last contact was written down lately.
final class Contacts: Sendable {
    /// One write in this time for each device: nobody asks for it more exactly.
    static let interval: TimeInterval = 600
    private let written = Mutex<[ReplicaID: Date]>([:])

    func isDue(_ replica: ReplicaID, at now: Date) -> Bool {
        written.withLock { written in
            if let last = written[replica], abs(now.timeIntervalSince(last)) < Self.interval {
                return false
            }
            written[replica] = now
            return true
        }
    }
}

/// Bounds how often a client may ask, so that none starves the others or guesses at speed.
///
/// Whatever is above is `rate-limited`, with when to come again, before a byte of a body is read.
struct RequestRateMiddleware: AccordMiddleware {
    let rate: RequestRate
    /// What is answered however often it is asked.
    private static let healthPaths = ["/health", "/ready"]

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        // Whoever watches the process must not be told that it is down by what others ask.
        guard !Self.healthPaths.contains(request.uri.path)
        else { return try await next(request, context) }
        guard let wait = rate.take(context.asker) else { return try await next(request, context) }
        throw Problem(.rateLimited, retryAfter: wait)
    }
}
