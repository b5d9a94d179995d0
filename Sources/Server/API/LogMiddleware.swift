import HTTPTypes
import Hummingbird
import Logging

/// One line a request: method, path, status and time, never a query, token or body.
struct LogMiddleware: AccordMiddleware {
    let log: Logger

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        log.info(
            "request",
            metadata: [
                "http.method": "\(request.method)", "http.path": "\(request.uri.path)",
                "http.status": "\(response.status.code)",
                "time.microseconds": "\((ContinuousClock.now - start).microseconds)",
            ])
        return response
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
