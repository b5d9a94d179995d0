import Hummingbird
import Shared

/// Bounds how often a client may ask, so that none starves the others or guesses at speed.
///
/// Whatever is above is `rate-limited`, with when to come again, before a byte of a body is read.
struct RequestRateMiddleware: AccordMiddleware {
    let environment: RouteEnvironment
    let rate: RequestRate

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        // Whoever watches the process must not be told that it is down by what others ask.
        guard !RouteEnvironment.healthPaths.contains(request.uri.path) else {
            return try await next(request, context)
        }
        // A wrong token counts for the place that it comes from: it may be a guess.
        let asker = environment.asker(of: request, context)
        guard let wait = rate.take(asker) else { return try await next(request, context) }
        throw Problem(.rateLimited, retryAfter: wait)
    }
}
