import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Shared

/// Turns every error into a problem, and tells the protocol's version in every answer.
///
/// Nothing on the way may keep one.
struct ProblemMiddleware: AccordMiddleware {
    let log: Logger
    let routes: Routes

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var response: Response
        do {
            try Self.checkVersion(of: request)
            response = try await next(request, context)
        } catch {
            response = Response(problem(of: error, request, context))
            // The answer to HEAD ends with its headers; a body would be taken for the next answer.
            if request.method == .head { response = response.createHeadResponse() }
        }
        response.headers[.accordProtocol] = "\(ProtocolNames.version)"
        // What one member was told is none of another's, and an old 304 would hide a verdict.
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func checkVersion(of request: Request) throws(Problem) {
        // Scripts need not name a version; what names one is an Accord client.
        guard let header = request.headers[.accordProtocol] else { return }
        guard let version = UInt32(header)
        else { throw Problem(.malformed, detail: "\(ProtocolNames.versionHeader) is a number") }
        guard version >= ProtocolNames.version, version > 0 else {
            throw Problem(
                .protocolTooOld, expected: "\(ProtocolNames.version)", actual: "\(version)")
        }
    }

    private func problem(
        of error: any Error, _ request: Request, _ context: Context
    ) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case is NIOTooManyBytesError: return Problem(.tooLarge)
        // A chunk that is none, or a body that was cut off: whoever sent it may still listen.
        case is HTTPParserError: return Problem(.malformed, detail: "the body breaks HTTP's rules")
        case let error as HTTPError where error.status == .notFound:
            guard let address = routes.address(of: request.uri.path) else {
                return Problem(.notFound)
            }
            context.coreContext.endpointPath.value = address.template
            let allowed = address.methods.map(\.rawValue).joined(separator: ", ")
            return Problem(
                .methodNotAllowed, expected: allowed, actual: request.method.rawValue)
        case let error as HTTPError where error.status.code < 500:
            return Problem(error.status == .contentTooLarge ? .tooLarge : .notFound)
        default:  // open set: any error at all
            log.error(
                "request failed",
                metadata: [
                    "http.method": "\(request.method)", "http.path": "\(request.uri.path)",
                    "error.type": "\(type(of: error))",
                ])
            return Problem(.bug, retryAfter: 60)
        }
    }
}

extension Response {
    init(_ problem: Problem) {
        self.init(Problem.mediaType, problem.json)
        status = HTTPResponse.Status(code: problem.status)
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        switch (problem.code, problem.expected) {
        case (.uploadOffset, let offset?): headers[.uploadOffset] = offset
        case (.methodNotAllowed, let methods?): headers[.allow] = methods
        case (.rangeUnsatisfiable, let size?): headers[.contentRange] = "bytes */\(size)"
        default: break  // open set: pairs; the others say nothing in headers
        }
    }
}

/// One line a request: id, method, path, status and time, never a query, token or body; and what is
/// counted of it.
struct LogMiddleware: AccordMiddleware {
    let log: Logger
    let metrics: ServerMetrics?

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        let id = context.logger[metadataKey: "hb.request.id"].map { "\($0)" }
        return try await LoggedRequest.$id.withValue(id) {
            let start = ContinuousClock.now
            let response = try await next(request, context)
            let time = ContinuousClock.now - start
            metrics?.noteRequest(
                Self.methods.contains(request.method) ? request.method.rawValue : "other",
                route: context.endpointPath ?? "none", status: response.status.code, took: time)
            log.info(
                "request",
                metadata: [
                    "http.method": "\(request.method)", "http.path": "\(request.uri.path)",
                    "http.status": "\(response.status.code)",
                    "time.microseconds": "\(time.microseconds)",
                ])
            return response
        }
    }

    /// Those of routes; strangers may send others, each of which would be counted by itself.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch]
}

/// Which request a line of the log is about, whoever writes it.
enum LoggedRequest {
    @TaskLocal static var id: String?

    /// Adds the id to every line that is written while a request is answered.
    static let provider = Logger.MetadataProvider {
        id.map { ["request.id": "\($0)"] } ?? [:]
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
