import Client
import Foundation
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// Looking things up: the search over findings and catalogue, and the catalogue itself.
struct LookupRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/:audit/search", use: search)
        router.get("/audits/:audit/catalogue", use: list)
        router.get("/audits/:audit/catalogue/:control/:platform", use: show)
    }

    @Sendable
    private func search(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let query = request.uri.queryParameters
        var asked = SearchAsked()
        asked.text = request.typed("q")
        asked.place = query.get("in") ?? ""
        asked.outcome = query.get("outcome") ?? ""
        // Beyond the last page there is nothing; a number of pages that overflows is none.
        asked.page = min(max(1, query.get("page", as: Int.self) ?? 1), 1_000_000)
        return Response(page: try await desk.run { [asked] in try $0.search(asked, in: audit) })
    }

    @Sendable
    private func list(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        return Response(page: try await desk.run { try $0.cataloguePage(of: audit) })
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        guard let control = context.parameters.get("control"),
            let platform = context.parameters.get("platform")
        else { throw PageError.notFound }
        return Response(
            page: try await desk.run {
                try $0.cataloguePage(of: audit, control: control, platform: platform)
            })
    }
}

extension Request {
    /// A field of a form that was sent in the address, where browsers write spaces as `+`.
    fileprivate func typed(_ name: String) -> String {
        let fields = (uri.query ?? "").split(separator: "&")
        guard let field = fields.first(where: { $0.hasPrefix("\(name)=") }) else { return "" }
        let value = String(field.dropFirst(name.count + 1)).replacing("+", with: " ")
        return value.removingPercentEncoding ?? value
    }
}
