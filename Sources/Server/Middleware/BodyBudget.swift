import HTTPTypes
import Hummingbird
import Shared
import Synchronization

/// Bounds what the bodies of requests take of the memory, and how many one device sends at a time.
///
/// Whatever is above is `overloaded`, with when to come again, before a byte of it is read.
struct BodyBudgetMiddleware: RouterMiddleware {
    typealias Context = AccordRequestContext

    let environment: RouteEnvironment
    let budget: BodyBudget

    /// What an upload has in the memory: it goes to the disk piece by piece.
    private static let uploadBytes = 128 * 1024

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let announced = announced(by: request) else {
            return try await next(request, context)
        }
        // A wrong token is the route's to refuse; until then it is none.
        let bearer = try? environment.optionalBearer(of: request)
        let share = min(announced, bytesMax(of: request, by: bearer))
        guard budget.take(share, for: bearer) else { throw Problem(.overloaded, retryAfter: 1) }
        defer { budget.giveBack(share, of: bearer) }
        return try await next(request, context)
    }

    /// How long the body says that it is; nil when there is none.
    private func announced(by request: Request) -> Int? {
        if request.headers[.transferEncoding] != nil { return .max }
        guard let count = request.headers[.contentLength].flatMap({ Int($0) }), count > 0 else {
            return nil
        }
        return count
    }

    /// Where reading the body ends, whatever it announced.
    private func bytesMax(of request: Request, by bearer: Bearer?) -> Int {
        if request.method == .patch { return Self.uploadBytes }
        let limits = environment.core.limits
        return bearer == nil ? limits.anonymousBytesMax : limits.requestBytesMax(of: request)
    }
}

/// What all bodies in the memory take together.
final class BodyBudget: Sendable {
    private struct State {
        var bytes = 0
        var counts: [Bearer: Int] = [:]
    }

    private let state = Mutex(State())
    private let bytesMax: Int
    private let perBearerMax: Int

    init(limits: Limits) {
        bytesMax = limits.bodiesBytesMax
        perBearerMax = limits.bodiesPerDeviceMax
    }

    /// Takes a share for one body; false when there is no room, or the bearer has enough.
    ///
    /// - Parameter bearer: Nil for a body that is not counted, or counted already.
    func take(_ bytes: Int, for bearer: Bearer? = nil) -> Bool {
        state.withLock { state in
            guard state.bytes + bytes <= bytesMax else { return false }
            if let bearer {
                guard state.counts[bearer, default: 0] < perBearerMax else { return false }
                state.counts[bearer, default: 0] += 1
            }
            state.bytes += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int, of bearer: Bearer? = nil) {
        state.withLock { state in
            state.bytes -= bytes
            guard let bearer else { return }
            state.counts[bearer, default: 1] -= 1
            if state.counts[bearer] == 0 { state.counts[bearer] = nil }
        }
    }
}
