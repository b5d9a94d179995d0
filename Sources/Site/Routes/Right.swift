import Client
package import Hummingbird
import Reading

/// What whoever asks has to have.
package enum Right: Sendable {
    case nothing
    /// A browser that has come in: whatever is in the home, its person may read.
    case member
    case tester
    /// What only leads do, in words that follow "may".
    case lead(String)
}

/// Turns away whoever lacks what a route asks for, before its action reads or does anything.
///
/// The client's parts refuse the same by themselves, as for commands.
package struct RightMiddleware: RouterMiddleware {
    package typealias Context = SiteContext

    private let right: Right
    private let site: Site

    package init(_ right: Right, of site: Site) {
        self.right = right
        self.site = site
    }

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            try await check { try PageRequest(request, context, of: site) }
        } catch let error as AuditError {
            // It is read for the page that refuses it: what she typed goes back to her.
            if request.headers[.contentType] == "application/x-www-form-urlencoded" {
                _ = try? await SubmittedForm(request, upTo: SubmittedForm.stateBytesMax)
            }
            throw error
        }
        return try await next(request, context)
    }

    private func check(_ request: () throws -> PageRequest) async throws {
        switch right {
        case .nothing, .member: return
        case .tester: try await check(request()) { try $0.requireTester() }
        case .lead(let what): try await check(request()) { try $0.requireLead(what) }
        }
    }

    private func check(
        _ request: PageRequest, _ require: @escaping @Sendable (AuditView) throws -> Void
    ) async throws {
        let audit = try request.audit()
        try await request.run { try require($0.view(of: audit)) }
    }
}
