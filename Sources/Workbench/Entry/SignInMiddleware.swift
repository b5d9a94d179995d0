import Client
import HTTPTypes
import Hummingbird

/// Turns away what does not come from the tester's own browser, on our own pages.
struct SignInMiddleware: RouterMiddleware {
    typealias Context = WorkbenchContext

    let signIn: SignIn

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority, signIn.isOurs(host: host) else {
            throw PageError.stranger
        }
        if request.method != .get, request.method != .head { try checkOrigin(of: request) }
        let isPublic = request.uri.path == "/enter" || request.uri.path.hasPrefix("/assets/")
        if !isPublic {
            guard signIn.knows(cookies: request.headers[.cookie] ?? "") else {
                throw PageError.noSession
            }
        }
        return try await next(request, context)
    }

    /// Browsers name the page that sends a form; what is no browser sends neither header.
    private func checkOrigin(of request: Request) throws {
        if let origin = request.headers[.origin] {
            guard signIn.isOurs(origin: origin) else { throw PageError.stranger }
        } else if let site = request.headers[.fetchSite] {
            guard site == "same-origin" || site == "none" else { throw PageError.stranger }
        }
    }
}
