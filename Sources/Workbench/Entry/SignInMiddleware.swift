import HTTPTypes
import Hummingbird
import Site

/// Turns away what does not come from a browser that has come in, on our own pages.
///
/// It notes in the context who is in; without that, no `PageRequest` can be made.
struct SignInMiddleware: RouterMiddleware {
    typealias Context = SiteContext

    let signIn: SignIn
    /// What anybody may ask for.
    let openPaths: [SitePath]

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority, signIn.isOurs(host: host)
        else { throw PageError.stranger }
        if request.method != .get, request.method != .head { try checkOrigin(of: request) }
        var context = context
        context.isIn = signIn.knows(request)
        let path = request.uri.path
        guard context.isIn || openPaths.contains(where: { $0.covers(path) })
        else { throw PageError.locked }
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

extension PageError {
    /// The request came by another name or from another site.
    static let stranger = PageError.outside(
        heading: "Not from here", message: "The request did not come from a page of this workbench",
        next: ["Nothing was shown or changed. Open the address that accord serve printed."])

    /// This browser has not come in by the address that `accord serve` printed.
    static let locked = PageError.outside(
        heading: "This workbench is locked", message: "This browser has not opened the workbench",
        next: [
            "An address works once, and a browser stays in for 30 days. Everything you saved is "
                + "safe on this laptop.",
            "Press Enter where accord serve runs, and open the address that it prints.",
        ])
}
