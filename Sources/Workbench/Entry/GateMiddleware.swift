import Client
import HTTPTypes
import Hummingbird

/// Turns away what does not come from the tester's own browser, on our own pages.
struct GateMiddleware: RouterMiddleware {
    typealias Context = WorkbenchContext

    let gate: Gate

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority, gate.isOurs(host: host) else {
            throw PageTrouble.stranger
        }
        if request.method != .get, request.method != .head { try checkOrigin(of: request) }
        let isPublic = request.uri.path == "/enter" || request.uri.path.hasPrefix("/assets/")
        if !isPublic {
            guard gate.knows(cookies: request.headers[.cookie] ?? "") else {
                throw PageTrouble.noSession
            }
        }
        return try await next(request, context)
    }

    /// Browsers name the page that sends a form; what is no browser sends neither header.
    private func checkOrigin(of request: Request) throws {
        if let origin = request.headers[.origin] {
            guard gate.isOurs(origin: origin) else { throw PageTrouble.stranger }
        } else if let site = request.headers[.fetchSite] {
            guard site == "same-origin" || site == "none" else { throw PageTrouble.stranger }
        }
    }
}
