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
        if case .device(_, let replica)? = try? environment.optionalBearer(of: request),
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

    /// Whether a device's contact is to be written now.
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
