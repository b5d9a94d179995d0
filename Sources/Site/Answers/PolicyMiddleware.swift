package import HTTPTypes
package import Hummingbird

/// Says to the browser, in every answer, what pages may do: nothing but what we wrote.
package struct PolicyMiddleware: RouterMiddleware {
    package init() {}

    package typealias Context = SiteContext

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers where response.headers[name] == nil {
            response.headers[name] = value
        }
        return response
    }

    private static let headers: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; "
                + "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'"
        ), (.xContentTypeOptions, "nosniff"), (.cacheControl, "no-store"),
        (.referrerPolicy, "same-origin"), (.crossOriginResourcePolicy, "same-origin"),
    ]
}

extension HTTPField.Name {
    /// Where a page that was left is told to another; ours stay among themselves.
    fileprivate static let referrerPolicy = named("Referrer-Policy")
    /// The header that tells of the page that made the browser send a request.
    package static let fetchSite = named("Sec-Fetch-Site")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) is a name that a header may have.")
        }
        return name
    }
}
