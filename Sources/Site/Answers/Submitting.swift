import Client
import Hummingbird
import Reading
import Shared

extension PageRequest {
    /// Does what a form asks for and leads on (303); what is refused comes back as it was typed
    /// (422, or what its error has elsewhere).
    ///
    /// - Parameters:
    ///   - heading: Says what was not done.
    ///   - act: Durable when it returns; where to go on.
    ///   - page: The page with the form; nil where it cannot tell this, and an error's page does.
    func submit<Content: Page>(
        _ heading: String, _ act: @escaping @Sendable (SubmittedForm, PageContext) throws -> String,
        else page: @escaping @Sendable (Form, PageContext) throws -> Content?
    ) async throws -> Response {
        let values = try await SubmittedForm(request)
        return try await run { context in
            do { return .seeOther(try act(values, context)) } catch  where error.isToldInItsForm {
                let form = Form(values, heading, error)
                guard let page = try page(form, context) else { throw error }
                return Response(page: page, status: (form.kind ?? .badInput).page.status)
            }
        }
    }

    /// The same for what changes an audit, which its open pages are told.
    func submit<Content: Page>(
        _ heading: String,
        _ act: @escaping @Sendable (SubmittedForm, AuditView, PageContext) throws -> String,
        else page: @escaping @Sendable (Form, AuditView, PageContext) throws -> Content?
    ) async throws -> Response {
        let audit = try audit()
        return try await submit(heading) { values, context in
            let address = try act(values, context.view(of: audit), context)
            context.site.noteSaved(audit)
            return address
        } else: { form, context in
            try page(form, context.view(of: audit), context)
        }
    }

    /// The same where no page has the form: an error's page tells what is refused.
    func submit(
        _ act: @escaping @Sendable (SubmittedForm, AuditView, PageContext) throws -> String
    ) async throws -> Response {
        try await submit("", act) { _, _, _ in MessagePage?.none }
    }
}
